package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// guard stands between the terminal and a program, for what a model does not see: the program is
// stopped and goes on, and the terminal still answers while the user leaves.
type guard struct {
	program *tea.Program
	now     func() time.Time
	asked   time.Time // when the terminal was asked what it is
	leaving bool
	silent  bool // all answers have come, or none will

	stops
}

// answersWithin is how long a terminal may take for its answers. Whoever leaves before stays so long, as
// otherwise the shell would read them.
const answersWithin = time.Second

// continued says that the process goes on after it was stopped from outside.
type continued struct{}

// filter sees every message first.
func (g *guard) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if g.asked.IsZero() {
		g.asked = g.now()
	}
	switch msg.(type) {
	case uv.PrimaryDeviceAttributesEvent:
		g.silent = true
		if g.leaving {
			return tea.QuitMsg{}
		}
	case tea.QuitMsg:
		if rest := answersWithin - g.now().Sub(g.asked); rest > 0 && !g.silent {
			if !g.leaving {
				time.AfterFunc(rest, g.program.Quit)
			}
			g.leaving = true
			return nil
		}
	case tea.SuspendMsg:
		return g.aside(g.stop)
	case continued:
		return g.aside(func() {})
	}
	return msg
}

// aside gives the terminal back while something else has it, then takes it and draws anew.
func (g *guard) aside(during func()) tea.Msg {
	if g.program.ReleaseTerminal() == nil {
		during()
		_ = g.program.RestoreTerminal() // what fails now fails at the next frame, too
	}
	return tea.ResumeMsg{}
}
