package terminal

import (
	"context"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/term"
)

// guard stands between the terminal and a program, for what a model does not see: the program is
// stopped and goes on, and the terminal still answers while the user leaves.
type guard struct {
	program *tea.Program
	now     func() time.Time
	asked   time.Time // when the terminal was asked what it is
	leaving bool
	silent  bool       // all answers have come, or none will
	away    sync.Mutex // held while the terminal is given back
	ended   bool       // the program is ending: the terminal is its own to give back; away guards it

	stops
}

// answersWithin is how long a terminal may take for its answers. Whoever leaves before stays so long, as
// otherwise the shell would read them.
const answersWithin = time.Second

// filter sees every message first.
func (g *guard) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if g.asked.IsZero() {
		g.asked = g.now()
	}
	switch msg.(type) {
	case tea.WindowSizeMsg: // two may have overtaken each other; the terminal has the last word
		if w, h, err := term.GetSize(os.Stdout.Fd()); err == nil && w > 0 && h > 0 {
			return tea.WindowSizeMsg{Width: w, Height: h}
		}
	case uv.PrimaryDeviceAttributesEvent:
		g.silent = true
		if g.leaving {
			return g.quit()
		}
	case tea.QuitMsg:
		if rest := answersWithin - g.now().Sub(g.asked); rest > 0 && !g.silent {
			if !g.leaving {
				time.AfterFunc(rest, g.program.Quit)
			}
			g.leaving = true
			return nil
		}
		return g.quit()
	case tea.SuspendMsg:
		if !stoppable() {
			return nil
		}
		return g.aside(g.stop)
	}
	return msg
}

// quit ends the program, or asks again once the terminal has been taken back: both at once would set it
// up and give it back at the same time. The event loop cannot wait, as taking it back needs it.
func (g *guard) quit() tea.Msg {
	if !g.away.TryLock() {
		time.AfterFunc(tickerStops, g.program.Quit)
		return nil
	}
	defer g.away.Unlock()
	g.ended = true
	return tea.QuitMsg{}
}

// until ends a context after another has ended and the terminal is not being taken back.
func (g *guard) until(ctx context.Context) context.Context {
	after, end := context.WithCancelCause(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		g.away.Lock()
		g.ended = true
		g.away.Unlock()
		end(context.Cause(ctx))
	})
	return after
}

// tickerStops is how long the ticker of Bubble Tea's renderer takes at most to stop, which it does beside: one that
// is started before stays stopped.
const tickerStops = 50 * time.Millisecond

// aside gives the terminal back while something else has it, then takes it and draws anew.
func (g *guard) aside(during func()) tea.Msg {
	g.away.Lock()
	defer g.away.Unlock()
	if g.ended {
		return nil
	}
	if g.program.ReleaseTerminal() == nil {
		during()
		time.Sleep(tickerStops)
		_ = g.program.RestoreTerminal() // what fails now fails at the next frame, too
	}
	return tea.ResumeMsg{}
}
