// Package parameters draws every probability beside its truth.
package parameters

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

// answerRoom is the width that a pane's title leaves to its answer.
func answerRoom(a canvas.Area, view kit.View) int {
	return a.W() - len(" ") - len(view.String()) - len("    ")
}
