//go:build unix

package tui

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
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
				} else {
					g.program.Send(continued{})
				}
			}
		}
	}()
}

// refused is how long it takes at most until a process group is stopped that can be. One that no shell
// waits for cannot.
const refused = 200 * time.Millisecond

// stop stops the process group until it is told to go on.
func (g *guard) stop() {
	signal.Reset(syscall.SIGTSTP, syscall.SIGCONT)
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	_ = syscall.Kill(0, syscall.SIGTSTP) // where it fails, nothing stops
	select {
	case <-on:
	case <-time.After(refused):
	}
	signal.Stop(on)
	signal.Notify(g.signals, syscall.SIGTSTP, syscall.SIGCONT)
}
