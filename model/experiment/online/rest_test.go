package online

import (
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// resting6 is a game of six steps in which nothing was played yet.
func resting6(t *testing.T, name string) *game {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := sc.Model.WithHorizon(6)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	best, err := planning.Optimal(t.Context(), m, planning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &game{
		Settings: Settings{Episodes: 100, Seed: 1, Planning: planning.Options{Horizon: 6, Discount: 1}},
		truth:    truth, best: best.Value, run: &Run{}, counts: moments.NewCounts(m.Sizes()), number: map[string]int{},
		explore: &policy{truth.Exploration, exploring, best.Value - truth.ExploreValue},
	}
}

// An exploring episode of six steps loses what an independent implementation measured: with the uniform π_rest, and with
// the best one. What its policy is said to lose is what its episodes lose on average, and their first four steps are
// those of π_explore.
func TestRestLosesWhatWasMeasuredElsewhere(t *testing.T) {
	for name, want := range map[string][2]float64{"tea": {1.118, .615}, "robot": {1.177, .724}} {
		g := resting6(t, name)
		m := g.truth.Model
		p, err := g.rest(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(g.explore.regret-want[0]) > 1e-3 || math.Abs(p.regret-want[1]) > 1e-3 {
			t.Errorf("%s: found %g with the uniform rest, %g with the best one, expected %g and %g", name, g.explore.regret, p.regret, want[0], want[1])
		}
		const episodes = 20_000
		simulator := pomdp.NewSimulator(m, p.by, 1, pomdp.StreamExplore)
		sum, squares := 0.0, 0.0
		uniform := pomdp.NewSimulator(m, g.explore.by, 1, pomdp.StreamExplore)
		for i := range uint64(episodes) {
			earned, e, u := 0.0, simulator.Episode(i), uniform.Episode(i)
			for step, x := range e.Steps {
				earned += m.RewardValues()[x.Reward.Value]
				if step < chosen && x != u.Steps[step] {
					t.Fatalf("%s: found %+v in step %d, expected %+v", name, x, step+1, u.Steps[step])
				}
			}
			sum, squares = sum+earned, squares+earned*earned
		}
		mean := sum / episodes
		if se := math.Sqrt((squares/episodes - mean*mean) / episodes); math.Abs(g.best-mean-p.regret) > 4*se {
			t.Errorf("%s: %d episodes lost %g ± %g, expected %g", name, episodes, g.best-mean, se, p.regret)
		}
	}
}

// Where an episode has no fifth step, to rest is to commit.
func TestRestNeedsAFifthStep(t *testing.T) {
	g := resting6(t, "tea")
	g.Planning.Horizon = chosen
	if p, err := g.rest(t.Context(), g.truth.Model); err != nil || p != g.explore {
		t.Errorf("found %+v, %v, expected the exploring policy", p, err)
	}
}
