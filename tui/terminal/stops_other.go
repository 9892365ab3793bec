//go:build !unix

package terminal

import "context"

// stops are the signals that stop a process, which this system does not have.
type stops struct{}

func (g *guard) watch(context.Context) {}

func stoppable() bool { return true } // Bubble Tea does nothing there

func (g *guard) stop() {}
