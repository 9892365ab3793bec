package online_test

import (
	"math"
	"os"
	"testing"

	"eeporl/model/experiment"
	"eeporl/model/experiment/online"
	"eeporl/planning"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

func setting(t testing.TB, name string) (*experiment.Truth, float64, planning.Options) {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(sc.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	best, err := planning.Optimal(t.Context(), sc.Model, planning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return truth, best.Value, planning.Options{Horizon: sc.Model.Horizon(), Discount: 1}
}

// Regret adds up: exploring loses what an episode of it loses, a commitment what its plan does, and the points say so.
func TestRegretAddsUp(t *testing.T) {
	truth, best, plan := setting(t, "tea")
	episodes := 200
	if !tier.Asked() {
		episodes = 12
	}
	for _, name := range online.Defaults() {
		s := online.Settings{Episodes: episodes, Epsilon: .05, Seed: 3, Planning: plan}
		r, err := online.Play(t.Context(), name, truth, best, s)
		if err != nil {
			t.Fatal(err)
		}
		sum, at, over := 0.0, 0, 0
		for _, p := range r.Points {
			sum += p.Each * float64(p.Episodes-at)
			if p.Each > s.Epsilon {
				over += p.Episodes - at
			}
			if math.Abs(p.Regret-sum) > 1e-9 || p.First < 0 && math.Abs(p.Each-(best-truth.ExploreValue)) > 1e-12 {
				t.Fatalf("%s: found %+v after %g", name, p, sum)
			}
			at = p.Episodes
		}
		if at != s.Episodes || over != r.Over || math.Abs(r.At(at)-r.Regret()) > 1e-9 || r.At(0) != 0 {
			t.Errorf("%s: found %d episodes, %d over, %g of %g", name, at, over, r.At(at), r.Regret())
		}
		again, err := online.Play(t.Context(), name, truth, best, s)
		if err != nil || again.Regret() != r.Regret() {
			t.Errorf("%s: found %g, and again %g (%v)", name, r.Regret(), again.Regret(), err)
		}
	}
	if _, err := online.Play(t.Context(), "commit:none", truth, best, online.Settings{Episodes: 1}); err == nil {
		t.Error("an agent that there is not was followed")
	}
}

// The posterior's agents lose about what an independent implementation measured: some hundred episodes' worth of
// exploring, where a commitment loses thousands.
func TestPosteriorLosesWhatWasMeasuredElsewhere(t *testing.T) {
	if os.Getenv("EEPORL_SLOW") == "" {
		t.Skip("a minute; EEPORL_SLOW=1 runs it")
	}
	for name, measured := range map[string]map[string]float64{
		"tea":         {"psrl": 107, "optimist": 92, "mixture": 61, "greedy": 44, "commit:tpsr": 983},
		"robot":       {"psrl": 36, "optimist": 41, "mixture": 32, "greedy": 12, "commit:tpsr": 740},
		"noisy-tiger": {"psrl": 3023, "optimist": 2713, "commit:tpsr": 95767},
	} {
		truth, best, plan := setting(t, name)
		for agent, want := range measured {
			var got []float64
			for seed := range uint64(5) {
				r, err := online.Play(t.Context(), agent, truth, best, online.Settings{Episodes: 30_000, Explore: 1000, Epsilon: .05, Seed: seed + 1, Planning: plan})
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, r.Regret())
			}
			if m := online.Median(got); m < want/4 || m > 4*want {
				t.Errorf("%s, %s: found %.0f, expected about %.0f", name, agent, m, want)
			}
		}
	}
}
