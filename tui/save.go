package tui

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	}, filepath.Base(a.session.Config().Scenario))
	return name + ".session"
}

// save writes the session whole or not at all, away from the event loop.
func (a App) save() (tea.Model, tea.Cmd) {
	if a.path == "" {
		a.path = unused(a.sessionFile())
	}
	path, s := a.path, a.session
	return a, func() tea.Msg {
		return savedMsg{path, atomicfile.WriteFile(path, func(w io.Writer) error { return model.Save(w, s) })}
	}
}

// unused is a file's name, with a number where it is taken already: no session
// overwrites another.
func unused(name string) string {
	base := strings.TrimSuffix(name, ".session")
	for i := 2; i < 1000; i++ {
		if _, err := os.Stat(name); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-%d.session", base, i)
	}
	return name
}

func (a App) saved(msg savedMsg) App {
	if msg.err != nil {
		a.note = "not saved: " + msg.err.Error()
	} else {
		a.note = "saved: eeporl replay " + msg.path + " opens this very beat"
	}
	return a
}
