package moments

import (
	"math"
	"testing"

	"eeporl/pomdp"
)

// A split loses no episode and makes none, and takes its share.
func TestSplit(t *testing.T) {
	n := pomdp.Sizes{A: 2, Z: 2, R: 2}
	all := NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for i := range 200 {
			acts := []pomdp.Act{{Action: i % 2, Observation: i / 2 % 2}, {Action: i / 4 % 2, Reward: i / 8 % 2, Observation: -1}}
			if !yield(acts[:1+i%3/2], .5+float64(i%5)) {
				return
			}
		}
	})
	for _, share := range []float64{.1, .2, .5, .9} {
		rest, some := all.Split(share, 7)
		if rest.total+some.total != all.total || math.Abs(some.total-share*all.total) > 4*math.Sqrt(all.total*share*(1-share)) {
			t.Errorf("%g: found %g and %g of %g", share, rest.total, some.total, all.total)
		}
		m := randomModel(t, pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}, 3)
		if sum, want := rest.LogLikelihood(m)+some.LogLikelihood(m), all.LogLikelihood(m); math.Abs(sum-want) > 1e-9*math.Abs(want) {
			t.Errorf("%g: the log-likelihoods sum to %g, expected %g", share, sum, want)
		}
	}
}
