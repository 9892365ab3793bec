package kit

import (
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// Styles that panes share.
var (
	Plain = canvas.Style{}
	Dim   = canvas.FG(theme.Dim)
	Bold  = canvas.FG(theme.Title).With(canvas.Bold)
	Key   = canvas.FG(theme.Key).With(canvas.Bold)
	Rule  = canvas.FG(theme.Rule)
	Good  = canvas.FG(theme.Good)
	Warn  = canvas.FG(theme.Warn)
	Bad   = canvas.FG(theme.Bad)
	Fresh = canvas.FG(theme.Fresh).With(canvas.Bold)
)
