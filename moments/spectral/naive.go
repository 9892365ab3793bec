package spectral

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Naive is the approach that the paper's section 4 argues against: one HMM for
// each fixed action, learned separately, from the episodes that took it four times
// (cells a₁ = a₂ = a₃ = a₄). Each comes back in its own order of the states, the one
// that the eigen-solver gives, and all are taken as if they had the same order.
// Options.MatchByBelief sorts every action's states by its own estimate of the
// initial belief: a repair that works where b's entries are well separated.
func Naive(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("naive", counts, states, options)
	if !e.AcceptCounts(counts) || !e.TellsApart() {
		return e
	}
	n := e.Sizes
	l := params.NewLayout(n)
	x, signed := make([]float64, l.Size), make([]float64, l.Size)
	for a := range n.A {
		own := options
		own.Seed = options.Seed + uint64(a)*0x9e3779b97f4a7c15 // every action its own rotations
		part := Blocked(ctx, counts.Fixed(a), states, own)
		for _, f := range part.Findings {
			f.Detail = fmt.Sprintf("With action %d alone: %s", a+1, f.Detail)
			e.Add(f.AtPair(n.Pair(a, a)))
		}
		if !part.OK() {
			e.Stage = min(part.Stage, moments.StageColumns)
			return e
		}
		order := make([]int, n.S)
		for s := range order {
			order[s] = s
		}
		p := part.Parameters
		if e.Options.MatchByBelief {
			slices.SortStableFunc(order, func(i, j int) int { return num.CmpFloat(p.Initial[0][j], p.Initial[0][i]) })
			judgeBelief(e, a, p.Initial[0], order)
		}
		belief := make([]float64, n.S)
		for s, j := range order {
			belief[s] = p.Initial[0][j]
		}
		e.Beliefs = append(e.Beliefs, belief)
		l.SetAction(x, a, p, order)
		l.SetAction(signed, a, part.Signed, order)
	}
	e.Signed = l.Pairs(signed, e.Options.RewardsOf(n.R))
	e.Negative = moments.MassBelow0(e.Signed, n)
	e.Finish(l, x, counts)
	return e
}

// judgeBelief adds a finding when the belief's entries are too close to sort by.
func judgeBelief(e *moments.Estimate, a int, b []float64, order []int) {
	gap := math.Inf(1)
	for i := 1; i < len(order); i++ {
		gap = math.Min(gap, b[order[i-1]]-b[order[i]])
	}
	if gap < closeBeliefs {
		e.Add(finding.New(finding.AmbiguousMatch, gap, closeBeliefs, fmt.Sprintf(
			"With action %d alone two entries of b̂ differ by only %s: sorting by them may mix the states up.", a+1, figure.Number(gap))).AtPair(e.Sizes.Pair(a, a)))
	}
}

const closeBeliefs = 0.05
