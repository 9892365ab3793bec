package posterior

import (
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// With expected shares in place of draws a sweep's uses are those of a step of EM, as the likelihood of whole episodes
// has it.
func TestChainSharesOutAsTheLikelihoodDoes(t *testing.T) {
	m := pomdptest.Load(t, "tea")
	sim := pomdp.NewSimulator(m, pomdptest.Explore(t, m.Sizes().A, .5), 3, pomdp.StreamExplore)
	e := moments.NewEpisodes(m.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for i := range uint64(400) {
			var acts []pomdp.Act
			for _, step := range sim.Episode(i).Steps {
				acts = append(acts, pomdp.Act{Action: step.Action.Value, Reward: step.Reward.Value, Observation: step.Observation.Value})
			}
			if i%5 == 0 { // one that ends early, and one of which a reward is not known
				acts = acts[:3]
				acts[1].Reward = -1
			}
			if !yield(acts, 1+float64(i%3)) {
				return
			}
		}
	})
	c := NewChain(m.Sizes(), 1, 0)
	before := whole.NewLikelihood(e, m.Sizes().S).Value(c.g.x)
	for range 3 {
		clear(c.g.uses)
		c.allocate(e, expected)
		w := whole.NewLikelihood(e, m.Sizes().S)
		want := make([]float64, w.Size)
		w.Step(c.g.x, want)
		c.g.Maximise(c.g.x, c.g.uses)
		for i, got := range c.g.uses {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Fatalf("%s: found %g, expected %g", c.g.Name(i), got, want[i])
			}
		}
		copy(c.g.x, c.g.uses)
	}
	if after := whole.NewLikelihood(e, m.Sizes().S).Value(c.g.x); after <= before {
		t.Errorf("the likelihood went from %g to %g", before, after)
	}
}

// The log-likelihood of episodes is that of their steps one after another, by the beliefs of the model.
func TestLogLikelihoodIsTheProductOfSteps(t *testing.T) {
	m := pomdptest.Load(t, "robot")
	list := [][]pomdp.Act{
		{{Action: 0, Reward: 0, Observation: 1}, {Action: 1, Reward: 1, Observation: 0}},
		{{Action: 0, Reward: 0, Observation: 1}, {Action: 0, Reward: 1, Observation: 1}, {Action: 1, Reward: 0, Observation: 0}},
	}
	e := moments.NewEpisodes(m.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for i, acts := range list {
			if !yield(acts, float64(2*i+1)) {
				return
			}
		}
	})
	want := 0.0
	for i, acts := range list {
		belief := m.InitialBelief()
		for _, act := range acts {
			after, p := m.After(belief, act)
			belief, want = after, want+float64(2*i+1)*math.Log(p)
		}
	}
	var through [][]float64
	for _, l := range e.Levels {
		through = append(through, l.Through)
	}
	if got := NewChainFrom(m, 1, 1).LogLikelihood(e, through); math.Abs(got-want) > 1e-9 {
		t.Errorf("found %g, expected %g", got, want)
	}
}
