package recording

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"eeporl/model"
	"eeporl/tui/script"
)

// Scribe writes what is done as a script that does it again, with the pauses
// that were made.
type Scribe struct {
	out   io.Writer
	now   func() time.Time
	since time.Time     // when the last thing was done
	last  model.Session // as that left it
	begun bool
}

// NewScribe makes a scribe that writes to out; its first pause begins now.
func NewScribe(out io.Writer, now func() time.Time) *Scribe {
	return &Scribe{out: out, now: now, since: now()}
}

// Record writes the lines of what was done, at once: a talk that is cut off
// leaves the script up to there.
func (s *Scribe) Record(d Changes) error {
	var b bytes.Buffer
	now := s.now()
	if !s.begun || !d.Before.Follows(s.last) {
		if err := head(&b, d); err != nil {
			return err
		}
	}
	if pause, ok := script.Pause(now.Sub(s.since)); ok {
		fmt.Fprintln(&b, pause)
	}
	for _, x := range d.Done {
		if !x.Brought {
			fmt.Fprintln(&b, model.Line{Command: x.Command})
		}
	}
	s.since, s.last, s.begun = now, d.After, true
	_, err := s.out.Write(b.Bytes())
	return err
}

// head writes how the session came to be as it was.
func head(b *bytes.Buffer, d Changes) error {
	var file bytes.Buffer
	if err := model.Save(&file, d.Before); err != nil {
		return err
	}
	for line := range strings.Lines(file.String()) {
		if x, _ := model.ReadLine(line); x.Word != "" && x.Word != "model" && line != model.FileHeader+"\n" {
			b.WriteString(line)
		}
	}
	for _, step := range d.Before.Steps() {
		fmt.Fprintln(b, model.Line{Command: step.Intent.String()})
	}
	for _, command := range d.Screen {
		fmt.Fprintln(b, model.Line{Command: command})
	}
	return nil
}
