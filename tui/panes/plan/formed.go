package plan

import (
	"context"
	"math"

	"eeporl/planning"
)

// mostFormed is how many vectors are drawn as what pruning chose from, and leastFormed in how many rows at least.
const mostFormed, leastFormed = 64, 6

// formed are the vectors that a level's set was pruned from, where they are few.
func (s pane) formed(set *planning.Set) [][]float64 {
	t, problem := s.shownLevel(), s.Now.Plan.Problem
	if s.Now.Level > s.Now.Plan.Horizon || t < 2 || problem == nil || s.Sizes().S != 2 {
		return nil
	}
	all, ok := problem.Unpruned(context.Background(), set.Pair, &s.Now.Plan.Levels[t-2], s.Now.Plan.Discount, mostFormed)
	if !ok {
		return nil
	}
	out := make([][]float64, all.Len())
	for i := range out {
		out[i] = all.Values(i)
	}
	return out
}

// pruned is one of the vectors that pruning dropped: that which stands out most from those kept, where its values are at least low;
// nil for none.
func (e envelope) pruned(low float64) (dropped []float64) {
	const beliefs = 9
	most := 0.0
	for _, v := range e.formed {
		apart := 0.0
		for _, b := range evenly(beliefs) {
			if x := v[1] + (v[0]-v[1])*b; x >= low {
				apart += e.nearest(b, x)
			}
		}
		if apart > most {
			dropped, most = v, apart
		}
	}
	return dropped
}

// nearest is how far a value at a belief is from that of the nearest vector.
func (e envelope) nearest(b, value float64) float64 {
	least := math.Inf(1)
	for i := range e.set.Len() {
		v := e.set.Vector(i).Values
		least = min(least, math.Abs(v[1]+(v[0]-v[1])*b-value))
	}
	return least
}
