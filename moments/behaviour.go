package moments

import (
	"math"

	"eeporl/moments/num"
)

// Length is what is common among the lengths of episodes, in steps.
type Length struct {
	Commonest int     // the shorter of two that are as common; 0 where gaps hide it
	Episodes  float64 // that have it
	Mean      float64
}

// Lengths says how long episodes are. Gaps hide that where there are half as many of them as episodes.
func (e *Episodes) Lengths() (out Length) {
	if after := e.Levels[0].Through[1:]; num.Sum(after) > e.total/2 {
		return out
	}
	ended := make([]float64, len(e.Levels))
	e.Leaves(func(root int32, acts []int32, k float64) {
		if root == 0 {
			ended[len(acts)] += k
		}
	})
	var steps, all float64
	for t, k := range ended {
		steps, all = steps+float64(t)*k, all+k
		if k > out.Episodes {
			out.Commonest, out.Episodes = t, k
		}
	}
	out.Mean = steps / all
	return out
}

// Behaviour is what the policy that recorded the episodes earns in their first steps: no model is asked.
type Behaviour struct {
	Value, StandardError float64 // the latter NaN for one episode
	Episodes             float64 // of at least so many steps, each with its reward
}

// Behaviour averages the discounted rewards of the first horizon steps over the episodes that have as many.
// rewards are the levels' values.
func (e *Episodes) Behaviour(rewards []float64, horizon int, discount float64) Behaviour {
	var n, total, squares float64
	e.Leaves(func(root int32, acts []int32, k float64) {
		if earned, ok := e.earned(root, acts, rewards, horizon, discount); ok {
			n, total, squares = n+k, total+k*earned, squares+k*earned*earned
		}
	})
	if n == 0 {
		return Behaviour{math.NaN(), math.NaN(), 0}
	}
	mean := total / n
	if n <= 1 {
		return Behaviour{mean, math.NaN(), n}
	}
	return Behaviour{mean, math.Sqrt(math.Max(squares/n-mean*mean, 0) / (n - 1)), n}
}

// earned is what the first horizon steps of an episode earned; false where it has fewer and ends are not final, or a
// reward is not known.
func (e *Episodes) earned(root int32, acts []int32, rewards []float64, horizon int, discount float64) (sum float64, ok bool) {
	if root != 0 || len(acts) < horizon && !e.final {
		return 0, false
	}
	weight := 1.0
	for _, code := range acts[:min(horizon, len(acts))] {
		act := ActOf(e.sizes, int(code))
		if act.Reward < 0 || act.Reward >= len(rewards) {
			return 0, false
		}
		sum += weight * rewards[act.Reward]
		weight *= discount
	}
	return sum, true
}

// Pull is by how much the episodes that go through each node, of episodes without gaps, draw Behaviour's mean away from itself: (earned − mean)/n each, so
// that all of them together are 0.
func (e *Episodes) Pull(rewards []float64, horizon int, discount float64) [][]float64 {
	b := e.Behaviour(rewards, horizon, discount)
	ended := make([][]float64, len(e.Levels)) // by node; leaves come in the order of the nodes of their level
	for t, l := range e.Levels {
		ended[t] = make([]float64, len(l.Through))
	}
	next := make([]int, len(e.Levels))
	e.Leaves(func(root int32, acts []int32, k float64) {
		t := len(acts)
		for e.Levels[t].Ended[next[t]] == 0 {
			next[t]++
		}
		if earned, ok := e.earned(root, acts, rewards, horizon, discount); ok {
			ended[t][next[t]] = k * (earned - b.Value) / b.Episodes
		}
		next[t]++
	})
	for t := len(e.Levels) - 1; t > 0; t-- {
		for i, parent := range e.Levels[t].Parent {
			ended[t-1][parent] += ended[t][i]
		}
	}
	return ended
}
