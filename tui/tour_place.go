package tui

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"eeporl/model"
)

// tourAt is the command `tour [LESSON [STEP]]`, or `tour off`. The steps before STEP are
// done by what each says to try.
func tourAt(a App, argument string) (App, error) {
	name, words, _ := strings.Cut(strings.TrimSpace(argument), " ")
	if name == "off" {
		if a.tour.Open {
			a = a.leaveLesson()
		}
		return a, nil
	}
	step := 1
	if words != "" {
		var err error
		if step, err = strconv.Atoi(strings.TrimSpace(words)); err != nil || step < 1 {
			return a, fmt.Errorf("found %q, expected the number of a step", words)
		}
	}
	next, err := a.tourTo(name)
	if err != nil || step == 1 {
		return next, err
	}
	if of := len(next.tour.Run.Lesson().Steps); step > of {
		return a, fmt.Errorf("found step %d, expected one from 1 to %d", step, of)
	}
	return next.advanced(step - 1)
}

// advanced goes on to a step of the lesson, from 0, by what the steps before it say to
// try. The recorders hear nothing of that.
func (a App) advanced(step int) (App, error) {
	recorders, width, height := a.recorders, a.Width, a.Height
	a.recorders = nil
	if width == 0 { // figures have a place on a screen alone
		a.Width, a.Height = 120, 40
	}
	ctx := context.Background()
	a, err := a.AtRest(ctx)
	for err == nil && a.tour.Run.At() < step {
		at := a.tour.Run.At()
		if a.tour.Run.Asking() {
			a, _, err = a.foresee(ctx, at)
		}
		if err == nil && a.tour.Run.Step().Asks() && !a.tour.Run.Done() {
			a, err = a.tryStep(ctx)
		}
		if err == nil && a.tour.Run.At() == at {
			a, err = a.nextStep().AtRest(ctx)
		}
	}
	a.recorders, a.Width, a.Height = recorders, width, height
	return a, err
}

// tourRecorder is a recorder that is told, too, where in the tour a learner is: by the
// command that leads there, and from which session the tour was begun.
type tourRecorder interface {
	RecordTour(outside model.Session, command string) error
}

// place is the command that leads to the step under way.
func (t tour) place() string {
	if !t.Open {
		return "tour off"
	}
	return fmt.Sprintf("tour %s %d", t.Run.Lesson().Name, t.Run.At()+1)
}

// outside is the session that the tour was begun from.
func (t tour) outside() model.Session {
	if t.home != nil {
		return t.home.session
	}
	return t.outset
}

// reportTour tells the recorders that the learner has come to another step.
func (a App) reportTour(before App) App {
	place := a.tour.place()
	if place == before.tour.place() {
		return a
	}
	for _, r := range a.recorders {
		t, ok := r.(tourRecorder)
		if !ok {
			continue
		}
		if err := t.RecordTour(a.tour.outside(), place); err != nil {
			a.note = "not recorded: " + err.Error()
		}
	}
	return a
}
