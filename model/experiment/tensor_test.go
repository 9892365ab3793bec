package experiment_test

import (
	"context"
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
)

// Under the exact law the tensor's components are the columns, whether one tensor holds all or each pair has its own:
// λ⁻² are their weights, and they sum to 1. Where P̂₁₃ lacks the rank it says so.
func TestTensorIsExactUnderTheLaw(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot", "tiger", "two-step"} {
		truth := truth(t, name)
		for _, blocks := range []bool{false, true} {
			o := moments.Options{RewardValues: truth.Model.RewardValues(), Horizon: truth.Model.Horizon(), Blocks: blocks}
			e := spectral.Tensor(t.Context(), truth.Exact(), truth.Model.Sizes().S, o)
			if name == "tiger" || name == "two-step" {
				if _, violated := e.Find(finding.AssumptionViolated); !violated || e.OK() {
					t.Errorf("%s, blocks %v: found %v", name, blocks, e.Findings)
				}
				continue
			}
			if !e.OK() || len(e.Findings) > 0 {
				t.Errorf("%s, blocks %v: found %v", name, blocks, e.Findings)
				continue
			}
			c := moments.Compare(e, truth.HMM)
			if worst := max(c.Parameters.RMSE, c.OMax, c.T2, c.W2, e.Power.Residual); worst > 1e-11 {
				t.Errorf("%s, blocks %v: off by %g", name, blocks, worst)
			}
			for i, x := range e.Power.Components {
				if math.Abs(x.Sum-1) > 1e-11 || math.Abs(1/(x.Lambda*x.Lambda)-e.W[i]) > 1e-11 || x.Overlap > 1e-9 {
					t.Errorf("%s, blocks %v: component %d sums to %g, weighs %g against %g, overlaps %g", name, blocks, i, x.Sum, 1/(x.Lambda*x.Lambda), e.W[i], x.Overlap)
				}
				if digits := x.Digits(); digits[len(digits)-1] < 10 || len(digits) > 20 {
					t.Errorf("%s, blocks %v: component %d has %v digits right", name, blocks, i, digits)
				}
			}
		}
	}
}

// At N = 10⁴ the median total variation is what an independent implementation measured with other seeds.
func TestTensorPredictsAsMeasuredElsewhere(t *testing.T) {
	tier.Long(t, "learns many times on one goroutine")
	for name, measured := range map[string][2]float64{"tea": {.035, .028}, "noisy-tiger": {.071, .047}, "dialog": {.052, .039}, "diagnosis": {.080, .051}, "robot": {.042, .028}} {
		truth := truth(t, name)
		for i, blocks := range []bool{false, true} {
			var tv []float64
			for seed := range uint64(7) {
				c, err := truth.Draw(seed+201, 1e4)
				if err != nil {
					t.Fatal(err)
				}
				if e := spectral.Tensor(t.Context(), c, truth.Model.Sizes().S, moments.Options{RewardValues: truth.Model.RewardValues(), Blocks: blocks}); e.OK() {
					tv = append(tv, experiment.Predict(e.Learned, truth).TV)
				}
			}
			if got := median(tv); len(tv) < 5 || got < .6*measured[i] || got > 1.5*measured[i] {
				t.Errorf("%s, blocks %v: found %.4f of %d, expected about %.3f", name, blocks, got, len(tv), measured[i])
			}
		}
	}
}

// A state too many is told: whitening fails, or a component is found twice.
func TestTensorTellsOfAStateTooMany(t *testing.T) {
	truth := truth(t, "robot")
	c, err := truth.Draw(1, 1e4)
	if err != nil {
		t.Fatal(err)
	}
	e := spectral.Tensor(t.Context(), c, truth.Model.Sizes().S+1, moments.Options{})
	if len(e.Findings) == 0 {
		t.Error("found nothing to say")
	}
}

// A state too few leaves more of the tensor than chance does, and the right number does not.
func TestTensorTellsOfAStateTooFew(t *testing.T) {
	for _, name := range []string{"tea", "diagnosis", "noisy-tiger"} {
		truth := truth(t, name)
		states := truth.Model.Sizes().S
		c, err := truth.Draw(3, 1e6)
		if err != nil {
			t.Fatal(err)
		}
		for _, asked := range []int{states - 1, states} {
			e := spectral.Tensor(t.Context(), c, asked, moments.Options{})
			if f, left := e.Find(finding.TensorResidual); left != (asked < states) {
				t.Errorf("%s with %d of %d states: found %+v", name, asked, states, f)
			}
		}
	}
}

func BenchmarkTensor(b *testing.B) { benchmarkEstimator(b, spectral.Tensor, "tea", "noisy-tiger") }

func benchmarkEstimator(b *testing.B, run func(context.Context, *moments.Counts, int, moments.Options) *moments.Estimate, names ...string) {
	for _, name := range names {
		truth := truth(b, name)
		c, err := truth.Draw(1, 1e5)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run(b.Context(), c, truth.Model.Sizes().S, moments.Options{})
			}
		})
	}
}
