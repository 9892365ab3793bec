package pomdp_test

import (
	"math"
	"slices"
	"testing"

	"eeporl/pomdp"
	"eeporl/scenarios"
)

// A model and its exact parameters in any orders give everything that can be seen the probability that the
// model's own beliefs give it; what was not looked at is summed over.
func TestLearnedTellsTheSequenceLaw(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "dialog", "diagnosis"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m, n := sc.Model, sc.Model.Sizes()
		order := pomdp.IdentityOrder(n)
		for pair := range order {
			for j := range order[pair] {
				order[pair][j] = (j + pair) % n.S
			}
		}
		for what, l := range map[string]pomdp.Learned{"model": m, "pairs": m.Pairs(order)} {
			var walk func(t, at int, situation, belief []float64) float64
			walk = func(depth, at int, situation, belief []float64) (off float64) {
				for a := range n.A {
					weights := l.Outcomes(situation, a)
					byObservation := make([]float64, n.Z)
					for o, w := range weights {
						z, r := n.OutcomeAt(o)
						after, p := m.UpdateBelief(belief, a, r, z)
						off = max(off, math.Abs(w-p))
						byObservation[z] += w
						if next := l.Next(situation, a, r, z); p > 0 && depth > 0 && o == at%len(weights) {
							off = max(off, walk(depth-1, at+3, next, after))
						} else if p == 0 && next != nil {
							off = max(off, slices.Max(next)+1)
						}
					}
					for z, w := range byObservation {
						after, p := m.After(belief, pomdp.Act{Action: a, Reward: -1, Observation: z})
						if off = max(off, math.Abs(w-p)); p == 0 || depth == 0 {
							continue
						}
						next := l.Next(situation, a, -1, z)
						for o, x := range l.Outcomes(next, at%n.A) {
							off = max(off, math.Abs(x-m.Outcomes(after, at%n.A)[o]))
						}
					}
				}
				return off
			}
			if off := walk(3, 1, l.Start(), m.InitialBelief()); off > 1e-12 {
				t.Errorf("%s, %s: a probability is off by %g", name, what, off)
			}
		}
	}
}
