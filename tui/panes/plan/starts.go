package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// leastOff is how far from 1 the probability of all branches is before it is said.
const leastOff = .02

// mostBeliefs is of how many pairs b̂ stands in a low pane.
const mostBeliefs = 4

// highPlan is how many rows make the plan show what every pair takes for b.
const highPlan = 17

// beliefsAndMass shows b̂ of the pair that won, in a high pane of all pairs, and how much
// probability the leaves have.
func (s pane) beliefsAndMass(a canvas.Area, order []int, high bool) int {
	p := s.Now.Plan
	words, style := fmt.Sprintf("by the estimate its branches' probabilities sum to %s: 1 but for noise", figure.Value(p.Mass)), kit.Dim
	if most := s.mostEarned(p.Horizon); p.Value > most+1e-9 {
		words, style = fmt.Sprintf("probability of all its branches: %s; expects more than %s, the most there is", figure.Value(p.Mass), figure.Number(most)), kit.Bad
	}
	x, y := 1, 0
	learned, said := s.Now.Estimate.Parameters, math.Abs(p.Mass-1) > leastOff || style == kit.Bad
	switch {
	case learned != nil && len(order) > 1 && (high || len(order) <= mostBeliefs):
		if y = s.Beliefs(a, learned, order); !said {
			return y
		}
	case learned != nil:
		pair := s.Sizes().Pair(p.First[0], p.First[1])
		x = a.Text(x, y, "b̂ of pair ", kit.Dim)
		s.Pair(a, x, y, pair)
		if x = s.Belief(a, x, y, learned, pair) + 3; x+canvas.Width(words) >= a.W() {
			x, y = 1, 1
		}
	}
	if said {
		s.Say(a, x, y, words, style, kit.Alone(why.LeafMass))
	}
	return y + 1
}

// starts lists the pairs that FindPolicy chose from, the largest b̂·β first, and those with the same next action together.
func (s pane) starts() []int {
	values := s.Now.Plan.Starts
	next := func(pair int) int {
		_, action := s.Sizes().PairActions(pair)
		return action
	}
	best := map[int]float64{} // by next action
	for pair, v := range values {
		if most, met := best[next(pair)]; !met || v > most {
			best[next(pair)] = v
		}
	}
	order := kit.Indexes(len(values))
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(best[next(j)], best[next(i)]), cmp.Compare(next(i), next(j)), cmp.Compare(values[j], values[i]))
	})
	return order
}

// promises lists the best b̂·β of each pair.
func (s pane) promises(a canvas.Area, order []int) int {
	if len(order) == 0 {
		return 0
	}
	values := s.Now.Plan.Starts
	f := kit.Flow{Left: a.Text(1, 0, "b̂·β by pair ", kit.Dim), N: len(order), Wide: func(i int) int { return 3 + canvas.Width(figure.Value(values[order[i]])) }}
	return f.Draw(a, func(x, y, i int) {
		style := kit.Dim
		if i == 0 {
			style = kit.Bold
		}
		x = s.Pair(a, x, y, order[i])
		s.Whole(a, x+1, y, figure.Value(values[order[i]]), style, kit.Alone(why.Expected))
	})
}
