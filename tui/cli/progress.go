package cli

import (
	"fmt"
	"io"
	"time"

	"eeporl/pomdp/printable"
)

// progress is a line on stderr that says what is being done. Nothing is shown if out is nil: stderr
// is no terminal, or --quiet was given.
type progress struct {
	out   io.Writer
	shown bool
}

func (a *app) progress() *progress {
	if !a.env.Progress || a.quiet {
		return &progress{}
	}
	return &progress{out: a.terminal}
}

// clearLine returns to the start of the line and erases it.
const clearLine = "\r\x1b[K"

func (p *progress) say(format string, args ...any) {
	if p.out != nil {
		fmt.Fprint(p.out, clearLine+printable.Clean(fmt.Sprintf(format, args...))+" …")
		p.shown = true
	}
}

// done takes the line away.
func (p *progress) done() {
	if p.shown {
		fmt.Fprint(p.out, clearLine)
		p.shown = false
	}
}

// stopwatch measures stages that follow each other.
type stopwatch struct {
	now   func() time.Time
	stage string
	since time.Time
	spent map[string]float64 // seconds
}

func (a *app) stopwatch() *stopwatch {
	return &stopwatch{now: a.env.Now, spent: map[string]float64{}}
}

// enter ends the present stage and begins another, "" for none.
func (s *stopwatch) enter(stage string) {
	now := s.now()
	if s.stage != "" {
		s.spent[s.stage] += now.Sub(s.since).Seconds()
	}
	s.stage, s.since = stage, now
}
