package moments_test

import (
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/pomdp"
)

// What a log earned is its plain mean, with its error; episodes that are too short or lack a reward say nothing.
func TestBehaviourIsThePlainMean(t *testing.T) {
	act := func(rewards ...int) (acts []pomdp.Act) {
		for _, r := range rewards {
			acts = append(acts, pomdp.Act{Action: 0, Reward: r, Observation: 0})
		}
		return acts
	}
	e := moments.NewEpisodes(pomdp.Sizes{A: 1, Z: 1, R: 2}, func(yield func([]pomdp.Act, float64) bool) {
		_ = yield(act(1, 1, 0), 3) && yield(act(0, 1, 1), 1) && yield(act(1, 0), 2) && yield(act(0, -1, 0), 1) && yield(act(1), 1)
	})
	if got := e.Lengths().Commonest; got != 3 {
		t.Errorf("found %d steps, expected 3", got)
	}
	b := e.Behaviour([]float64{0, 2}, 2, .5)
	// earned in two steps: 3 × (2 + 1), 1 × 1, 2 × 2
	mean := (3*3. + 1 + 2*2) / 6
	deviation := math.Sqrt((3*(3-mean)*(3-mean) + (1-mean)*(1-mean) + 2*(2-mean)*(2-mean)) / 5)
	if b.Episodes != 6 || math.Abs(b.Value-mean) > 1e-12 || math.Abs(b.StandardError-deviation/math.Sqrt(6)) > 1e-12 {
		t.Errorf("found %+v, expected %g ± %g of 6", b, mean, deviation/math.Sqrt(6))
	}
	if b := e.Behaviour([]float64{0, 2}, 9, 1); b.Episodes != 0 || !math.IsNaN(b.Value) {
		t.Errorf("found %+v of no episode", b)
	}
}
