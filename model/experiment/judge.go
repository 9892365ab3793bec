package experiment

import (
	"math"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Judged is what episodes say of a policy by themselves, without any model: step-wise weighted importance sampling
// (Precup, Sutton and Singh 2000). How probable each action was is read off the same episodes, from those with the same two
// steps before it.
type Judged struct {
	Value, StandardError float64
	Effective            float64 // as many episodes under the policy itself would tell as much of its last step
	Episodes             float64 // of at least so many steps, nothing of them missing
	Followed             float64 // of them, those that do to the end what the policy does
}

// situation is what an action's probability may depend on.
type situation struct {
	step      int
	one, two  pomdp.Act // the step before, and the one before that; zero where there is none
	following int       // an action, for counts of it
}

// JudgeByLog values a tree on recorded episodes. NaN stands for what no episode tells.
func JudgeByLog(e *moments.Episodes, tree *planning.Tree, rewards []float64, discount float64) Judged {
	depth := tree.Nodes[0].T
	taken := map[situation]float64{}
	at := func(acts []pomdp.Act, t int) situation {
		s := situation{step: t, following: -1}
		if t > 0 {
			s.one = acts[t-1]
		}
		if t > 1 {
			s.two = acts[t-2]
		}
		return s
	}
	usable := func(acts []pomdp.Act) bool {
		if len(acts) < depth {
			return false
		}
		for _, a := range acts[:depth] {
			if a.Reward < 0 || a.Reward >= len(rewards) {
				return false
			}
		}
		for _, a := range acts[:depth-1] {
			if a.Observation < 0 {
				return false
			}
		}
		return true
	}
	var j Judged
	for acts, count := range e.All {
		if !usable(acts) {
			continue
		}
		j.Episodes += count
		for t := range depth {
			s := at(acts, t)
			taken[s] += count
			s.following = acts[t].Action
			taken[s] += count
		}
	}
	// weights[t] and earned[t] are sums over the episodes that follow the policy up to step t.
	type path struct {
		count   float64
		weights []float64
		rewards []float64
	}
	var followed []path
	sums, earned, squares := make([]float64, depth), make([]float64, depth), 0.0
	for acts, count := range e.All {
		if !usable(acts) {
			continue
		}
		p, node, w := path{count: count}, 0, 1.0
		for t := range depth {
			a := acts[t]
			if a.Action != tree.Nodes[node].Action {
				break
			}
			s := at(acts, t)
			all := taken[s]
			s.following = a.Action
			w *= all / taken[s]
			p.weights, p.rewards = append(p.weights, w), append(p.rewards, math.Pow(discount, float64(t))*rewards[a.Reward])
			sums[t] += count * w
			earned[t] += count * w * p.rewards[t]
			if t == depth-1 {
				j.Followed += count
				squares += count * w * w
				break
			}
			node = tree.Nodes[node].Next[tree.Outcome(pomdp.Step{Action: pomdp.Draw{Value: a.Action}, Reward: pomdp.Draw{Value: a.Reward}, Observation: pomdp.Draw{Value: a.Observation}})]
		}
		if len(p.weights) > 0 {
			followed = append(followed, p)
		}
	}
	if j.Followed == 0 {
		j.Value, j.StandardError = math.NaN(), math.NaN()
		return j
	}
	for t := range depth {
		j.Value += earned[t] / sums[t]
	}
	j.Effective = sums[depth-1] * sums[depth-1] / squares
	variance := 0.0
	for _, p := range followed {
		moves := 0.0 // what this episode moves the value by
		for t, w := range p.weights {
			moves += w * (p.rewards[t] - earned[t]/sums[t]) / sums[t]
		}
		variance += p.count * moves * moves
	}
	j.StandardError = math.Sqrt(variance)
	return j
}
