package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Naive is the approach that the paper's section 4 argues against: one HMM for
// each fixed action, learned separately, from the episodes that took it four times
// (cells a₁ = a₂ = a₃ = a₄). Each comes back in its own order of the states, the one
// that the eigen-solver gives, and all are taken as if they had the same order.
// Options.MatchByBelief sorts every action's states by its own estimate of the
// initial belief: a repair that works where b's entries are well separated.
func Naive(ctx context.Context, counts *Counts, states int, options Options) *Estimate {
	e := newEstimate("naive", counts, states, options)
	if !e.acceptCounts(counts) || !e.tellsApart() {
		return e
	}
	n := e.Sizes
	l := newLayout(n)
	x, signed := make([]float64, l.size), make([]float64, l.size)
	for a := range n.A {
		own := options
		own.Seed = options.Seed + uint64(a)*0x9e3779b97f4a7c15 // every action its own rotations
		part := Blocked(ctx, counts.fixed(a), states, own)
		for _, f := range part.Findings {
			f.Detail = fmt.Sprintf("With action %d alone: %s", a+1, f.Detail)
			e.add(f.AtPair(n.Pair(a, a)))
		}
		if !part.OK() {
			e.Stage = min(part.Stage, StageColumns)
			return e
		}
		order := make([]int, n.S)
		for s := range order {
			order[s] = s
		}
		p := part.Parameters
		if e.Options.MatchByBelief {
			slices.SortStableFunc(order, func(i, j int) int { return cmpFloat(p.Initial[0][j], p.Initial[0][i]) })
			e.judgeBelief(a, p.Initial[0], order)
		}
		belief := make([]float64, n.S)
		for s, j := range order {
			belief[s] = p.Initial[0][j]
		}
		e.Beliefs = append(e.Beliefs, belief)
		l.setAction(x, a, p, order)
		l.setAction(signed, a, part.Signed, order)
	}
	e.Signed = l.pairs(signed, e.Options.rewards(n.R))
	e.Negative = massBelow0(e.Signed, n)
	e.finish(l, x, counts)
	return e
}

// judgeBelief adds a finding when the belief's entries are too close to sort by.
func (e *Estimate) judgeBelief(a int, b []float64, order []int) {
	gap := math.Inf(1)
	for i := 1; i < len(order); i++ {
		gap = math.Min(gap, b[order[i-1]]-b[order[i]])
	}
	if gap < closeBeliefs {
		e.add(finding.New(finding.AmbiguousMatch, gap, closeBeliefs, fmt.Sprintf(
			"With action %d alone two entries of b̂ differ by only %s: sorting by them may mix the states up.", a+1, figure.Number(gap))).AtPair(e.Sizes.Pair(a, a)))
	}
}

const closeBeliefs = 0.05
