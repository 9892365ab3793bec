// Package plan draws the β-vectors, the policy tree and phase 2.
package plan

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

// turnWidth is the width that turn takes for words.
func (s pane) turnWidth(words string) int {
	if !s.Focused {
		words = "P then " + words
	}
	return canvas.Width("m " + words)
}
