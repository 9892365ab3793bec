package precision

import (
	"context"
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/moments/params"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// Exact parameters in any order of the pairs' states average to the model.
func TestAverageUndoesTheOrders(t *testing.T) {
	m := pomdptest.Load(t, "diagnosis")
	n := m.Sizes()
	order := pomdp.IdentityOrder(n)
	for pair := range order {
		if pair%2 == 0 { // reverse every other pair
			for i, j := 0, n.S-1; i < j; i, j = i+1, j-1 {
				order[pair][i], order[pair][j] = order[pair][j], order[pair][i]
			}
		}
	}
	e := params.Average(m.Pairs(order), order)
	near := func(got, want float64, what string) {
		if math.Abs(got-want) > 1e-14 {
			t.Errorf("%s: %g, want %g", what, got, want)
		}
	}
	for s := range n.S {
		near(e.Initial[s], m.Initial(s), "initial")
		for a := range n.A {
			for s2 := range n.S {
				near(e.Transition[a][s][s2], m.T(a, s, s2), "transition")
			}
			for z := range n.Z {
				near(e.Observation[a][s][z], m.Z(a, s, z), "observation")
			}
			for r := range n.R {
				near(e.Reward[a][s][r], m.R(a, s, r), "reward")
			}
		}
	}
}

// An interval around an average of copies is the average's: narrower than the
// copies' own where these err apart from each other.
func TestIntervalsOfAveragesAreTheAverages(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	counts := momentstest.Sample(t, tr, 1e5, 1)
	est := spectral.Full(context.Background(), counts, 2, moments.Options{Seed: 1})
	order := moments.Compare(est, tr.HMM).Order
	r := Bootstrap(context.Background(), counts, est, 60, nil, nil)
	low, high := r.Average(order, .95)
	pairs := r.Intervals(.95)
	ends := [2]*params.Entries{params.Average(pairs.Low, order), params.Average(pairs.High, order)}
	own, copies := high.Initial[0]-low.Initial[0], ends[1].Initial[0]-ends[0].Initial[0]
	if own > copies/2 {
		t.Errorf("the interval of b̂ is %.3f wide, that of its copies %.3f", own, copies)
	}
	if pairs.Kind != SignedPercentile || pairs.Words() == "" {
		t.Errorf("the intervals are called %q", pairs.Words())
	}
}
