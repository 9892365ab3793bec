package plan

import (
	"slices"

	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// carried is one branch of a β-vector: the shorter plan's vector in the order of the pair that
// follows, and the same in the order of the pair that the plan is in.
type carried struct {
	outcome      int
	next, pair   int // the pair that follows, and the one that the plan is in
	level        why.Target
	shorter, now []float64 // β(j'), and Σ_j' T̂[j', j] β(j')
}

// carriedFrom takes a vector of a set apart: of its branches the first into another order of the
// states, as far as the truth tells, else the first one.
func (s pane) carriedFrom(set *planning.Set) (c carried, ok bool) {
	t, e := s.shownLevel(), s.Now.Estimate
	if t < 2 || !s.Pairwise() || e.Parameters == nil || set.Pair < 0 {
		return c, false
	}
	best, _ := set.Best(e.Parameters.Initial[set.Pair])
	v, below := set.Vector(best), &s.Now.Plan.Levels[t-2]
	for outcome := range v.Next {
		after, i := below.Follow(s.Sizes(), v, outcome)
		if after == nil {
			continue
		}
		differs := e.Comparison != nil && !slices.Equal(e.Comparison.Order[after.Pair], e.Comparison.Order[set.Pair])
		if ok && !differs {
			continue
		}
		place := slices.IndexFunc(below.Sets, func(x planning.Set) bool { return x.Pair == after.Pair })
		c = carried{outcome: outcome, next: after.Pair, pair: set.Pair, level: kit.FigureAt(why.Vector, t-1, place, i), shorter: after.Vector(i).Values}
		if ok = true; differs {
			break
		}
	}
	if !ok {
		return c, false
	}
	_, second := s.Sizes().PairActions(c.next)
	c.now = make([]float64, s.Sizes().S)
	for j2, row := range e.Parameters.Transition[c.pair][second] {
		for j, p := range row {
			c.now[j] += p * c.shorter[j2]
		}
	}
	return c, true
}

// carry shows how T̂ takes a vector from one pair's order of the states into another's, and returns
// the rows that it took.
func (s pane) carry(a canvas.Area, set *planning.Set) int {
	if set == nil || a.H() < 1 || s.Sizes().S > mostOrdered {
		return 0
	}
	c, ok := s.carriedFrom(set)
	if !ok {
		return 0
	}
	x := a.Text(1, 0, "after "+s.outcomeName(s.Now.Plan.Tree, c.outcome)+": β of ", kit.Plain)
	x = s.ordered(a, s.Pair(a, x, 0, c.next)+1, c.next, c.shorter, c.level.Value())
	x = a.Text(x+1, 0, string(s.Glyph('→', '>'))+" by T̂ into ", kit.Plain)
	s.ordered(a, s.Pair(a, x, 0, c.pair)+1, c.pair, c.now, c.level.Value())
	return 1
}

// mostOrdered is how many numbers ordered writes in a row.
const mostOrdered = 3

// ordered writes a number for each state of a pair, in the pair's order, and returns where they end.
func (s pane) ordered(a canvas.Area, x, pair int, values []float64, ref why.Ref) int {
	for j, v := range values {
		style := kit.Plain
		if state, known := s.StateAt(pair, j); known {
			style = canvas.FG(theme.State(state))
			x = a.Text(x, 0, theme.StateLetter(state), style)
		}
		x = s.Whole(a, x, 0, kit.Fixed(v), style, ref) + 1
	}
	return x - 1
}
