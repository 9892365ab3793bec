package kit

import (
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// PlaceOf names the j-th state of a pair: by the true state's letter where that is known, so that
// the letters stand in the pair's own order, else by the letters from A on, in grey.
func (s Scene) PlaceOf(a canvas.Area, x, y, pair, j int) int {
	if state, known := s.StateAt(pair, j); known {
		return s.State(a, x, y, state, true)
	}
	return a.Text(x, y, theme.StateLetter(j), Dim)
}

// StateAt is the state at a position of a pair's order: the true one, or of a log whose pairs
// have one order the position itself.
func (s Scene) StateAt(pair, position int) (state int, known bool) {
	e := s.Now.Estimate
	if pair < 0 || e != nil && e.Comparison == nil && estimators.By(e.Estimate).Gives(moments.GivesOneOrder) {
		return position, true
	}
	if e != nil && e.Mixed() { // merged states are none of the true ones
		return 0, false
	}
	if e != nil && e.Comparison != nil && e.Comparison.Order[pair] != nil {
		return e.Comparison.Order[pair][position], true
	}
	return 0, false
}

// Pairwise says whether the plan's pairs have orders of their own, which may differ.
func (s Scene) Pairwise() bool {
	e := s.Now.Estimate
	return e != nil && estimators.By(e.Estimate).Gives(moments.GivesParameters) && !estimators.By(e.Estimate).Gives(moments.GivesOneOrder)
}
