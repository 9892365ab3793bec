package kit

import (
	"eeporl/tui/canvas"
)

// PairRows is how many rows the action pairs at the foot of a heat map take: in
// one row where a block is wide enough to keep them apart, else with the first
// action over the second.
func PairRows(width int) int {
	if width < 3 {
		return 2
	}
	return 1
}

// RowShared explains the + that RowGroups writes.
const RowShared = "; +: the next pair too"

// RowGroups labels each block of rows of a heat map at its first row: with the action
// pair, or, with pairs false, with a₁ alone. Where several blocks share a line, it has the
// first one's label and a +; shared says that this happened.
func (s Scene) RowGroups(a canvas.Area, g Grid, pairs bool, d Density) (shared bool) {
	down, last := g.RowPieces(d), -1
	for block := range g.Rows / g.RowBlock {
		y := down.Place(block*g.RowBlock) * max(d.Tall, 1)
		if d.Half {
			y /= 2
		}
		switch {
		case y == last:
			a.Text(2, y, "+", Dim)
			shared = true
		case pairs:
			s.Pair(a, 0, y, block)
		default:
			s.Action(a, 1, y, block)
		}
		last = y
	}
	return shared
}

// PairsAcross labels the columns of a heat map with their action pairs.
func (s Scene) PairsAcross(a canvas.Area, g Grid, d Density) {
	across, last := g.ColumnPieces(d), -1
	for pair := range g.cols / g.ColumnBlock {
		x := across.Place(pair*g.ColumnBlock) * d.Wide
		switch {
		case x == last && a.H() > 1:
			a.Text(x, 1, "+", Dim)
		case x == last:
		case a.H() == 1:
			s.Pair(a, x, 0, pair)
		default:
			first, second := s.Sizes().PairActions(pair)
			s.Action(a, x, 0, first)
			s.Action(a, x, 1, second)
		}
		last = x
	}
}
