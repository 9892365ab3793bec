package recording

import (
	"eeporl/model"
	"eeporl/model/journal"
)

// Journalled writes all that is done to a journal.
func Journalled(w *journal.Writer) Recorder { return journalled{w} }

type journalled struct{ w *journal.Writer }

// RecordTour writes where in the tour a learner is, into the journal of the
// session outside.
func (r journalled) RecordTour(outside model.Session, command string) error {
	return r.w.Add(outside, outside, nil, []string{model.Line{Screen: command}.String()})
}

// Record writes the lines of what was done, at once: one write of some bytes to
// a file does not hold up a key.
func (r journalled) Record(d Changes) error {
	lines := make([]string, len(d.Done))
	for i, x := range d.Done {
		line := model.Line{Screen: x.Command}
		if x.Step != nil {
			line = model.Line{Command: x.Step.String()}
		}
		lines[i] = line.String()
	}
	return r.w.Add(d.Before, d.After, d.Screen, lines)
}
