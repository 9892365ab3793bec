package plan

import (
	"eeporl/planning"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// Least and greatest size of the picture of another pair's set, and the columns between two.
const (
	leastOther, mostOther = 9, 16
	otherWidth, otherGap  = 36, 2
)

// otherPairs draws the sets of the pairs in which the plan does not start, side by side: the same
// values, each over the belief in its own order of the states.
func (s pane) otherPairs(a canvas.Area) int {
	own := s.envelopeSet()
	if own == nil || !s.Pairwise() || s.Sizes().S > 3 || a.H() < 2+leastOther {
		return 0
	}
	var others []*planning.Set
	sets := s.Now.Plan.Levels[s.shownLevel()-1].Sets
	for i := range sets {
		if sets[i].Pair != own.Pair && sets[i].Len() > 0 {
			others = append(others, &sets[i])
		}
	}
	across := min(len(others), (a.W()-1+otherGap)/(otherWidth+otherGap))
	if across == 0 {
		return 0
	}
	down := min((len(others)+across-1)/across, (a.H()-2)/leastOther)
	which := "the other pairs"
	if across*down < len(others) {
		which = "some of the other pairs"
	}
	a.Text(1, 1, which+", each in its own order of the states", kit.Bold)
	w, h := (a.W()-1+otherGap)/across-otherGap, min((a.H()-2)/down, mostOther)
	for i, set := range others[:min(across*down, len(others))] {
		tile := a.Sub(i%across*(w+otherGap), 2+i/across*h, w, h)
		s.valuePicture(tile, envelope{set: set, t: s.shownLevel(), marks: s.atRoot(set.Pair)})
	}
	return 2 + down*h
}
