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
	likely       []float64 // γ times the same, times the branch's probability: Σ_j' p̂(r|j) T̂[j', j] p̂(z|j') β(j')
	others       []float64 // likewise, of all other branches
	reward       []float64 // what is earned at once
	whole        []float64 // the sum of these three: the β-vector
}

// carried takes the best vector at the start apart; false where T̂ brings none of its branches from another pair, or states are too many
// for rows of bars.
func (s pane) carried() (c carried, ok bool) {
	set := s.envelopeSet()
	if set == nil || s.Sizes().S > mostOrdered {
		return c, false
	}
	return s.carriedFrom(set)
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
	all, differs := make([]float64, s.Sizes().S), false // γ times what all branches bring
	for outcome := range v.Next {
		after, i := below.Follow(s.Sizes(), v, outcome)
		if after == nil {
			continue
		}
		beta := after.Vector(i).Values
		now, likely := s.brought(set.Pair, after.Pair, outcome, beta)
		for j := range all {
			all[j] += likely[j]
		}
		if differs || ok && !s.differ(after.Pair, set.Pair) {
			continue
		}
		differs = s.differ(after.Pair, set.Pair)
		place := slices.IndexFunc(below.Sets, func(x planning.Set) bool { return x.Pair == after.Pair })
		c = carried{outcome: outcome, next: after.Pair, pair: set.Pair, level: kit.FigureAt(why.Vector, t-1, place, i), shorter: beta, now: now, likely: likely}
		ok = true
	}
	if !ok {
		return c, false
	}
	c.whole, c.others, c.reward = v.Values, make([]float64, len(all)), make([]float64, len(all))
	for j := range all {
		c.others[j], c.reward[j] = all[j]-c.likely[j], v.Values[j]-all[j]
	}
	return c, true
}

// differ says whether the states of two pairs came back in different orders, as far as the truth tells.
func (s pane) differ(one, other int) bool {
	c := s.Now.Estimate.Comparison
	return c != nil && !slices.Equal(c.Order[one], c.Order[other])
}

// brought is what T̂ brings of the vector of the next pair into a pair's order, and γ times the same with the probability of the outcome.
func (s pane) brought(pair, next, outcome int, beta []float64) (now, likely []float64) {
	p, n := s.Now.Estimate.Parameters, s.Sizes()
	_, second := n.PairActions(next)
	z, r := outcome, -1
	if s.Now.Plan.Tree.Observe != planning.ObserveZ {
		z, r = n.OutcomeAt(outcome)
	}
	now, likely = make([]float64, n.S), make([]float64, n.S)
	for j := range n.S {
		earned := 0.0
		for level, of := range p.Reward[pair] {
			if r < 0 || level == r {
				earned += of[j]
			}
		}
		for k, x := range beta {
			t := p.Transition[pair][second][k][j]
			now[j] += t * x
			likely[j] += s.Now.Plan.Discount * earned * t * p.Observation[next][z][k] * x
		}
	}
	return now, likely
}

// carry pictures how T̂ takes a vector from one pair's order of the states into another's, and what it becomes there with the other
// branches: a row of bars for each, in its own order. It returns the rows that it took.
func (s pane) carry(a canvas.Area, c carried) int {
	rows := []struct {
		words  string
		pair   int
		values []float64
	}{
		{"the branch " + s.outcomeName(s.Now.Plan.Tree, c.outcome) + ": β of", c.next, c.shorter},
		{"carried by T̂ into", c.pair, c.now},
		{"times its probability in each state", c.pair, c.likely},
		{"+ the other branches", c.pair, c.others},
		{"+ what all branches earn now", c.pair, c.reward},
		{"= the new β of", c.pair, c.whole},
	}
	if a.H() < len(rows) {
		return 0
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
	const widestBar, widest = 16, len("1.234")
	slot := a.W() / len(values)
	for j, v := range values {
		style, x := kit.Plain, a.Text(j*slot, 0, [mostOrdered]string{"1st ", "2nd ", "3rd "}[j], kit.Dim)
		if state, known := s.StateAt(pair, j); known {
			style = canvas.FG(theme.State(state))
			x = a.Text(x, 0, theme.StateLetter(state)+" ", style)
		}
		x += max(widest-canvas.Width(kit.Fixed(v)), 0)
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
