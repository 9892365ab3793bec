package choose

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

func TestChooseStatesFindsThem(t *testing.T) {
	tier.Long(t, "estimates many times, mostly on one goroutine")
	for _, c := range []struct {
		name string
		n    float64
	}{{"tea", 1e5}, {momentstest.Interior, 1e6}, {"robot", 1e6}} {
		if c.name == "robot" && os.Getenv("EEPORL_SLOW") == "" {
			continue
		}
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, c.name))
		choice := ChooseStates(context.Background(), momentstest.Sample(t, tr, c.n, 1), 1, 3, moments.Options{})
		t.Logf("%s: %s", c.name, choice.Sure())
		for _, k := range choice.Candidates {
			t.Logf("   |S| = %d: logL %.5g AIC %.5g BIC %.5g misfit %.3g σ %.3g noise %.3g", k.States, k.LogLikelihood, k.AIC, k.BIC, k.Misfit, k.Sigma, k.Noise)
		}
		if want := tr.Model.Sizes().S; choice.BIC != want || choice.Spectrum != want {
			t.Errorf("%s: %s The model has %d.", c.name, choice.Sure(), want)
		}
	}
}

func TestOpenLoopAcceptsPiExplore(t *testing.T) {
	for _, name := range pomdptest.WellPosed {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		for seed := range uint64(5) {
			if tests, found := moments.OpenLoop(momentstest.Sample(t, tr, 1e5, seed), nil); len(found) > 0 || len(tests) != 3 {
				t.Errorf("%s, seed %d: %v %v", name, seed, tests, found)
			}
		}
	}
}

// peeking repeats an action that paid and leaves one that did not.
type peeking struct{ actions int }

func (p peeking) Next(past []pomdp.Step, probs []float64) {
	for a := range probs {
		probs[a] = 1 / float64(p.actions)
	}
	if len(past) == 0 {
		return
	}
	last := past[len(past)-1]
	for a := range probs {
		probs[a] = 0.4 / float64(p.actions)
	}
	probs[(last.Action.Value+last.Observation.Value)%p.actions] += 0.6
}

func TestOpenLoopFindsPeeking(t *testing.T) {
	m := pomdptest.Load(t, "tea")
	sim := pomdp.NewSimulator(m, peeking{2}, 1, pomdp.StreamExplore)
	c := moments.NewCounts(m.Sizes())
	for i := range uint64(5000) {
		cell, _ := sim.Triple(i)
		c.AddTriple(cell)
	}
	tests, found := moments.OpenLoop(c, nil)
	if len(found) != 3 {
		t.Errorf("a policy that looks at z passes: %+v", tests)
	}
}

// Chance alone gives a p below a level as often as the level says, however few the data are; a policy that
// stays where it won is found among few.
func TestOpenLoopKeepsItsLevel(t *testing.T) {
	tier.Long(t, "2000 logs, on one goroutine")
	const logs = 2000
	for name, x := range map[string]struct {
		episodes, steps int
		stays           float64 // how often a win is followed by the same action, and a loss by another
		most            [2]int  // below .05 and .001
		least           int     // below 1e-4
	}{
		"short":      {30, 4, 0, [2]int{150, 10}, 0},
		"many":       {300, 4, 0, [2]int{150, 10}, 0},
		"one":        {1, 300, 0, [2]int{150, 10}, 0},
		"win, stay":  {100, 4, 1, [2]int{logs, logs}, logs},
		"often":      {20, 100, .5, [2]int{logs, logs}, logs},
		"one person": {1, 300, .7, [2]int{logs, logs}, logs},
	} {
		rng := rand.New(rand.NewPCG(3, 4))
		below := [3]int{}
		for range logs {
			e := moments.NewEpisodes(pomdp.Sizes{A: 2, R: 2, Z: 2}, func(yield func([]pomdp.Act, float64) bool) {
				for range x.episodes {
					acts := make([]pomdp.Act, x.steps)
					for i := range acts {
						a := rng.IntN(2)
						if i > 0 && rng.Float64() < x.stays {
							a = acts[i-1].Action ^ 1 ^ acts[i-1].Reward
						}
						won, seen := 0, 0
						if rng.Float64() < .2+.6*float64(a) {
							won = 1
						}
						if rng.Float64() < .05 {
							seen = 1
						}
						acts[i] = pomdp.Act{Action: a, Reward: won, Observation: seen}
					}
					if !yield(acts, 1) {
						return
					}
				}
			})
			tests, _ := moments.OpenLoop(nil, e)
			for i, level := range []float64{.05, .001, 1e-4} {
				if tests[0].P < level {
					below[i]++
				}
			}
		}
		if below[0] > x.most[0] || below[1] > x.most[1] || below[2] < x.least {
			t.Errorf("%s: of %d found %v below .05, .001 and .0001, expected at most %v, and at least %d below the last", name, logs, below, x.most, x.least)
		}
	}
}

func TestOpenLoopSurvivesNastyCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 50))
	for range 300 {
		tests, _ := moments.OpenLoop(momentstest.NastyCounts(rng, pomdp.Sizes{A: 2, Z: 2, R: 1}), nil)
		for _, g := range tests {
			if !(g.P >= 0 && g.P <= 1) {
				t.Fatalf("%+v", g)
			}
		}
	}
}
