package experiment_test

import (
	"math"
	"os"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// The interval of a learned policy's worth holds its true value as often as it says, though the policy was made from the
// very same episodes, explored or recorded by a policy that looks at what it sees.
func TestWorthHoldsWhatItSays(t *testing.T) {
	if testing.Short() {
		t.Skip("learns many times, and draws")
	}
	seeds, sizes := 8, []int{1000}
	names := []string{"tea"}
	if os.Getenv("EEPORL_SLOW") != "" {
		seeds, sizes, names = 120, []int{300, 1000, 10_000}, []string{"tea", "robot", "diagnosis", "noisy-tiger"}
	}
	for _, name := range names {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		truth := truth(t, name)
		best, err := planning.Optimal(t.Context(), m, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for by, policy := range map[string]pomdp.Policy{"exploring": truth.Exploration, "a mixture with the best": mixed{best.Tree.Policy(), truth.Exploration}} {
			for _, n := range sizes {
				held, wide := 0, 0.0
				for seed := range uint64(seeds) {
					episodes := recorded(m, policy, seed, n)
					o := moments.Options{Seed: seed, RewardValues: m.RewardValues(), Horizon: m.Horizon()}
					e := moments.Whole(t.Context(), episodes, nil, m.Sizes().S, o, nil)
					if !e.OK() {
						t.Fatal(e.Findings)
					}
					plan, err := experiment.Plan(t.Context(), e.Learned, planning.Options{Horizon: m.Horizon(), Discount: 1}, truth)
					if err != nil {
						t.Fatal(err)
					}
					w, err := experiment.PolicyWorth(t.Context(), episodes, e.Model, plan.Tree, .95, o)
					if err != nil {
						t.Fatal(err)
					}
					if w.Low <= plan.ValueTrue && plan.ValueTrue <= w.High {
						held++
					}
					wide += (w.High - w.Low) / float64(seeds)
				}
				t.Logf("%s, %s, N = %d: held %d of %d, width %.3g", name, by, n, held, seeds, wide)
				if share := float64(held) / float64(seeds); share < .95-3.3*math.Sqrt(.95*.05/float64(seeds)) {
					t.Errorf("%s, %s, N = %d: held %d of %d", name, by, n, held, seeds)
				}
			}
		}
	}
}

// mixed follows either of two policies, with equal probability at each step.
type mixed [2]pomdp.Policy

func (p mixed) Next(past []pomdp.Step, probs []float64) {
	other := make([]float64, len(probs))
	p[0].Next(past, probs)
	p[1].Next(past, other)
	for a := range probs {
		probs[a] = (probs[a] + other[a]) / 2
	}
}

func recorded(m *pomdp.POMDP, policy pomdp.Policy, seed uint64, n int) *moments.Episodes {
	sim := pomdp.NewSimulator(m, policy, seed+500, pomdp.StreamExplore)
	return moments.NewEpisodes(m.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for i := range uint64(n) {
			var acts []pomdp.Act
			for _, step := range sim.Episode(i).Steps {
				acts = append(acts, pomdp.Act{Action: step.Action.Value, Reward: step.Reward.Value, Observation: step.Observation.Value})
			}
			if !yield(acts, 1) {
				return
			}
		}
	})
}
