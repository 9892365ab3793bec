package likelihood

import (
	"context"
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// The quasi-Newton climb comes to the maximum that scoring comes to, and its gradient in parts is
// the gradient.
func TestQuasiClimbsAsHighAsScoring(t *testing.T) {
	for seed, name := range []string{"tea", "random:2,3,3,2,3", "random:3,2,3,2,1"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		e, err := pomdp.NewExploration(m.Sizes().A, .5)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := moments.Sample(pomdp.ExactLaw(m, e), 1e5, pomdp.Source(uint64(seed), pomdp.StreamLeap, 0))
		if err != nil {
			t.Fatal(err)
		}
		l := NewLikelihood(counts, m.Sizes().S)
		scored, climbed := newAscent(l.Clone()), newAscent(l.Clone())
		copy(scored.x, l.Vector(m))
		scored.Interior(scored.x, StartInterior)
		copy(climbed.x, scored.x)
		grad, inParts := make([]float64, l.Size), make([]float64, l.Size)
		value, same := l.gradient(climbed.x, grad, true), newWide(l.Clone()).gradient(climbed.x, inParts)
		if math.Abs(value-same) > 1e-9*math.Abs(value) {
			t.Errorf("%s: found the value %.15g in parts, expected %.15g", name, same, value)
		}
		for i := range grad {
			if math.Abs(grad[i]-inParts[i]) > 1e-7*(1+math.Abs(grad[i])) {
				t.Fatalf("%s: entry %d: found %g in parts, expected %g", name, i, inParts[i], grad[i])
			}
		}
		high := scored.scoring(context.Background(), scoringIterations, false)
		got := climbed.quasi(context.Background())
		if got.Last() < high.Last()-1e-3 || !got.Converged { // it only comes near to entries at 0
			t.Errorf("%s: found %.9g (converged: %v), expected %.9g", name, got.Last(), got.Converged, high.Last())
		}
	}
}
