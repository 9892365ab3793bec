package experiment

import (
	"math"

	"eeporl/planning"
	"eeporl/pomdp"
)

// wideInterval is half of what is possible for a probability.
const wideInterval = .5

// WeakSupport is the share of a tree's value, above the least reward of every step, that is earned by
// weak parameters, or after a step by them; and the action whose weak parameters most of it comes from,
// |A| for the initial belief.
func WeakSupport(p, low, high *pomdp.PairParameters, t *planning.Tree) (share float64, action int) {
	n := p.Sizes
	wide := func(low, high float64) bool { return high-low > wideInterval }
	least := math.Inf(1)
	for _, x := range p.RewardValues {
		least = math.Min(least, x)
	}
	// firm[node][j] is the mass at a node in state j that no weak parameter led to; weak[node][a][j] that
	// which one of action a led to first.
	firm := make([][]float64, len(t.Nodes))
	weak := make([][][]float64, len(t.Nodes))
	for i := range firm {
		firm[i], weak[i] = make([]float64, n.S), make([][]float64, n.A+1)
	}
	into := func(node, a int) []float64 {
		if weak[node][a] == nil {
			weak[node][a] = make([]float64, n.S)
		}
		return weak[node][a]
	}
	// An estimate with one order of the states has the same parameters in every pair.
	by := func(node *planning.Node) int { return pairOf(n, node.Pair, 0, node.Action) }
	to := func(node, child *planning.Node) int { return pairOf(n, child.Pair, node.Action, child.Action) }
	first := by(&t.Nodes[0])
	for j, b := range p.Initial[first] {
		if wide(low.Initial[first][j], high.Initial[first][j]) {
			into(0, n.A)[j] = b
		} else {
			firm[0][j] = b
		}
	}
	total, resting := 0.0, make([]float64, n.A+1)
	for i := range t.Nodes { // children stand after their parents
		node := &t.Nodes[i]
		pair := by(node)
		for j := range n.S {
			earned, told := 0.0, true
			for r, x := range p.RewardValues {
				earned += p.Reward[pair][r][j] * (x - least)
				told = told && !wide(low.Reward[pair][r][j], high.Reward[pair][r][j])
			}
			for a, mass := range weak[i] {
				if mass != nil {
					total += mass[j] * earned
					resting[a] += mass[j] * earned
				}
			}
			total += firm[i][j] * earned
			if !told {
				resting[node.Action] += firm[i][j] * earned
				into(i, node.Action)[j] += firm[i][j]
				firm[i][j] = 0
			}
		}
		for outcome, c := range node.Next {
			child := &t.Nodes[c]
			next := to(node, child)
			z, r := outcome, -1
			if t.Observe == planning.ObserveRZ {
				z, r = n.OutcomeAt(outcome)
			}
			for j := range n.S {
				seen := 1.0
				if r >= 0 {
					seen = p.Reward[pair][r][j]
				}
				for k := range n.S {
					flow := seen * p.Transition[pair][child.Action][k][j] * p.Observation[next][z][k]
					told := !wide(low.Transition[pair][child.Action][k][j], high.Transition[pair][child.Action][k][j]) &&
						!wide(low.Observation[next][z][k], high.Observation[next][z][k])
					if told {
						firm[c][k] += firm[i][j] * flow
					} else if firm[i][j] > 0 {
						into(c, node.Action)[k] += firm[i][j] * flow
					}
					for a, mass := range weak[i] {
						if mass != nil && mass[j] > 0 {
							into(c, a)[k] += mass[j] * flow
						}
					}
				}
			}
		}
	}
	if !(total > 0) {
		return math.NaN(), 0
	}
	sum := 0.0
	for a, x := range resting {
		sum += x
		if x > resting[action] {
			action = a
		}
	}
	return sum / total, action
}

// pairOf is a node's pair, or, where a tree is of one order for all, that of its actions.
func pairOf(n pomdp.Sizes, pair, before, action int) int {
	if pair >= 0 {
		return pair
	}
	return n.Pair(before, action)
}
