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
