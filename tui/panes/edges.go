package panes

import "eeporl/tui/canvas"

// pairRows is how many rows the action pairs at the foot of a heat map take: in
// one row where a block is wide enough to keep them apart, else with the first
// action over the second.
func pairRows(width int) int {
	if width < 3 {
		return 2
	}
	return 1
}

// rowGroups labels each block of rows of a heat map at its first row: with the action
// pair, or, with pairs false, with a₁ alone. Where several blocks share a line, it has the
// first one's label and a +; shared says that this happened.
func (s Scene) rowGroups(a canvas.Area, g grid, pairs bool, d density) (shared bool) {
	down, last := g.rowPieces(d), -1
	for block := range g.rows / g.rowBlock {
		y := down.place(block*g.rowBlock) * max(d.tall, 1)
		if d.half {
			y /= 2
		}
		switch {
		case y == last:
			a.Text(2, y, "+", dim)
			shared = true
		case pairs:
			s.pair(a, 0, y, block)
		default:
			s.action(a, 1, y, block)
		}
		last = y
	}
	return shared
}

// pairsAcross labels the columns of a heat map with their action pairs.
func (s Scene) pairsAcross(a canvas.Area, g grid, d density) {
	across, last := g.columnPieces(d), -1
	for pair := range g.cols / g.columnBlock {
		x := across.place(pair*g.columnBlock) * d.wide
		switch {
		case x == last && a.H() > 1:
			a.Text(x, 1, "+", dim)
		case x == last:
		case a.H() == 1:
			s.pair(a, x, 0, pair)
		default:
			first, second := s.sizes().PairActions(pair)
			s.action(a, x, 0, first)
			s.action(a, x, 1, second)
		}
		last = x
	}
}

// actionsAcross labels the columns of one block of P̂₁₂ with a₃.
func (s Scene) actionsAcross(a canvas.Area, across pieces, block, wide int) {
	last := -1
	for i := range s.sizes().A {
		x := across.place(i*block) * wide
		if x == last {
			a.Text(x, 0, "+", dim)
			continue
		}
		s.action(a, x, 0, i)
		last = x
	}
}
