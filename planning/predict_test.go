package planning_test

import (
	"math"
	"testing"

	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// Exact parameters predict exactly, in whatever orders of the states; those of another model do not, and
// by as much as can be reckoned by hand after one step.
func TestPrediction(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "diagnosis"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		n := sc.Model.Sizes()
		order := pomdp.IdentityOrder(n)
		for pair := range order {
			for j := range order[pair] {
				order[pair][j] = (j + pair) % n.S
			}
		}
		truth, err := planning.FromModel(sc.Model, planning.ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		parameters := sc.Model.Pairs(order)
		same, err := planning.FromPairs(parameters, planning.ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := planning.PredictionOf(same, truth, 4); err != nil || p.TV > 1e-12 || math.Abs(p.KL) > 1e-12 {
			t.Errorf("%s: found %+v, expected 0, %v", name, p, err)
		}
		for pair := range parameters.Reward { // every reward as likely as any other
			for r := range parameters.Reward[pair] {
				for j := range parameters.Reward[pair][r] {
					parameters.Reward[pair][r][j] = 1 / float64(n.R)
				}
			}
		}
		other, err := planning.FromPairs(parameters, planning.ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for a := range n.A {
			for r := range n.R {
				is := 0.0
				for s := range n.S {
					is += sc.Model.Initial(s) * sc.Model.R(a, s, r)
				}
				want += math.Abs(is-1/float64(n.R)) / 2 / float64(n.A)
			}
		}
		if p, err := planning.PredictionOf(other, truth, 1); err != nil || math.Abs(p.TV-want) > 1e-12 {
			t.Errorf("%s: found a total variation of %g after one step, expected %g, %v", name, p.TV, want, err)
		}
	}
}
