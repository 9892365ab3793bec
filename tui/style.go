package tui

import (
	"path/filepath"

	"eeporl/model"
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

// title names what is explored, for windows and pictures.
func title(s model.Session) string {
	return "eeporl " + printable.Clean(filepath.Base(s.Config().Scenario))
}
