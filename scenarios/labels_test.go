package scenarios_test

import (
	"context"
	"testing"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// What well-posed promises: `full` labels every column right at N = 10⁶.
func TestWellPosedScenariosAreLearnable(t *testing.T) {
	const episodes, seeds = 1e6, 10
	for _, s := range scenarios.List() {
		if !s.WellPosed {
			continue
		}
		n := s.Model.Sizes()
		e, err := pomdp.NewExploration(n.A, pomdp.DefaultC(n.A))
		if err != nil {
			t.Fatal(err)
		}
		law, hmm := pomdp.ExactLaw(s.Model, e), pomdp.Induce(s.Model, e)
		for seed := range uint64(seeds) {
			counts, err := moments.Sample(law, episodes, pomdp.Source(seed, pomdp.StreamLeap, 0))
			if err != nil {
				t.Fatal(err)
			}
			estimate := spectral.Full(context.Background(), counts, n.S, moments.Options{Seed: seed})
			truth := moments.Compare(estimate, hmm)
			if truth == nil {
				stopped, _ := estimate.Stopped()
				t.Errorf("%s, seed %d: no columns: %+v", s.Name, seed, stopped)
				continue
			}
			if truth.LabelsRight != n.K() {
				t.Errorf("%s, seed %d: %d of %d labels right", s.Name, seed, truth.LabelsRight, n.K())
			}
			if limit := 1 / (3 * float64(n.Outcomes())); truth.OMax > limit {
				t.Errorf("%s, seed %d: ‖Ô−O‖_max = %.4f exceeds Lemma 3's %.4f", s.Name, seed, truth.OMax, limit)
			}
		}
	}
}
