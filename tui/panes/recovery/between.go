package recovery

import (
	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Columns of an entry of T̂, before a row and after a pair, and rows above a block.
const (
	betweenEntry  = 6
	betweenGutter = 9
	betweenGap    = 2
	betweenHead   = 2
)

// between is how T̂'s blocks lie in an area: so many pairs across and down in one piece,
// and so many pieces beside and below each other. Only pairs that share an action
// have a block: T̂ leads from (a, a') into (a', a”).
type between struct {
	across, down int
	beside, rows int
	pieces       []betweenPiece
}

// betweenPiece holds the blocks from the pairs (a, middle) into (middle, a”), from some first
// a and a” on.
type betweenPiece struct{ middle, from, to int }

// layBetween lays the blocks out; none where not even one has room.
func (s pane) layBetween(w, h int) between {
	n := s.Sizes()
	wide := n.S*betweenEntry + betweenGap
	b := between{
		across: min(n.A, (w-betweenGutter)/wide),
		down:   min(n.A, (h-betweenHead)/n.S),
	}
	if b.across < 1 || b.down < 1 {
		return between{}
	}
	b.beside = max(w/(betweenGutter+b.across*wide), 1)
	b.rows = max((h+1)/(betweenHead+b.down*n.S+1), 1)
	for middle := range n.A {
		for to := 0; to < n.A; to += b.down {
			for from := 0; from < n.A; from += b.across {
				b.pieces = append(b.pieces, betweenPiece{middle, from, to})
			}
		}
	}
	return b
}

// pages is how many pages the blocks take.
func (b between) pages() int {
	if len(b.pieces) == 0 {
		return 0
	}
	return kit.Ceil(len(b.pieces), b.beside*b.rows)
}

// betweenOrders says whether the estimate has a T̂ between orders of the pairs' own.
func (s pane) betweenOrders() bool {
	e := s.Now.Estimate
	return e != nil && s.Now.Shown == model.BeatParameters && e.Parameters != nil && s.Pairwise()
}

// betweenTitle stands above the blocks.
const betweenTitle = "T̂ given the next action: from a state (across) to the next (down); a block's columns sum to 1"

// drawBetween draws one page of T̂'s blocks under their title: the columns are the states of a pair in that pair's own order, the rows those
// of the next pair in its own.
func (s pane) drawBetween(a canvas.Area, page int, title string, entries betweenEntries) {
	y := kit.Wrap(a, 1, 0, a.W()-2, title, kit.Bold)
	s.drawPieces(a.Below(y), page, entries)
}

// normalised are the blocks as a plan uses them.
func (s pane) normalised() betweenEntries {
	e := s.Now.Estimate
	return func(pair, after, to, from int) (float64, why.Ref) {
		return e.Parameters.Transition[pair][after][to][from], kit.FigureAt(why.CopyTransition, pair, after*e.Sizes.S+to, from).Value()
	}
}

// solved are the blocks of T̂ itself; nil where Ô was singular.
func (s pane) solved() betweenEntries {
	e := s.Now.Estimate
	if e.T == nil {
		return nil
	}
	return func(pair, after, to, from int) (float64, why.Ref) {
		_, middle := e.Sizes.PairActions(pair)
		j2, j := e.Columns[e.Sizes.Pair(middle, after)][to], e.Columns[pair][from]
		return e.T.At(j2, j), kit.FigureAt(why.Step, j2, j).Value()
	}
}

func (s pane) solvedTitle() string {
	return "T̂ as solved for, before its blocks are scaled: a column of a block sums to the chance of the next action, " + s.chances()
}

// chances says how likely an action of exploration is, given the one before the last.
func (s pane) chances() string {
	x := s.Session.Truth().Exploration
	if x.Actions() == 1 {
		return "1"
	}
	return figure.Probability(x.Pi(0, 0)) + " if the first action comes again, else " + figure.Probability(x.Pi(1, 0))
}

// betweenEntries gives an entry of T̂ and the figure that it is: from a state of a pair to one
// of the next pair, which ends with the action after, by their places in the pairs' orders.
type betweenEntries func(pair, after, to, from int) (float64, why.Ref)

// drawPieces draws one page of blocks and returns the rows that it took.
func (s pane) drawPieces(a canvas.Area, page int, entries betweenEntries) int {
	b, n := s.layBetween(a.W(), a.H()), s.Sizes()
	each := b.beside * b.rows
	wide, tall := betweenGutter+b.across*(n.S*betweenEntry+betweenGap), betweenHead+b.down*n.S+1
	shown := b.pieces[min(page*each, len(b.pieces)):min((page+1)*each, len(b.pieces))]
	for i, p := range shown {
		at := a.Sub(i%b.beside*wide, i/b.beside*tall, wide, tall)
		s.drawBlocks(at, p, min(b.across, n.A-p.from), min(b.down, n.A-p.to), entries)
	}
	return kit.Ceil(len(shown), b.beside) * tall
}

// drawBlocks draws the blocks of a piece.
func (s pane) drawBlocks(a canvas.Area, p betweenPiece, across, down int, entries betweenEntries) {
	n := s.Sizes()
	a.Text(1, 0, "from", kit.Dim)
	for to := range down {
		for j := range n.S {
			y, next := betweenHead+to*n.S+j, n.Pair(p.middle, p.to+to)
			if j == 0 {
				s.Pair(a, a.Text(1, y, "to ", kit.Dim), y, next)
			}
			s.PlaceOf(a, len(" to 11 "), y, next, j)
		}
	}
	for from := range across {
		pair := n.Pair(p.from+from, p.middle)
		for j := range n.S {
			x := betweenGutter + from*(n.S*betweenEntry+betweenGap) + j*betweenEntry
			if j == 0 {
				s.Pair(a, x+1, 0, pair)
			}
			s.PlaceOf(a, x+1, 1, pair, j)
			for to := range down {
				sum := 0.0
				for j2 := range n.S {
					v, _ := entries(pair, p.to+to, j2, j)
					sum += v
				}
				for j2 := range n.S {
					v, ref := entries(pair, p.to+to, j2, j)
					style := kit.Dim
					switch state, known := s.StateAt(n.Pair(p.middle, p.to+to), j2); {
					case v < 0:
						style = kit.Bad
					case v >= sum/2 && known:
						style = canvas.FG(theme.State(state)).With(canvas.Bold)
					case v >= sum/2:
						style = kit.Bold
					}
					s.Right(a, x+betweenEntry-1, betweenHead+to*n.S+j2, kit.Fixed(v), style, ref)
				}
			}
		}
	}
}
