package plan

import (
	"math"
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
	likely       []float64 // the same times the branch's probability: Σ_j' p̂(r|j) T̂[j', j] p̂(z|j') β(j')
	whole        []float64 // the β-vector that this branch is one of
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
		c = carried{outcome: outcome, next: after.Pair, pair: set.Pair, level: kit.FigureAt(why.Vector, t-1, place, i), shorter: after.Vector(i).Values, whole: v.Values}
		if ok = true; differs {
			break
		}
	}
	if !ok {
		return c, false
	}
	_, second := s.Sizes().PairActions(c.next)
	c.now, c.likely = make([]float64, s.Sizes().S), make([]float64, s.Sizes().S)
	z, r := c.outcome, -1
	if s.Now.Plan.Tree.Observe != planning.ObserveZ {
		z, r = s.Sizes().OutcomeAt(c.outcome)
	}
	for j2, row := range e.Parameters.Transition[c.pair][second] {
		for j, p := range row {
			c.now[j] += p * c.shorter[j2]
			seen := p * e.Parameters.Observation[c.next][z][j2]
			for level, earned := range e.Parameters.Reward[c.pair] {
				if r < 0 || level == r {
					c.likely[j] += earned[j] * seen * c.shorter[j2]
				}
			}
		}
	}
	return c, true
}

// carry pictures how T̂ takes a vector from one pair's order of the states into another's, and what it becomes there with the other
// branches: a row of bars for each, in its own order. It returns the rows that it took.
func (s pane) carry(a canvas.Area, set *planning.Set) int {
	if set == nil || a.H() < 2 || s.Sizes().S > mostOrdered {
		return 0
	}
	c, ok := s.carriedFrom(set)
	if !ok {
		return 0
	}
	rows := []struct {
		words  string
		pair   int
		values []float64
	}{
		{"the branch " + s.outcomeName(s.Now.Plan.Tree, c.outcome) + ": β of", c.next, c.shorter},
		{"carried by T̂ into", c.pair, c.now},
		{"times its probability", c.pair, c.likely},
		{"with all branches and the reward", c.pair, c.whole},
	}
	if a.H() < len(rows)+leastPlot {
		rows = rows[:2]
	}
	end, most := 0, 0.
	for _, r := range rows {
		end = max(end, canvas.Width(r.words))
		for _, v := range r.values {
			most = max(most, math.Abs(v))
		}
	}
	for y, r := range rows {
		a.Right(1+end, y, r.words, kit.Plain)
		x := s.Pair(a, 2+end, y, r.pair) + 2
		s.bars(a.Sub(x, y, a.W()-x-1, 1), r.pair, r.values, max(most, 1e-12), c.level.Value())
	}
	return len(rows)
}

// mostOrdered is how many numbers stand in a row.
const mostOrdered = 3

// bars writes a number for each state of a pair, in the pair's order, each with a bar of its
// share of the greatest.
func (s pane) bars(a canvas.Area, pair int, values []float64, most float64, ref why.Ref) {
	const widestBar = 16
	slot := a.W() / len(values)
	for j, v := range values {
		style, x := kit.Plain, a.Text(j*slot, 0, [mostOrdered]string{"1st ", "2nd ", "3rd "}[j], kit.Dim)
		if state, known := s.StateAt(pair, j); known {
			style = canvas.FG(theme.State(state))
			x = a.Text(x, 0, theme.StateLetter(state)+" ", style)
		}
		x = s.Whole(a, x, 0, kit.Fixed(v), style, ref) + 1
		s.Bar(a, x, 0, min((j+1)*slot-x-2, widestBar), math.Abs(v)/most, style)
	}
}

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
