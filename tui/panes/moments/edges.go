package moments

import (
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// actionsAcross labels the columns of one block of P̂₁₂ with a₃.
func (s pane) actionsAcross(a canvas.Area, across kit.Pieces, block, wide int) {
	last := -1
	for i := range s.Sizes().A {
		x := across.Place(i*block) * wide
		if x == last {
			a.Text(x, 0, "+", kit.Dim)
			continue
		}
		s.Action(a, x, 0, i)
		last = x
	}
}
