package tui

import (
	"path/filepath"

	"eeporl/pomdp/printable"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

var (
	dim  = canvas.FG(theme.Dim)
	bold = canvas.FG(theme.Title).With(canvas.Bold)
	key  = canvas.FG(theme.Key).With(canvas.Bold)
	rule = canvas.FG(theme.Rule)
	warn = canvas.FG(theme.Warn)
	mark = canvas.FG(theme.Fresh).With(canvas.Bold)
)

func (a App) glyph(unicode, ascii rune) rune {
	if a.ascii {
		return ascii
	}
	return unicode
}

// title names what is explored, for windows and pictures.
func (a App) title() string {
	return "eeporl " + printable.Clean(filepath.Base(a.session.Config().Scenario))
}
