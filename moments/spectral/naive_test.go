package spectral_test

import (
	"context"
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// teaWithBelief is tea with another initial belief.
func teaWithBelief(t testing.TB, b ...float64) pomdptest.Truth {
	t.Helper()
	spec := pomdptest.Load(t, "tea").Spec()
	spec.Initial = b
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return pomdptest.TruthFor(t, m)
}

// failures counts the seeds at which an estimator's answer is not near the
// truth: an RMSE above 0.05, or no answer.
func failures(t testing.TB, tr pomdptest.Truth, name string, n float64, seeds int, o moments.Options) int {
	t.Helper()
	estimate, err := estimators.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for seed := range uint64(seeds) {
		o.Seed = seed
		c := moments.Compare(estimate.Run(context.Background(), moments.Data{Counts: momentstest.Sample(t, tr, n, seed)}, tr.Model.Sizes().S, o), tr.HMM)
		if c == nil || c.Parameters == nil || !(c.Parameters.RMSE < 0.05) {
			failed++
		}
	}
	return failed
}

// TestNaiveMixesStatesUp. By chance the orders of two states agree
// half the time.
func TestNaiveMixesStatesUp(t *testing.T) {
	const seeds, n = 40, 1e6
	repair := moments.Options{MatchByBelief: true}
	for _, c := range []struct {
		what     string
		tr       pomdptest.Truth
		name     string
		o        moments.Options
		low, top int
	}{
		{"tea", teaWithBelief(t, 0.55, 0.45), "naive", moments.Options{}, 8, 32},
		{"tea", teaWithBelief(t, 0.55, 0.45), "full", moments.Options{}, 0, 0},
		{"tea", teaWithBelief(t, 0.55, 0.45), "aligned", moments.Options{}, 0, 0},
		{"distinct b", teaWithBelief(t, 0.8, 0.2), "naive", moments.Options{}, 8, 32},
		{"distinct b, repaired", teaWithBelief(t, 0.8, 0.2), "naive", repair, 0, 0},
		{"uniform b, repaired", teaWithBelief(t, 0.5, 0.5), "naive", repair, 8, 32},
		{"uniform b", teaWithBelief(t, 0.5, 0.5), "aligned", moments.Options{}, 0, 0},
	} {
		got := failures(t, c.tr, c.name, n, seeds, c.o)
		t.Logf("%s with %s: wrong on %d of %d seeds", c.name, c.what, got, seeds)
		if got < c.low || got > c.top {
			t.Errorf("%s with %s is wrong on %d of %d seeds, expected %d to %d", c.name, c.what, got, seeds, c.low, c.top)
		}
	}
}

// TestRepeatsAreWhatNaiveUses: the share of episodes that repeat an action is the mass of the
// counts that naive learns that action from, and tends to p(a₁ = a₂ = a₃ = a₄ = a).
func TestRepeatsAreWhatNaiveUses(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "robot"))
	counts, limit := momentstest.Sample(t, tr, 5000, 3), moments.FromLaw(tr.Law)
	e := pomdptest.Explore(t, counts.Sizes().A, pomdp.DefaultC(counts.Sizes().A))
	for a := range counts.Sizes().A {
		if got, want := counts.Repeats(a), counts.Fixed(a).Mass()/counts.Mass(); math.Abs(got-want) > 1e-12 || want == 0 {
			t.Errorf("action %d: share %v, expected %v", a, got, want)
		}
		if got, want := limit.Repeats(a), e.Path([4]int{a, a, a, a}); math.Abs(got-want) > 1e-12 {
			t.Errorf("action %d: share %v in the limit, expected %v", a, got, want)
		}
	}
}
