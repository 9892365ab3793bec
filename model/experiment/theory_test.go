package experiment_test

import (
	"context"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/planning"
)

// No lemma that applies is violated on tea, and the N that suffices is far
// below the theorem's.
func TestLemmasHoldAndEpisodesSuffice(t *testing.T) {
	ctx, tr := context.Background(), truth(t, "tea")
	counts, err := tr.Draw(7, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	m := tr.Model
	o := moments.Options{Seed: 7, RewardValues: m.RewardValues(), Horizon: m.Horizon()}
	plan := planning.Options{Horizon: m.Horizon(), Discount: m.Discount()}
	outcome, err := experiment.Run(ctx, counts, tr, experiment.Setup{States: 2, Moments: o, Planning: plan})
	if err != nil {
		t.Fatal(err)
	}
	b := bounds.Of(m, tr.Exploration)
	rows, err := experiment.Chain(ctx, b, tr, outcome, .1)
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, r := range rows {
		if v := r.Verdict(); v == bounds.Violated {
			t.Errorf("%s, %s: %g against %g", r.Lemma, r.Quantity, r.Measured, r.Bound)
		} else if v != bounds.Unknown {
			known++
		}
	}
	if known < len(rows)/2 {
		t.Errorf("%d of %d rows are known", known, len(rows))
	}
	sufficed, err := experiment.Sufficient(ctx, tr, experiment.Search{Estimator: "full", Moments: o, Planning: plan, Epsilon: .1, Delta: .1, Seeds: 10})
	if err != nil || !sufficed.OK {
		t.Fatal(sufficed, err)
	}
	if last := sufficed.Tried[len(sufficed.Tried)-1]; last.Episodes > 1e6 || last.Episodes > b.Episodes(.1, .1).Chained.N || last.Seeds < 9 {
		t.Errorf("%+v sufficed", last)
	}
	if bare, err := experiment.Chain(ctx, b, tr, nil, .1); err != nil || len(bare) == 0 || bare[0].Verdict() == "" {
		t.Errorf("%d rows without an outcome, %v", len(bare), err)
	}
}

// A plan that ended before its tree was known to be the best one violates no
// lemma: its certified gap is counted in.
func TestBudgetedPlanViolatesNothing(t *testing.T) {
	ctx, tr := context.Background(), truth(t, "noisy-tiger")
	counts, err := tr.Draw(7, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	m := tr.Model
	outcome, err := experiment.Run(ctx, counts, tr, experiment.Setup{
		States: 2, Moments: moments.Options{Seed: 7, RewardValues: m.RewardValues(), Horizon: m.Horizon()},
		Planning: planning.Options{Horizon: m.Horizon(), Discount: m.Discount(), Planner: planning.PointBased, Budget: planning.Budget{Trials: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	gap := outcome.Planned.Upper - outcome.Planned.Value
	rows, err := experiment.Chain(ctx, bounds.Of(m, tr.Exploration), tr, outcome, .1)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, r := range rows {
		found = found || r.Lemma == "L7, ε_planning" && r.Bound == gap
		if r.Verdict() == bounds.Violated {
			t.Errorf("%s, %s: %g against %g", r.Lemma, r.Quantity, r.Measured, r.Bound)
		}
	}
	if gap < 1e-3 || !found {
		t.Errorf("a gap of %g is not in the chain", gap)
	}
}
