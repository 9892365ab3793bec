package experiment

import (
	"math"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Judged is what episodes say of a policy.
type Judged struct {
	Weighted  Reading // without any model: step-wise weighted importance sampling (Precup, Sutton and Singh 2000)
	Robust    Reading // of what a model says, and what it misses by reweighting (weighted doubly robust: Thomas and Brunskill 2016)
	Effective float64 // as many episodes under the policy itself would tell as much of its last step
	Episodes  float64 // of at least so many steps, nothing of them missing
	Followed  float64 // of them, those that do to the end what the policy does
}

// Reading is a value with its standard error, NaN where no episode tells it.
type Reading struct{ Value, StandardError float64 }

// Apart is by how many standard errors two values differ, of which the other one's has a deviation.
func (r Reading) Apart(other, deviation float64) float64 {
	return math.Abs(r.Value-other) / math.Hypot(r.StandardError, deviation)
}

// foretold is what a model says of a policy before each step.
type foretold struct {
	model *pomdp.POMDP
	alpha [][]float64 // [node][state]
}

func (f foretold) value(belief pomdp.Belief, node int) (sum float64) {
	for s, p := range belief {
		sum += p * f.alpha[node][s]
	}
	return sum
}

// next is the belief after a step, by the model alone where it holds what was seen for impossible.
func (f foretold) next(belief pomdp.Belief, a pomdp.Act) pomdp.Belief {
	after, _ := f.model.After(belief, a)
	if after == nil {
		after, _ = f.model.After(belief, pomdp.Act{Action: a.Action, Reward: -1, Observation: -1})
	}
	return after
}

// followed is an episode for as long as it does what the policy does.
type followed struct {
	count            float64
	weights          []float64 // [step] how much likelier what it did is under the policy
	rewards, surpass []float64 // [step] discounted: what was earned, and by how much that and what the model foretells then pass what it foretold
}

// usable says whether nothing of the first steps is missing.
func usable(acts []pomdp.Act, depth, rewards int) bool {
	if len(acts) < depth {
		return false
	}
	for t, a := range acts[:depth] {
		if a.Reward < 0 || a.Reward >= rewards || a.Observation < 0 && t < depth-1 {
			return false
		}
	}
	return true
}

// JudgeByLog values a tree on recorded episodes, by how probable their actions were. model is what the doubly robust reading starts from; right or not it leaves the reading unbiased, the better the closer.
func JudgeByLog(e *moments.Episodes, by Habit, model *pomdp.POMDP, tree *planning.Tree, rewards []float64, discount float64) (Judged, error) {
	depth := tree.Nodes[0].T
	alpha, foretells, err := planning.Evaluate(model, tree)
	if err != nil {
		return Judged{}, err
	}
	f := foretold{model, alpha}
	var j Judged
	var paths []followed
	squares := 0.0
	for acts, count := range e.All {
		if !usable(acts, depth, len(rewards)) {
			continue
		}
		var p followed
		node, unit, belief := 0, 1.0, model.InitialBelief()
		for t, a := range acts[:depth] {
			if a.Action != tree.Nodes[node].Action {
				break
			}
			surpass := unit * (rewards[a.Reward] - f.value(belief, node))
			if t < depth-1 {
				belief = f.next(belief, a)
				node = tree.Nodes[node].Next[tree.Outcome(pomdp.Step{Action: pomdp.Draw{Value: a.Action}, Reward: pomdp.Draw{Value: a.Reward}, Observation: pomdp.Draw{Value: a.Observation}})]
				surpass += unit * discount * f.value(belief, node)
			}
			p.rewards, p.surpass = append(p.rewards, unit*rewards[a.Reward]), append(p.surpass, surpass)
			unit *= discount
		}
		for _, way := range by.Ways(acts[:depth], len(p.rewards)) {
			j.Episodes += count * way.Share
			p.count, p.weights = count*way.Share, make([]float64, len(p.rewards))
			w := 1.0
			for t := range p.weights {
				w /= way.Of[t]
				p.weights[t] = w
			}
			if len(p.weights) == depth {
				j.Followed += p.count
				squares += p.count * w * w
			}
			if len(p.weights) > 0 {
				paths = append(paths, p)
			}
		}
	}
	j.Episodes, j.Followed = settled(j.Episodes), settled(j.Followed)
	if j.Followed == 0 {
		nothing := Reading{math.NaN(), math.NaN()}
		j.Weighted, j.Robust = nothing, nothing
		return j, nil
	}
	sums := make([]float64, depth)
	for _, p := range paths {
		for t, w := range p.weights {
			sums[t] += p.count * w
		}
	}
	j.Weighted = reading(paths, sums, func(p followed) []float64 { return p.rewards })
	j.Robust = reading(paths, sums, func(p followed) []float64 { return p.surpass })
	j.Robust.Value += foretells
	j.Effective = sums[depth-1] * sums[depth-1] / squares
	return j, nil
}

// settled takes back what adding up shares rounds.
func settled(count float64) float64 { return math.Round(count*1e6) / 1e6 }

// reading adds up the weighted means of what each step brought.
func reading(paths []followed, sums []float64, brought func(followed) []float64) (r Reading) {
	means := make([]float64, len(sums))
	for _, p := range paths {
		for t, x := range brought(p) {
			means[t] += p.count * p.weights[t] * x / sums[t]
		}
	}
	variance := 0.0
	for _, p := range paths {
		moves := 0.0 // what this episode moves the value by
		for t, x := range brought(p) {
			moves += p.weights[t] * (x - means[t]) / sums[t]
		}
		variance += p.count * moves * moves
	}
	for _, m := range means {
		r.Value += m
	}
	r.StandardError = math.Sqrt(variance)
	return r
}
