//go:build unix

package terminal

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

// stops are the signals that stop the process and let it go on.
type stops struct{ signals chan os.Signal }

// watch suspends the program at SIGTSTP, as Ctrl+Z does, and draws it anew after SIGCONT.
func (g *guard) watch(ctx context.Context) {
	g.signals = make(chan os.Signal, 2)
	signal.Notify(g.signals, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		defer signal.Stop(g.signals)
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-g.signals:
				if s == syscall.SIGTSTP {
					g.program.Send(tea.SuspendMsg{})
					continue
				}
				// Beside the event loop, which goes on to take what the reader of keys still hands over.
				if msg := g.aside(func() {}); msg != nil {
					g.program.Send(msg)
				}
			}
		}
	}()
}

// stoppable says whether somebody could tell the process group to go on: where it is the session leader's own
// there is no shell that could.
func stoppable() bool {
	leader, err := unix.Getsid(0)
	return err == nil && leader != unix.Getpgrp()
}

// stop stops the process group until it is told to go on. (Go's handler of SIGTSTP stays once it was asked for, so
// that only SIGSTOP stops.)
func (g *guard) stop() {
	signal.Stop(g.signals)
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	if syscall.Kill(0, syscall.SIGSTOP) == nil {
		<-on
	}
	signal.Stop(on)
	signal.Notify(g.signals, syscall.SIGTSTP, syscall.SIGCONT)
}
