package recovery

import (
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// underColumns draws a row of marks, one for each column of Ô, with a heading at the left.
func (s pane) underColumns(a canvas.Area, step int, what string, n int, draw func(x, place int)) {
	first := columnGutter + max((step-step/2)/2-1, 0) // what it draws begins a cell left of the middle
	a.Text(min(1, max(first-1-canvas.Width(what), 0)), 0, what, kit.Dim)
	for place := range n {
		draw(first+place*step, place)
	}
}

// crossing draws a re-ordering as lines from each column's place to its new one, to[place],
// and returns the rows that it took.
func (s pane) crossing(a canvas.Area, step int, to []int, style func(place int) canvas.Style) int {
	if s.Theme.ASCII {
		for from, place := range to { // ASCII lines cannot cross: write the new place's number
			a.Text(columnGutter+from*step, 0, figure.Count(float64(place+1)), style(from))
		}
		a.Text(0, 0, "to", kit.Dim)
		return min(1, a.H())
	}
	middle := func(place int) int { return 2*(place*step+max((step-step/2)/2-1, 0)) + 1 }
	dots := canvas.NewDots(a.Sub(columnGutter, 0, step*len(to), a.H()))
	for from, place := range to {
		dots.Line(middle(from), 0, middle(place), dots.H()-1, style(from))
	}
	dots.Draw()
	return a.H()
}

// pairCrossings are the pairs' own crossings as they stand in a row.
func (s pane) pairCrossings() kit.Flow {
	states := s.Sizes().S
	return kit.Flow{Left: 1, N: s.Sizes().Pairs(), Wide: func(int) int { return 4 + 2*states }}
}

// crossingRows is how many rows smallCrossings takes at a width, 0 where it draws nothing.
func (s pane) crossingRows(width int) int {
	if s.orderings() < 2 {
		return 0
	}
	return s.pairCrossings().Rows(width) + 1
}

// smallCrossings stand for the lines where the columns are too many: how each pair's
// columns cross on their way to the true order of the states.
func (s pane) smallCrossings(a canvas.Area) int {
	c, n := s.Now.Estimate.Comparison, s.Sizes().S
	if s.crossingRows(a.W()) == 0 || a.H() < 2 {
		return 0
	}
	a.Text(1, 0, "φ: how each pair's states came back", kit.Bold)
	return 2 + s.pairCrossings().Draw(a.Below(1), func(x, y, pair int) {
		y++
		s.Spot(a, x, y, 4+2*n, 1, kit.FigureAt(why.Permutation, pair).Value())
		x = s.Pair(a, x, y, pair) + 1
		order := c.Order[pair]
		if order == nil {
			a.Text(x, y, "none", kit.Bad)
			return
		}
		if !s.Theme.ASCII {
			dots := canvas.NewDots(a.Sub(x, y, n, 1))
			for j, state := range order {
				dots.Line(2*j, 0, 2*state, dots.H()-1, canvas.FG(theme.State(state)))
			}
			dots.Draw()
		}
		x += n + 1
		for _, state := range order {
			x = s.State(a, x, y, state, true)
		}
	})
}
