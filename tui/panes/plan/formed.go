package plan

import (
	"context"

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
