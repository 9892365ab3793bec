package choose

import (
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// A split loses no episode and makes none, and takes its share.
func TestSplit(t *testing.T) {
	n := pomdp.Sizes{A: 2, Z: 2, R: 2}
	all := moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for i := range 200 {
			acts := []pomdp.Act{{Action: i % 2, Observation: i / 2 % 2}, {Action: i / 4 % 2, Reward: i / 8 % 2, Observation: -1}}
			if !yield(acts[:1+i%3/2], .5+float64(i%5)) {
				return
			}
		}
	})
	for _, share := range []float64{.1, .2, .5, .9} {
		rest, some := all.Split(share, 7)
		if rest.Total()+some.Total() != all.Total() || math.Abs(some.Total()-share*all.Total()) > 4*math.Sqrt(all.Total()*share*(1-share)) {
			t.Errorf("%g: found %g and %g of %g", share, rest.Total(), some.Total(), all.Total())
		}
		m := pomdptest.RandomModel(t, pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}, 3)
		if sum, want := whole.LogLikelihood(rest, m)+whole.LogLikelihood(some, m), whole.LogLikelihood(all, m); math.Abs(sum-want) > 1e-9*math.Abs(want) {
			t.Errorf("%g: the log-likelihoods sum to %g, expected %g", share, sum, want)
		}
	}
}
