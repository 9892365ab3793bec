package pomdp_test

import (
	"math"
	"strings"
	"testing"

	"eeporl/pomdp"
)

func verdicts(checks []pomdp.Assumption) map[string]pomdp.Assumption {
	out := map[string]pomdp.Assumption{}
	for _, c := range checks {
		out[c.Name] = c
	}
	return out
}

func TestCheckPassesTea(t *testing.T) {
	checks := pomdp.Check(tea(t), explore(t, 2, .5))
	if !pomdp.Holds(checks) {
		t.Errorf("%+v", checks)
	}
	v := verdicts(checks)
	if got := v["transition-rank:offer-tea"].Value; got != 1 {
		t.Errorf("σ_min(T) = %g, want 1", got)
	}
	for name, a := range v {
		if a.Detail == "" || math.IsNaN(a.Value) {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestCheckNamesWhatFails(t *testing.T) {
	cases := []struct {
		name    string
		edit    func(*pomdp.Spec)
		failing []string
	}{
		{"short", func(s *pomdp.Spec) { s.Horizon = 3 }, []string{"horizon"}},
		{"reset", func(s *pomdp.Spec) { s.Transition[0] = [][]float64{{.5, .5}, {.5, .5}} },
			[]string{"transition-rank:offer-tea", "sigma-k-P12", "sigma-k-P13"}},
		{"uninformative reward only", func(s *pomdp.Spec) { s.Reward[0] = [][]float64{{.5, .5}, {.5, .5}} },
			[]string{"reward-rank:offer-tea"}}, // O keeps its rank (planning/README, "Where the paper needs reading with care", 5)
		{"absent state", func(s *pomdp.Spec) { s.Initial = []float64{1, 0} },
			[]string{"reach-one-step", "reach-two-steps", "sigma-k-P12", "sigma-k-P13"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			spec := tea(t).Spec()
			c.edit(&spec)
			m, err := pomdp.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for _, name := range c.failing {
				want[name] = true
			}
			for _, a := range pomdp.Check(m, explore(t, 2, .5)) {
				if a.Holds == want[a.Name] {
					t.Errorf("%s holds = %v: %s", a.Name, a.Holds, a.Detail)
				}
			}
		})
	}
}

// Independent actions leave T with rank |A||S| < k.
func TestIndependentActionsLoseRank(t *testing.T) {
	v := verdicts(pomdp.Check(tea(t), explore(t, 2, math.Inf(1))))
	for _, name := range []string{"sigma-k-P12", "sigma-k-P13"} {
		if v[name].Holds || v[name].Value > 1e-15 {
			t.Errorf("%s = %g holds = %v", name, v[name].Value, v[name].Holds)
		}
	}
}

// TestCheckSentences: pairs of actions are counted among all of them, and
// figures are package figure's.
func TestCheckSentences(t *testing.T) {
	spec := tea(t).Spec()
	// After offer-tea nothing seen tells the states apart, and offer-coffee pays
	// the same in both: only the pair of the two is blind.
	spec.Observation[0] = [][]float64{{.5, .5}, {.5, .5}}
	spec.Reward[1] = [][]float64{{.5, .5}, {.5, .5}}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	v := verdicts(pomdp.Check(m, explore(t, 2, .5)))
	want := "For 1 of the 4 pairs of actions, what is seen and earned together cannot tell all states apart; worst after (offer-tea, offer-coffee), σ = "
	if got := v["O-rank"].Detail; v["O-rank"].Holds || !strings.HasPrefix(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
	v = verdicts(pomdp.Check(tea(t), explore(t, 2, .5)))
	want = "P₁₂ has rank 8: it tells all states of the HMM apart. The smaller σ₈ = .0"
	if got := v["sigma-k-P12"].Detail; !strings.HasPrefix(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
	for name, a := range v {
		if strings.Contains(a.Detail, " 0.") || strings.Contains(a.Detail, "e-") {
			t.Errorf("%s: found a figure that is not package figure's in %q", name, a.Detail)
		}
	}
}
