package experiment_test

import (
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
)

// Under the exact law the operators of whole symbols predict exactly and plan best, on tiger too, where P̂₁₂ has 10
// of 18 directions and no columns are found. On two-step the later steps have more directions than P̂₁₂: it says so.
func TestHKZIsExactUnderTheLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	for name, rank := range map[string]int{"tea": 8, "noisy-tiger": 18, "dialog": 18, "diagnosis": 12, "robot": 8, "tiger": 10} {
		truth := truth(t, name)
		o := moments.Options{RewardValues: truth.Model.RewardValues(), Horizon: truth.Model.Horizon()}
		e := spectral.HKZ(t.Context(), truth.Exact(), truth.Model.Sizes().S, o)
		if !e.OK() || e.Operators.Rank() != rank {
			t.Errorf("%s: found %v", name, e.Findings)
			continue
		}
		if _, below := e.Find(finding.RankBelowK); below != (name == "tiger") {
			t.Errorf("%s: found %v", name, e.Findings)
		}
		if p := experiment.Predict(e.Learned, truth); p.TV > 1e-10 || e.Operators.Closure() > 1e-10 {
			t.Errorf("%s: predictions are off by %g, outcomes by %g", name, p.TV, e.Operators.Closure())
		}
		plan, err := experiment.Plan(t.Context(), e.Learned, planning.Options{Horizon: truth.Model.Horizon(), Discount: truth.Model.Discount()}, truth)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		best, err := planning.Optimal(t.Context(), truth.Model, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(best.Value-plan.ValueTrue) > 1e-9 || math.Abs(plan.Value-best.Value) > 1e-9 {
			t.Errorf("%s: promises %g, is worth %g, expected %g", name, plan.Value, plan.ValueTrue, best.Value)
		}
	}
	two := truth(t, "two-step")
	e := spectral.HKZ(t.Context(), two.Exact(), two.Model.Sizes().S, moments.Options{Horizon: 4})
	if _, negative := e.Find(finding.NegativeProbabilities); !negative || experiment.Predict(e.Learned, two).TV < .05 {
		t.Errorf("two-step: found %v", e.Findings)
	}
}

// At N = 10⁴ the median total variation of predictions is what an independent implementation measured with other seeds.
func TestHKZPredictsAsMeasuredElsewhere(t *testing.T) {
	tier.Long(t, "learns many times on one goroutine")
	for name, measured := range map[string]float64{"tea": .032, "noisy-tiger": .073, "dialog": .064, "diagnosis": .053, "robot": .030} {
		truth := truth(t, name)
		var tv []float64
		for seed := range uint64(7) {
			c, err := truth.Draw(seed+201, 1e4)
			if err != nil {
				t.Fatal(err)
			}
			e := spectral.HKZ(t.Context(), c, truth.Model.Sizes().S, moments.Options{RewardValues: truth.Model.RewardValues()})
			if !e.OK() {
				t.Fatalf("%s: found %v", name, e.Findings)
			}
			tv = append(tv, experiment.Predict(e.Learned, truth).TV)
		}
		if got := median(tv); got < .6*measured || got > 1.5*measured {
			t.Errorf("%s: found %.4f, expected about %.3f", name, got, measured)
		}
	}
}

func BenchmarkHKZ(b *testing.B) { benchmarkEstimator(b, spectral.HKZ, "tea", "noisy-tiger") }
