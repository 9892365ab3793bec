package why

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"

	"gonum.org/v1/gonum/mat"
)

// copies lists every pair's copy of a parameter: after normalising, and before it too where
// the estimate keeps that.
func (x *explainer) copies(e *experiment.Estimated, p entryOf) {
	n, order := x.n, e.Comparison.Order
	start := x.start(e, p)
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		j := max(slices.Index(order[pair], p.s), 0)
		c := e.Columns[pair][j]
		name := fmt.Sprintf("pair %s, column %d", x.pair(pair), c+1)
		switch {
		case p.kind == Initial && start != nil:
			x.raw(name, e.Parameters.Initial[pair][j], start[c])
		case p.kind == Initial:
			x.number(name, e.Parameters.Initial[pair][j])
		case p.kind == Observation && a == p.a:
			var parts []float64
			for r := range n.R {
				parts = append(parts, e.O.At(n.SymbolIndex(pomdp.Symbol{Action: a, Observation: p.i, Reward: r, Next: leave}), c))
			}
			x.raw(name, e.Parameters.Observation[pair][p.i][j], parts...)
		case p.kind == Reward && leave == p.a:
			var parts []float64
			for z := range n.Z {
				parts = append(parts, e.O.At(n.SymbolIndex(pomdp.Symbol{Action: a, Observation: z, Reward: p.i, Next: leave}), c))
			}
			x.raw(name, e.Parameters.Reward[pair][p.i][j], parts...)
		case p.kind == Transition && leave == p.a:
			for next := range n.A {
				entered := n.Pair(leave, next)
				j2 := max(slices.Index(order[entered], p.i), 0)
				c2 := e.Columns[entered][j2]
				x.raw(fmt.Sprintf("%s, to pair %s, column %d", name, x.pair(entered), c2+1), e.Parameters.Transition[pair][next][j2][j], e.T.At(c2, c))
			}
		}
	}
}

// mostParts is how many parts of a sum are named.
const mostParts = 4

// raw tells what linear algebra gave, as the sum of its parts, and what normalising made of it.
func (x *explainer) raw(name string, after float64, parts ...float64) {
	sum, words := 0.0, ""
	for i, v := range parts {
		if sum += v; i == mostParts {
			words += " + …"
		} else if i < mostParts {
			words += " + " + figure.Number(v)
		}
	}
	text := figure.Number(sum)
	if len(parts) > 1 {
		text = strings.TrimPrefix(words, " + ") + " = " + text
	}
	x.input(name, text+", normalised "+figure.Number(after))
}

// start is T̂⁻¹T̂⁻¹ŵ, what b̂ is before it is normalised; nil for an estimator
// that finds b̂ in another way and does not keep it.
func (x *explainer) start(e *experiment.Estimated, p entryOf) []float64 {
	if p.kind != Initial || !estimators.By(e.Estimate).Gives(moments.GivesLabels) || e.T == nil || e.W == nil {
		return nil
	}
	var lu mat.LU
	lu.Factorize(e.T)
	v := mat.NewVecDense(len(e.W), append([]float64(nil), e.W...))
	for range 2 {
		if lu.SolveVecTo(v, false, v) != nil && lu.Cond() > 1e15 {
			return nil
		}
	}
	return v.RawVector().Data
}
