package tui

import (
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/scenarios/atomicfile"
)

// savedMsg says how saving went.
type savedMsg struct {
	path string
	err  error
}

// sessionFile is where a session is saved where no other name was given.
func (a App) sessionFile() string {
	if a.path != "" {
		return a.path
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, a.session.Config().Scenario)
	return name + ".session"
}

// save writes the session whole or not at all, away from the event loop.
func (a App) save() (tea.Model, tea.Cmd) {
	path, s := a.sessionFile(), a.session
	return a, func() tea.Msg {
		return savedMsg{path, atomicfile.WriteFile(path, func(w io.Writer) error { return model.Save(w, s) })}
	}
}

func (a App) saved(msg savedMsg) App {
	if msg.err != nil {
		a.note = "not saved: " + msg.err.Error()
	} else {
		a.note = "saved: eeporl replay " + msg.path + " opens this very beat"
	}
	return a
}
