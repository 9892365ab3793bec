package bounds_test

import (
	"math"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
)

func TestTeaEpisodes(t *testing.T) {
	m := load(t, "tea")
	e := bounds.Of(m, explore(t, m, .5)).Episodes(.1, .1)
	for _, c := range []struct {
		found bounds.Count
		want  float64
	}{{e.Printed, 1.4e34}, {e.Appendix, 5.0e43}, {e.Chained, 2.5e48}} {
		if !near(c.found.N, c.want, .03) || c.found.Reason != "" || !near(c.found.Log10, math.Log10(c.found.N), 1e-12) {
			t.Errorf("found %+v, expected %g", c.found, c.want)
		}
	}
	if e.Binding != bounds.Target || !near(e.Epsilon1, 2.34e-12, .01) {
		t.Errorf("found ε₁ = %g by %s, expected 2.34e-12 by the target", e.Epsilon1, e.Binding)
	}
}

// TestColumnErrorInvertsEpisodes: N episodes promise the ε₁ that N was for.
func TestColumnErrorInvertsEpisodes(t *testing.T) {
	m := load(t, "robot")
	b := bounds.Of(m, explore(t, m, .5))
	e := b.Episodes(100, .2)
	log := math.Log(3 / .2)
	want := math.Sqrt(16*log/e.Chained.N) * (1 + math.Sqrt(log)) / b.Cddd(.2/3)
	if !near(want, e.Epsilon1, 1e-9) {
		t.Errorf("found ε₁ = %g, expected %g", e.Epsilon1, want)
	}
	if got := b.ColumnError(e.Chained.N, .2); !near(got, e.Epsilon1, 1e-9) {
		t.Errorf("found ε₁ = %g, expected %g", got, e.Epsilon1)
	}
	if got := b.ColumnError(math.Inf(1), .2); got != 0 {
		t.Errorf("found %g for the exact law, expected 0", got)
	}
	if got := b.ColumnError(0, .2); !math.IsInf(got, 1) {
		t.Errorf("found %g for no episode, expected +Inf", got)
	}
}

// TestBinding: with nothing asked of the regret a lemma's condition binds.
func TestBinding(t *testing.T) {
	for _, name := range wellPosed {
		m := load(t, name)
		e := bounds.Of(m, explore(t, m, .5)).Episodes(1e9, .1)
		if e.Binding == bounds.Target || len(e.Limits) != 5 {
			t.Errorf("%s: found %s binding among %d limits", name, e.Binding, len(e.Limits))
		}
		for _, l := range e.Limits {
			if !(l.Epsilon1 >= e.Epsilon1) {
				t.Errorf("%s: %s asks for ε₁ = %g, below the %g that binds", name, l.Name, l.Epsilon1, e.Epsilon1)
			}
		}
	}
}

func TestNonsenseHasReasons(t *testing.T) {
	m := load(t, "tea")
	b := bounds.Of(m, explore(t, m, .5))
	for _, x := range [][2]float64{{0, .1}, {-1, .1}, {math.NaN(), .1}, {math.Inf(1), .1}, {.1, 0}, {.1, -1}, {.1, 1.5}, {.1, math.NaN()}} {
		e := b.Episodes(x[0], x[1])
		for _, c := range []bounds.Count{e.Printed, e.Appendix, e.Chained} {
			if !math.IsInf(c.N, 1) || c.Reason == "" {
				t.Errorf("ε = %g, δ = %g: found N = %g with the reason %q", x[0], x[1], c.N, c.Reason)
			}
		}
	}
	if e := b.Episodes(1e-150, 1e-9); !math.IsInf(e.Appendix.N, 1) || math.IsInf(e.Appendix.Log10, 1) || e.Appendix.Reason == "" {
		t.Errorf("found %+v, expected +Inf with a finite logarithm", e.Appendix)
	}
}

func TestDegenerateModels(t *testing.T) {
	cases := []struct {
		name, model string
		c           float64
		edit        func(*pomdp.Spec)
		reason      string // its beginning; "" for none
	}{
		{"tiger", "tiger", .5, nil, "σ_T = 0: T of open-left"},
		{"two-step", "two-step", .5, nil, "σ_k(P₁₂) = 0"},
		{"independent actions", "tea", math.Inf(1), nil, "c = ∞"},
		{"short", "tea", .5, func(s *pomdp.Spec) { s.Horizon = 3 }, "H = 3"},
		{"reset", "tea", .5, func(s *pomdp.Spec) { s.Transition[1] = [][]float64{{.5, .5}, {.5, .5}} }, "σ_T = 0: T of offer-coffee"},
		{"blind", "tea", .5, func(s *pomdp.Spec) { s.Observation[1] = [][]float64{{.5, .5}, {.5, .5}} }, "σ_Z = 0: Z of offer-coffee"},
		{"unpaid", "tea", .5, func(s *pomdp.Spec) { s.Reward[0] = [][]float64{{1, 0}, {1, 0}} }, "σ_R = 0: R of offer-tea"},
		{"one reward level", "tea", .5, func(s *pomdp.Spec) {
			one := [][]float64{{1}, {1}}
			s.Rewards, s.Reward = []float64{1}, [][][]float64{one, one}
		}, "σ_R = 0: R of offer-tea"},
		{"absent state", "tea", .5, func(s *pomdp.Spec) { s.Initial = []float64{1, 0} }, "σ_k(P₁₂) = 0"},
		{"no reward", "tea", .5, func(s *pomdp.Spec) { s.Rewards = []float64{0, 0} }, ""},
		{"one action", "tea", .5, func(s *pomdp.Spec) {
			s.Actions, s.Transition, s.Observation, s.Reward = s.Actions[:1], s.Transition[:1], s.Observation[:1], s.Reward[:1]
		}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			spec := load(t, c.model).Spec()
			if c.edit != nil {
				c.edit(&spec)
			}
			m := edited(t, spec)
			b := bounds.Of(m, explore(t, m, c.c))
			if (b.Reason == "") != (c.reason == "") || !strings.HasPrefix(b.Reason, c.reason) {
				t.Errorf("found %q, expected %q …", b.Reason, c.reason)
			}
			sane(t, b)
			s := subjectOf(t, m)
			for _, n := range []float64{100, 1e6, math.Inf(1)} {
				est, cmp := s.estimate(t, moments.OfCounts(spectral.Full), n, 1, moments.Options{})
				policy := &bounds.Policy{}
				for _, r := range b.Chain(est, cmp, .1, policy) {
					if r.Verdict() == bounds.Violated && c.c == .5 {
						t.Errorf("N = %g, %s %s: found %g against %g", n, r.Lemma, r.Quantity, r.Measured, r.Bound)
					}
				}
			}
		})
	}
}

// TestSingleState: k = 1 has no two columns to tell apart.
func TestSingleState(t *testing.T) {
	one := [][][]float64{{{1}}}
	m := edited(t, pomdp.Spec{
		Name: "one", States: []string{"s"}, Actions: []string{"a"}, Observations: []string{"z"}, Rewards: []float64{1},
		Initial: []float64{1}, Transition: one, Observation: one, Reward: one, Horizon: 4, Discount: 1,
	})
	b := bounds.Of(m, explore(t, m, 1))
	sane(t, b)
	if !math.IsInf(b.Separation2, 1) || b.Cddd(1) != 1 || !near(b.NormP123, 1, 1e-14) {
		t.Errorf("found %+v", b)
	}
	if e := b.Episodes(.1, 1); math.IsInf(e.Chained.N, 1) {
		t.Errorf("found %+v, expected a finite N", e)
	}
}
