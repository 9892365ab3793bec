// Package terminal stands between a Bubble Tea model and the terminal: it paces frames, and gives the terminal back
// whenever the program is stopped, ended or left alone.
package terminal

import (
	"context"
	"errors"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/pomdp/workers"
)

// NewProgram makes a program that ends when ctx does. Signals cancel ctx already, so Bubble Tea's
// own handler is left out: it would wait for ever for an event loop that has ended.
func NewProgram(ctx context.Context, m tea.Model, noColour, sevenBit bool) *tea.Program {
	workers.Spare()
	g := &guard{now: time.Now}
	options := []tea.ProgramOption{tea.WithContext(g.until(ctx)), tea.WithoutSignalHandler()}
	if noColour {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	options = append(options, tea.WithFPS(framesASecond), tea.WithFilter(g.filter))
	paced := Pace(m, g.now)
	paced.SevenBit = sevenBit
	g.program = tea.NewProgram(paced, options...)
	g.watch(ctx)
	return g.program
}

// ErrGone says that the terminal is no longer there.
var ErrGone = errors.New("the terminal is gone")

// Ended says how a program ended: nil when the user left it, else context.Canceled
// or ErrGone, or Bubble Tea's error.
func Ended(last tea.Model, err error) error {
	if p, ok := last.(Paced); ok {
		last = p.Model
	}
	switch end, ok := last.(interface{ Left() bool }); {
	case ok && end.Left():
		return nil
	case errors.Is(err, syscall.EIO):
		return ErrGone
	case err == nil || errors.Is(err, tea.ErrInterrupted): // by a signal
		return context.Canceled
	}
	return err
}

// framesASecond is the most that Bubble Tea grants: a press waits half as long for its frame to be
// sent as with the usual 60.
const framesASecond = 120
