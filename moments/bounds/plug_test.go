package bounds_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
)

// plugged estimates from a scenario's counts, and forgets the scenario.
func plugged(t testing.TB, name, estimator string, n float64) (subject, *moments.Counts, *moments.Estimate, bounds.Plugged) {
	t.Helper()
	s := subjectOf(t, load(t, name))
	counts := moments.FromLaw(s.law)
	if !math.IsInf(n, 1) {
		var err error
		if counts, err = moments.Sample(s.law, n, pomdp.Source(3, pomdp.StreamLeap, 0)); err != nil {
			t.Fatal(err)
		}
	}
	by, err := estimators.Named(estimator)
	if err != nil {
		t.Fatal(err)
	}
	est := by.Run(context.Background(), moments.Data{Counts: counts}, s.model.Sizes().S, moments.Options{Seed: 3, RewardValues: s.model.RewardValues()})
	return s, counts, est, bounds.Plug(est, counts, s.model.Horizon(), s.model.RewardValues())
}

// Where the estimate is the truth, what is made of it is what Of makes of the
// truth; so the bounds differ by nothing but the estimate's error.
func TestPluggedTruthIsTheModel(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "robot"} {
		for _, estimator := range []string{"full", "blocked", "polished"} {
			s, _, est, p := plugged(t, name, estimator, math.Inf(1))
			b := s.bounds
			for what, pair := range map[string][2]float64{
				"c": {p.C, b.C}, "ε_a": {p.EpsilonA, b.EpsilonA}, "σ_T": {p.SigmaT.Value, b.SigmaT.Value}, "σ_Z": {p.SigmaZ.Value, b.SigmaZ.Value},
				"σ_R": {p.SigmaR.Value, b.SigmaR.Value}, "‖T⁻¹‖": {p.InverseT, b.InverseT}, "σ_min(O)": {p.SigmaO, b.SigmaO}, "κ(M₁)": {p.CondM1, b.CondM1},
				"σ_k(P₁₂)": {p.SigmaK12, b.SigmaK12}, "σ_k(P₁₃)": {p.SigmaK13, b.SigmaK13}, "‖P₁₂₃‖": {p.NormP123, b.NormP123}, "C_ddd": {p.Cddd(.03), b.Cddd(.03)},
				"R_max": {p.RMax, b.RMax}, "log₁₀ N": {p.Episodes(.1, .1).Chained.Log10, b.Episodes(.1, .1).Chained.Log10},
			} {
				if !near(pair[0], pair[1], 1e-5) {
					t.Errorf("%s by %s: %s = %g, of the truth %g", name, estimator, what, pair[0], pair[1])
				}
			}
			rows, want := p.Chain(est, .1, 0, 0), b.Chain(nil, nil, .1, nil)
			if len(rows) != len(want) {
				t.Fatalf("%d rows, of the truth %d", len(rows), len(want))
			}
			for i, r := range rows {
				if r.Lemma == "L1" && !near(r.Bound, want[i].Bound, 1e-5) {
					t.Errorf("%s: %s %g, of the truth %g", name, r.Quantity, r.Bound, want[i].Bound)
				}
			}
		}
	}
}

