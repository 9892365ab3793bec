package experiment_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp/finding"
	"eeporl/scenarios"
)

func setUp(t *testing.T, name string) (*experiment.Truth, experiment.Setup) {
	t.Helper()
	s, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(s.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	return truth, experiment.Setup{
		States:   s.Model.Sizes().S,
		Moments:  moments.Options{Seed: 1, RewardValues: s.Model.RewardValues()},
		Planning: planning.Options{Horizon: s.Model.Horizon()},
	}
}

func TestRunFromTheExactLaw(t *testing.T) {
	truth, setup := setUp(t, "tea")
	var stages []experiment.Stage
	setup.Enter = func(s experiment.Stage) { stages = append(stages, s) }
	counts, err := truth.Draw(1, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	o, err := experiment.Run(context.Background(), counts, truth, setup)
	if err != nil {
		t.Fatal(err)
	}
	if !(o.Regret().High < 1e-9) || len(o.Findings) != 0 {
		t.Errorf("found regret %v and findings %+v, expected 0 and none", o.Regret(), o.Findings)
	}
	if o.AgainstBound != nil {
		t.Errorf("found the againstBound %+v of a law, expected none", o.AgainstBound)
	}
	if !slices.Equal(stages, []experiment.Stage{experiment.StageEstimate, experiment.StagePlan, experiment.StageOptimum}) {
		t.Errorf("found the stages %v, expected estimate, plan and optimum", stages)
	}
}

func TestRunWithoutTruth(t *testing.T) {
	truth, setup := setUp(t, "tea")
	counts, err := truth.Draw(1, 1e5)
	if err != nil {
		t.Fatal(err)
	}
	o, err := experiment.Run(context.Background(), counts, nil, setup)
	if err != nil {
		t.Fatal(err)
	}
	if o.Planned == nil || o.Optimal != nil || o.Estimated.Comparison != nil || !math.IsNaN(o.Regret().High) || !math.IsNaN(o.Planned.ValueTrue) {
		t.Errorf("found %+v, expected a plan and nothing that depends on a truth", o)
	}
}

// TestRunEndsInFindings: neither an estimate nor a planner that gives up is an
// error.
func TestRunEndsInFindings(t *testing.T) {
	truth, setup := setUp(t, "two-step")
	counts, err := truth.Draw(1, 1e5)
	if err != nil {
		t.Fatal(err)
	}
	o, err := experiment.Run(context.Background(), counts, truth, setup)
	if err != nil || o.Planned != nil || o.Findings[0].Code != finding.AssumptionViolated {
		t.Errorf("two-step: found %+v and %v, expected no plan and the violated assumption first", o, err)
	}

	truth, setup = setUp(t, "tea")
	setup.Planning.Tolerance = 2
	if counts, err = truth.Draw(1, 1e5); err != nil {
		t.Fatal(err)
	}
	o, err = experiment.Run(context.Background(), counts, truth, setup)
	if err != nil || o.Planned != nil || o.Findings[len(o.Findings)-1].Code != finding.PlanFailed {
		t.Errorf("tolerance: found %+v and %v, expected no plan and the finding that says so", o, err)
	}
}

func TestRunCancelled(t *testing.T) {
	truth, setup := setUp(t, "tea")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := experiment.Run(ctx, truth.Exact(), truth, setup); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected that it was cancelled", err)
	}
}

// TestEfficiency: polished comes near the Cramér–Rao bound, full does not.
func TestEfficiency(t *testing.T) {
	truth, setup := setUp(t, "robot")
	counts, err := truth.Draw(1, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	ratio := func(e moments.Run) float64 {
		setup.Estimator = e
		o, err := experiment.Run(context.Background(), counts, truth, setup)
		if err != nil || o.AgainstBound == nil {
			t.Fatalf("found %v and againstBound %+v, expected one", err, o.AgainstBound)
		}
		return o.AgainstBound.Ratio()
	}
	full, polished := ratio(moments.OfCounts(spectral.Full)), ratio(moments.OfCounts(likelihood.Polished))
	if !(polished > .5 && polished < 1.6 && full > 2*polished) {
		t.Errorf("found %.2f for full and %.2f for polished, expected about 1 for polished and much more for full", full, polished)
	}
}
