package moments

import (
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// noTriple says what will fill the tables of the Moments view, and returns the
// row from which on their empty blocks may stand beside the limits.
func (s pane) noTriple(a canvas.Area) int {
	y := s.Wrap(a, 1, 1+kit.Apart(a), a.W()-2, "No triple is counted yet. An episode's first four actions give one triple (x₁, x₂, x₃); these tables fill with their frequencies.", kit.Dim)
	y = s.TableSizes(a, y)
	x := a.Text(1, y+kit.Apart(a), "Enter", kit.Key)
	x = a.Text(x+1, y+kit.Apart(a), "finishes the episode", kit.Plain)
	x = a.Text(x+2, y+kit.Apart(a), "+", kit.Key)
	a.Text(x+1, y+kit.Apart(a), "adds many", kit.Plain)
	return y + 1 + 2*kit.Apart(a)
}
