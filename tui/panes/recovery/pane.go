// Package recovery draws the estimate, stage by stage.
package recovery

import (
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw draws the view, its title on the first row.
func Draw(a canvas.Area, s kit.Scene) { draw(a, pane{s}) }

// Told tells in sentences what the pictures show.
func Told(s kit.Scene) []string { return pane{s}.told() }
