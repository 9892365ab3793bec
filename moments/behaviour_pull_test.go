package moments

import (
	"math"
	"testing"

	"eeporl/pomdp"
)

// Pull at a node is what its episodes draw the mean by, counted one by one; all of them together draw it nowhere, and short
// episodes not at all.
func TestPullCountsEpisodeByEpisode(t *testing.T) {
	n := pomdp.Sizes{A: 2, R: 2, Z: 2}
	list := [][]pomdp.Act{
		{{Action: 0, Reward: 1, Observation: 0}, {Action: 1, Reward: 1, Observation: 1}},
		{{Action: 0, Reward: 1, Observation: 0}, {Action: 1, Reward: 0, Observation: 1}},
		{{Action: 0, Reward: 0, Observation: 1}, {Action: 0, Reward: 1, Observation: 0}, {Action: 1, Reward: 1, Observation: 1}},
		{{Action: 1, Reward: 1, Observation: 0}},
	}
	e := NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for i, acts := range list {
			if !yield(acts, float64(i+1)) {
				return
			}
		}
	})
	rewards := []float64{0, 10}
	const discount = .5
	b, pull := e.Behaviour(rewards, 2, discount), e.Pull(rewards, 2, discount)
	if math.Abs(b.Value-(15*1+10*2+5*3)/6.) > 1e-12 || math.Abs(pull[0][0]) > 1e-12 {
		t.Fatalf("found %+v, all together %g", b, pull[0][0])
	}
	want := map[[2]int]float64{} // by depth and code of the first step
	for i, acts := range list[:3] {
		earned := rewards[acts[0].Reward] + discount*rewards[acts[1].Reward]
		want[[2]int{1, int(Code(n, acts[0]))}] += float64(i+1) * (earned - b.Value) / 6
	}
	for i, code := range e.Levels[1].Act {
		if got := pull[1][i]; math.Abs(got-want[[2]int{1, int(code)}]) > 1e-12 {
			t.Errorf("after step %d: found %g, expected %g", code, got, want[[2]int{1, int(code)}])
		}
	}
}
