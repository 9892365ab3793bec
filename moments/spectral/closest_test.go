package spectral

import (
	"context"
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/pomdp/pomdptest"
)

// The closest pair is the gap that the estimate reports, within one block.
func TestClosestIsTheGap(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	e := Full(context.Background(), moments.FromLaw(tr.Law), 2, moments.Options{Seed: 3})
	left, right, ok := e.Closest()
	if !ok || e.Subspaces.Block[left] != e.Subspaces.Block[right] {
		t.Fatalf("columns %d and %d of the blocks %v", left, right, e.Subspaces.Block)
	}
	if gap := real(e.Eigen.Values[right] - e.Eigen.Values[left]); math.Abs(gap-e.Rotations[e.Chosen].Gap) > 1e-12 {
		t.Errorf("they lie %g apart, the gap is %g", gap, e.Rotations[e.Chosen].Gap)
	}
}
