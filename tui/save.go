package tui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/scenarios/atomicfile"
)

// savedMsg says how saving went.
type savedMsg struct {
	path string
	err  error
	// opens says that replay opens the file.
	opens opening
}

// fileName is a name for what is made of the session, without its extension.
func fileName(s model.Session) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, filepath.Base(s.Config().Scenario))
}

// save writes the session whole or not at all, away from the event loop.
func save(a App) (App, tea.Cmd) {
	if a.attending.guest {
		a.note = ErrGuest.Error()
		return a, nil
	}
	if a.path == "" {
		a.path = unused(fileName(a.session) + ".session")
	}
	path, s, screen := a.path, a.session, a.lay(noOverlay).Screen() // what lies over the views passes
	return a, func() tea.Msg {
		return savedMsg{path, atomicfile.WriteFile(path, func(w io.Writer) error {
			return model.Save(w, s, screen...)
		}), theScreen}
	}
}

// unused is a file's name, with a number where it is taken already: no session
// and no picture overwrites another.
func unused(name string) string {
	extension := filepath.Ext(name)
	base := strings.TrimSuffix(name, extension)
	for i := 2; ; i++ {
		if _, err := os.Lstat(name); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-%d%s", base, i, extension)
	}
}

// notSaved says why a file was not written, and where a folder takes none, what to do.
func notSaved(err error) string {
	var at *fs.PathError
	if !errors.As(err, &at) || !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) && !errors.Is(err, fs.ErrNotExist) {
		return "not saved: " + err.Error()
	}
	folder := filepath.Dir(at.Path)
	if folder == "." {
		folder = "this folder"
	}
	return fmt.Sprintf("not saved: %s cannot be written in (%v); :save PATH elsewhere", folder, at.Err)
}

func (a App) saved(msg savedMsg) App {
	switch {
	case msg.err != nil:
		a.note = notSaved(msg.err)
	case msg.opens != nothing:
		a.note = "saved: eeporl replay " + Quote(msg.path) + " opens " + string(msg.opens)
	default:
		a.note = "saved: " + msg.path
	}
	return a
}
