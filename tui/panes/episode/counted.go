package episode

import (
	"fmt"
	"math"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// often says how often the episode's triple has been counted, and how probable it is where that is known.
func (f trajectory) often(y int) {
	t, n := f.Now.Touch, f.Now.N
	if !t.OK || n < 1 || math.IsInf(n, 1) {
		return
	}
	at := kit.FigureAt(why.P123, t.Triple[0], t.Triple[1], t.Triple[2])
	share := f.Now.Counts.P123(t.Triple)
	words := fmt.Sprintf("%s of %s", figure.Count(math.Round(share*n)), figure.Count(n))
	state := len("(2,A,2) ")
	f.beside(y, state, kit.FirstThatFits([]string{words + " = " + figure.Number(share), words, "share " + figure.Number(share)}, f.a.W()-2-f.x(3)-state), at.Value())
	if f.Unknown() == "" {
		truth, seen := "truth "+figure.Number(f.Session.Truth().Exact().P123(t.Triple)), f.Truth().ObservationName(f.Now.Episode.Steps[2].Observation.Value)
		if !f.beside(y+1, len("2 ")+canvas.Width(seen)+1, truth, at.Truth()) {
			f.beside(y+2, len("r=0 1 "), truth, at.Truth())
		}
	}
}

// beside writes at the right end of a row what there is room for beside the last symbol, which is so wide there. It says
// whether there is.
func (f trajectory) beside(y, wide int, words string, ref why.Ref) bool {
	at := f.a.W() - 1 - canvas.Width(words)
	if at <= f.x(3)+wide {
		return false
	}
	f.Whole(f.a, at, y, words, kit.Dim, ref)
	return true
}
