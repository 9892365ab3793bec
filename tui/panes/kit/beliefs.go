package kit

import (
	"slices"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// Beliefs draws b̂ as the pairs hold it, their states in each pair's own order, and then the
// true b where it is known; once where all have one order.
func (s Scene) Beliefs(a canvas.Area, p *pomdp.PairParameters, pairs []int) int {
	if estimators.By(s.Now.Estimate.Estimate).Gives(moments.GivesOneOrder) { // all pairs have the same
		s.Belief(a, a.Text(1, 0, "b̂ ", Dim)-2, 0, p, 0)
		return 1
	}
	const truth = "truth"
	n, wide := len(pairs), s.beliefEntry(p)*s.Sizes().S
	if s.Now.Estimate.Comparison != nil {
		n++
	}
	f := Flow{a.Text(1, 0, "b̂ by pair ", Dim), n, func(i int) int {
		if i == len(pairs) {
			return len(truth) + wide
		}
		return 2 + wide
	}}
	return f.Draw(a, func(x, y, i int) {
		if i < len(pairs) {
			s.Pair(a, x, y, pairs[i])
			s.Belief(a, x, y, p, pairs[i])
			return
		}
		x = a.Text(x, y, truth, Dim)
		for state := range s.Sizes().S {
			x += s.beliefEntry(p)
			s.beliefOf(a, x, y, state, s.Truth().Initial(state), FigureAt(why.Initial, state).Truth())
		}
	})
}

// beliefOf draws a belief in a true state, by its letter, so that it ends at x.
func (s Scene) beliefOf(a canvas.Area, x, y, state int, v float64, r why.Ref) {
	letter, style := theme.StateLetter(state), canvas.FG(theme.State(state))
	a.Text(x-len(Fixed(v))-len(letter), y, letter, style)
	s.Right(a, x, y, Fixed(v), style, r)
}

// beliefEntry is the width of one entry of b̂, with a blank before it.
func (s Scene) beliefEntry(p *pomdp.PairParameters) int {
	entry := 1 + len(".500")
	if slices.ContainsFunc(p.Initial, func(b []float64) bool { return slices.Max(b) >= .9995 }) {
		entry = 1 + len("1.000")
	}
	if s.Now.Estimate.Comparison != nil {
		entry += len(theme.StateLetter(s.Sizes().S - 1)) // which true state it is
	}
	return entry
}

// Belief draws b̂ in the order of a pair, after the pair's name at x, and returns where it ends.
func (s Scene) Belief(a canvas.Area, x, y int, p *pomdp.PairParameters, pair int) int {
	x += 2
	for j, v := range p.Initial[pair] {
		x += s.beliefEntry(p)
		if state, known := s.StateAt(pair, j); known && s.Now.Estimate.Comparison != nil {
			s.beliefOf(a, x, y, state, v, FigureAt(why.Copy, pair, j).Value())
			continue
		}
		s.Right(a, x, y, Fixed(v), Plain, FigureAt(why.Copy, pair, j).Value())
	}
	return x
}
