package choose_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/pomdp"
)

// noise draws episodes whose outcomes are independent of everything.
func noise(rng *rand.Rand, n pomdp.Sizes, episodes, steps int) *moments.Episodes {
	return moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for range episodes {
			acts := make([]pomdp.Act, steps)
			for i := range acts {
				acts[i] = pomdp.Act{Action: rng.IntN(n.A), Reward: rng.IntN(n.R), Observation: rng.IntN(n.Z)}
			}
			if !yield(acts, 1) {
				return
			}
		}
	})
}

// number is a number from the environment for slow runs, or another.
func number(name string, or int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return or
}

// Noise has one state, in one long sequence as in many short episodes. EEPORL_NOISE says how many logs of each
// shape are drawn.
func TestNoiseHasOneState(t *testing.T) {
	if testing.Short() {
		t.Skip("climbs many times, mostly without sharing")
	}
	runs := number("EEPORL_NOISE", 1)
	for _, shape := range [][2]int{{1, 1000}, {3, 400}, {30, 30}, {100, 10}, {1000, 4}, {10_000, 4}, {1, 20_000}} {
		for _, n := range []pomdp.Sizes{{A: 2, Z: 2, R: 2}, {A: 1, Z: 3, R: 1}, {A: 2, Z: 1, R: 2}} {
			t.Run(fmt.Sprint(shape, n), func(t *testing.T) {
				if os.Getenv("EEPORL_NOISE") == "" && shape[0]*shape[1] > 5000 {
					t.Skip("draws large logs: EEPORL_NOISE=1")
				}
				t.Parallel()
				over := 0
				for run := range runs {
					e := noise(rand.New(rand.NewPCG(uint64(run), uint64(shape[0]))), n, shape[0], shape[1])
					choice, _ := choose.ChooseStatesWhole(context.Background(), e, nil, 1, 4, moments.Options{Seed: uint64(run)}, nil)
					if choice.BIC != 1 {
						over++
						t.Logf("%s %+v", choice.Sure(), choice.Candidates)
					}
				}
				if over > 0 {
					t.Errorf("found more than one state in %d of %d logs of noise", over, runs)
				}
			})
		}
	}
}
