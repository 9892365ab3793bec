package moments_test

import (
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/pomdp"
)

// An action that ends episodes is found, and one that does not is not, however their lengths vary.
func TestEarlyEndIsToldFromChance(t *testing.T) {
	const opens = 2
	n := pomdp.Sizes{A: 3, Z: 2, R: 2}
	for _, byAction := range []bool{true, false} {
		source := rand.New(rand.NewPCG(1, 2))
		all := func(yield func([]pomdp.Act, float64) bool) {
			for range 400 {
				var acts []pomdp.Act
				for range 8 {
					act := pomdp.Act{Action: source.IntN(3), Reward: source.IntN(2), Observation: source.IntN(2)}
					acts = append(acts, act)
					if byAction && act.Action == opens || !byAction && source.Float64() < .3 {
						break
					}
				}
				if !yield(acts, 1) {
					return
				}
			}
		}
		e := moments.NewEpisodes(n, all)
		end, found := e.EarlyEnd()
		if found != byAction || found && (end.Of != moments.EndsByAction || end.Index != opens || end.Share != 1 || end.Others != 0) {
			t.Errorf("ends by action %t: found %t, %+v", byAction, found, end)
		}
		const steps = 8
		rewards := []float64{0, 1}
		if early, final := e.Behaviour(rewards, steps, 1), e.Final().Behaviour(rewards, steps, 1); final.Episodes != 400 || early.Episodes >= 400 || final.Value >= early.Value {
			t.Errorf("found %+v of long episodes alone and %+v of all", early, final)
		}
	}
}

// An observation after which a third of the episodes end is found; one that is only likelier at steps at which many end is not.
func TestEarlyEndNeedsNotBeSure(t *testing.T) {
	n := pomdp.Sizes{A: 1, Z: 2, R: 1}
	for _, hangs := range []bool{true, false} {
		source := rand.New(rand.NewPCG(5, 6))
		e := moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
			for range 500 {
				var acts []pomdp.Act
				for step := range 8 {
					z, ends := source.IntN(2), .0
					if hangs {
						ends = .35 * float64(z)
					} else if late := step >= 5; late {
						z, ends = min(1, source.IntN(8)), .4
					}
					acts = append(acts, pomdp.Act{Observation: z})
					if source.Float64() < ends {
						break
					}
				}
				if !yield(acts, 1) {
					return
				}
			}
		})
		if end, found := e.EarlyEnd(); found != hangs || found && (end.Of != moments.EndsByObservation || end.Index != 1) {
			t.Errorf("hangs on what is seen %t: found %t, %+v", hangs, found, end)
		}
	}
}

// A score that is kept is told from rewards, of which some fall.
func TestRunningTotal(t *testing.T) {
	n, levels := pomdp.Sizes{A: 2, Z: 2, R: 7}, []float64{0, 1, 2, 3, 4, 5, 6}
	for _, kept := range []bool{true, false} {
		source := rand.New(rand.NewPCG(3, 4))
		e := moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
			for range 100 {
				var acts []pomdp.Act
				score := 0
				for range 6 {
					gain := source.IntN(2)
					if score += gain; !kept {
						score = source.IntN(7)
					}
					acts = append(acts, pomdp.Act{Action: source.IntN(2), Reward: score, Observation: source.IntN(2)})
				}
				if !yield(acts, 1) {
					return
				}
			}
		})
		if got := e.RunningTotal(levels); got != kept {
			t.Errorf("a score that is kept: found %t, expected %t", got, kept)
		}
	}
}