// Nothing that is made of estimates is judged, and each row says what it is made
// of, or why it is not there.
func TestPluggedBoundsClaimNothing(t *testing.T) {
	for _, c := range []struct {
		estimator string
		n         float64
	}{{"full", 1e6}, {"full", 300}, {"blocked", 1e5}, {"polished", 1e5}, {"naive", 1e5}, {"em", 1e5}} {
		_, _, est, p := plugged(t, "tea", c.estimator, c.n)
		if est.OK() && p.C < .4 || p.C > .6 && c.n > 1e4 {
			t.Errorf("c = %g, expected about .5", p.C)
		}
		for _, r := range p.Chain(est, .1, 0, 0) {
			if v := r.Verdict(); v != bounds.Unknown && !(r.Lemma == "L7" && v == bounds.Certain) {
				t.Errorf("%s from %g: %s, %s is %s", c.estimator, c.n, r.Lemma, r.Quantity, v)
			}
			switch {
			case !strings.HasPrefix(r.Lemma, "L7") && !math.IsNaN(r.Measured):
				t.Errorf("%s: %s was measured without a truth: %g", c.estimator, r.Quantity, r.Measured)
			case r.Basis == bounds.OfTruth:
				t.Errorf("%s: %s does not say what it is made of", c.estimator, r.Quantity)
			case math.IsNaN(r.Bound) != (r.Reason != ""):
				t.Errorf("%s: %s ≤ %g, reason %q", c.estimator, r.Quantity, r.Bound, r.Reason)
			case r.Basis == bounds.OfKnown && math.IsNaN(r.Bound):
				t.Errorf("%s: %s takes no more than sizes, and is unknown", c.estimator, r.Quantity)
			}
		}
	}
}

// What would be made of noise is not made.
func TestPluggedNoiseIsUnknown(t *testing.T) {
	_, counts, est, p := plugged(t, "noisy-tiger", "blocked", 400)
	if p.Moments == "" {
		t.Fatal("σ_k of 400 episodes is taken for a figure")
	}
	for _, r := range p.Chain(est, .1, 0, math.NaN()) {
		if strings.HasPrefix(r.Lemma, "L2") && !math.IsNaN(r.Bound) {
			t.Errorf("%s ≤ %g", r.Quantity, r.Bound)
		}
	}
	if n := p.Episodes(.1, .1).Chained; !math.IsNaN(n.N) || n.Reason == "" {
		t.Errorf("the theorem asks for %g: %q", n.N, n.Reason)
	}
	for _, r := range p.Chain(est, .1, 0, .25) {
		if r.Lemma == "L7, ε_planning" && (r.Bound != .25 || r.Basis != bounds.OfKnown) {
			t.Errorf("what a planner certifies is %g, %s", r.Bound, r.Basis)
		}
	}
	none := bounds.Plug(nil, counts, 4, []float64{0, 1})
	for _, r := range none.Chain(nil, .1, 0, math.NaN()) {
		if (r.Basis == bounds.OfKnown) == math.IsNaN(r.Bound) && r.Lemma != "L3" {
			t.Errorf("without an estimate %s ≤ %g is %s", r.Quantity, r.Bound, r.Basis)
		}
	}
}

// Actions that follow no Π of the paper's form leave c unknown, and with it what
// it is part of alone.
func TestMixingIsFittedWhereItHasTheForm(t *testing.T) {
	n := pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}
	counts := moments.NewCounts(n)
	for cell := range n.Cells() {
		if a := n.CellAt(cell).Actions; a[0] == 0 {
			counts.Add(cell, 5) // action 1 is followed by both alike
		} else if a[2] == 1 && a[3] == a[1] {
			counts.Add(cell, 20) // action 2 by itself alone
		}
	}
	if p := bounds.Plug(nil, counts, 4, []float64{0, 1}); !math.IsNaN(p.C) || !math.IsNaN(p.EpsilonA) || !strings.Contains(p.Mixing, "Π") {
		t.Errorf("c = %g, ε_a = %g: %s", p.C, p.EpsilonA, p.Mixing)
	}
	if p := bounds.Plug(nil, moments.NewCounts(n), 4, []float64{0, 1}); !math.IsNaN(p.C) || p.Mixing == "" {
		t.Errorf("of no episodes c = %g", p.C)
	}
	uniform := moments.NewCounts(n)
	for cell := range n.Cells() {
		uniform.Add(cell, 3)
	}
	if p := bounds.Plug(nil, uniform, 4, []float64{0, 1}); !math.IsInf(p.C, 1) || p.EpsilonA != .5 {
		t.Errorf("of independent actions c = %g, ε_a = %g", p.C, p.EpsilonA)
	}
}
