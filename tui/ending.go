package tui

import (
	"context"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// ending ends a program whose terminal is elsewhere: its input first, then all that was read, then the program. Bubble
// Tea's reader of input waits for ever to hand on an event that a program which has ended does not take.
type ending struct {
	once  sync.Once
	begun chan struct{}
	input *io.PipeWriter
	send  func(tea.Msg)

	dropped bool // something, since it was last asked
	asked   int  // how often it was
}

// endMsg ends the program for good.
type endMsg struct{}

// Nothing comes from an input any more once nothing has for so long; it is asked so often at most, since others go
// on sending.
const (
	quietFor  = 100 * time.Millisecond
	mostAsked = 50
)

// read returns an input that ends when the program does.
func (e *ending) read(in io.Reader) io.Reader {
	out, input := io.Pipe()
	e.input = input
	go func() {
		_, _ = io.Copy(input, in)
		_ = input.Close() // an input that ended, or broke: the program's context ends it
	}()
	return out
}

// begin ends the input, and soon the program.
func (e *ending) begin() {
	e.once.Do(func() {
		close(e.begun)
		_ = e.input.Close()
		e.ask()
	})
}

func (e *ending) ask() { time.AfterFunc(quietFor, func() { e.send(endMsg{}) }) }

// with begins it when the context ends.
func (e *ending) with(ctx context.Context) { context.AfterFunc(ctx, e.begin) }

// filter lets nothing through once the end has begun, and begins it where the model wants to leave.
func (e *ending) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.SuspendMsg: // it would stop the server
		return nil
	case tea.QuitMsg, tea.InterruptMsg:
		e.begin()
		return nil
	case endMsg:
		if e.asked++; e.dropped && e.asked < mostAsked {
			e.dropped = false
			e.ask()
			return nil
		}
		return tea.QuitMsg{}
	}
	select {
	case <-e.begun:
		e.dropped = true
		return nil
	default:
		return msg
	}
}
