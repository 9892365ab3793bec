package planning

import (
	"slices"

	"eeporl/pomdp"
)

// Tree is a policy tree with equal subtrees shared. The root is node 0 and
// children stand after their parents.
type Tree struct {
	Sizes    pomdp.Sizes
	Observe  Observe
	Discount float64
	// Coordinates says whose names the coordinates of the nodes' vectors bear.
	Coordinates Coordinates
	Nodes       []Node
}

// Coordinates are the names that the coordinates of β-vectors bear.
type Coordinates int

// The coordinates.
const (
	OneOrder Coordinates = iota // the states of a model, in its own order
	OfPairs                     // the states in an order of each action pair's own
	NoStates                    // none: the nodes have no vectors
)

// Node is one decision: what to do with T steps to go.
type Node struct {
	T      int
	Action int
	// Pair is a₋·|A| + a, whose coordinates Beta lives in; -1 unless those are OfPairs.
	Pair int
	// Next[outcome] is the node to go to after the node's own action earned
	// reward level r and z was seen: outcome = z·|R| + r, or z where the tree
	// observes z only. nil at leaves, T = 1.
	Next []int
	// Beta[j] is the node's β-vector in its pair's order of the states; nil where there are none.
	Beta []float64
}

// Outcome is the branch index of one step of an episode.
func (t *Tree) Outcome(step pomdp.Step) int {
	if t.Observe == ObserveZ {
		return step.Observation.Value
	}
	return t.Sizes.Outcome(step.Observation.Value, step.Reward.Value)
}

// Outcomes are the branch indices of steps.
func (t *Tree) Outcomes(steps []pomdp.Step) []int {
	out := make([]int, 0, len(steps)+1)
	for _, step := range steps {
		out = append(out, t.Outcome(step))
	}
	return out
}

// Way is the shortest sequence of outcomes that leads from the root to a node, empty for the root itself; nil where
// none does.
func (t *Tree) Way(node int) []int {
	ways := map[int][]int{0: {}}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == node {
			return ways[at]
		}
		for outcome, next := range t.Nodes[at].Next {
			if _, met := ways[next]; !met {
				ways[next] = append(slices.Clone(ways[at]), outcome)
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// Walk follows the tree from the root along what was seen: step i's
// (observation, reward) chooses the branch after decision i. The actions in
// past are not looked at. ok is false when past is as long as the tree is deep
// or longer: then no decision is left.
func (t *Tree) Walk(past []pomdp.Step) (node int, ok bool) {
	for _, step := range past {
		next := t.Nodes[node].Next
		if next == nil {
			return node, false
		}
		node = next[t.Outcome(step)]
	}
	return node, true
}

// Policy executes the tree. There is no belief update: the branch on the
// observed (r, z) is the next node. Beyond the tree's depth, where it says
// nothing, actions are uniform.
func (t *Tree) Policy() pomdp.Policy { return treePolicy{t} }

type treePolicy struct{ tree *Tree }

func (p treePolicy) Next(past []pomdp.Step, probs []float64) {
	node, ok := p.tree.Walk(past)
	for a := range probs {
		switch {
		case !ok:
			probs[a] = 1 / float64(len(probs))
		case a == p.tree.Nodes[node].Action:
			probs[a] = 1
		default:
			probs[a] = 0
		}
	}
}
