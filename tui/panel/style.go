package panel

import (
	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// The styles of what stands around the views.
var (
	Dim  = canvas.FG(theme.Dim)
	Bold = canvas.FG(theme.Title).With(canvas.Bold)
	Key  = canvas.FG(theme.Key).With(canvas.Bold)
	Rule = canvas.FG(theme.Rule)
	Warn = canvas.FG(theme.Warn)
	Mark = canvas.FG(theme.Fresh).With(canvas.Bold)
)

// Title names what is explored, for windows and pictures.
func Title(s model.Session) string {
	return "eeporl " + printable.Clean(s.Config().Called())
}
