package why_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
)

// TestRandomSessions walks at random, explains at random, and follows origins.
func TestRandomSessions(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 77))
		name := []string{"tea", "noisy-tiger", "tiger"}[seed%3]
		s := session(t, name, []string{"", "blocked", "aligned"}[seed/2], seed)
		for step := range 40 {
			intents := []model.Intent{
				{Verb: model.Forward, N: float64(1 + rng.IntN(40))}, {Verb: model.Back, N: float64(1 + rng.IntN(60))},
				{Verb: model.NextUnit}, {Verb: model.PreviousUnit}, {Verb: model.Continue}, {Verb: model.Last},
				{Verb: model.LeapBy, N: float64(1 + rng.IntN(300))}, {Verb: model.LeapBy, N: 1e5}, {Verb: model.Grow},
				{Verb: model.RunEstimate}, {Verb: model.RunPlan}, {Verb: model.RunPolicy}, {Verb: model.LeapBy, N: math.Inf(1)},
				{Verb: model.HoldTheory}, {Verb: model.SwitchBranch},
			}
			i := rng.IntN(len(intents))
			if intents[i].N == math.Inf(1) && rng.IntN(4) > 0 {
				continue // nothing changes the counts after it
			}
			s = do(t, s, intents[i])
			where := fmt.Sprintf("%s, seed %d, step %d, beat %d", name, seed, step, s.Place())
			for _, view := range views {
				targets := why.Targets(s, view)
				if len(targets) == 0 {
					continue
				}
				for range 3 {
					e := why.Explain(s, targets[rng.IntN(len(targets))], rng.IntN(2) == 0)
					sound(t, where, e)
					if rng.IntN(4) == 0 {
						leads(t, where, s, why.Explain(s, e.Target, false))
					}
				}
			}
			garbage := why.Target{Kind: why.Kind(rng.IntN(50) - 3), I: rng.IntN(30) - 3, J: rng.IntN(30) - 3, K: rng.IntN(30) - 3}
			sound(t, where, why.Explain(s, garbage, true))
			if t.Failed() {
				return
			}
		}
	}
}
