package why

import (
	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp"
)

// largestTree bounds the nodes that are walked through while a key press waits.
const largestTree = 20_000

// largestBrief bounds them while a frame waits.
const largestBrief = 500

// tooLarge says whether a tree is too large to be walked through.
func (x *explainer) tooLarge(t *planning.Tree) bool {
	return len(t.Nodes) > largestTree || x.brief && len(t.Nodes) > largestBrief
}

// flow is how probability runs through a policy tree: weight[node][j] is the
// probability of being at a node in state j, summed over all ways there, and
// branch[node][outcome] that of being there and going on by an outcome.
type flow struct{ weight, branch [][]float64 }

// mass is the probability of being at a node.
func (f flow) mass(node int) float64 {
	sum := 0.0
	for _, w := range f.weight[node] {
		sum += w
	}
	return sum
}

// move is the probability of an outcome and of state k of the next node, given
// state j of this one.
type move func(node *planning.Node, child *planning.Node, outcome, j, k int) float64

func run(t *planning.Tree, start []float64, by move) flow {
	f := flow{make([][]float64, len(t.Nodes)), make([][]float64, len(t.Nodes))}
	for i := range f.weight {
		f.weight[i] = make([]float64, len(start))
	}
	copy(f.weight[0], start)
	for i := range t.Nodes { // children stand after their parents
		node := &t.Nodes[i]
		f.branch[i] = make([]float64, len(node.Next))
		for outcome, c := range node.Next {
			for j, w := range f.weight[i] {
				if w == 0 {
					continue
				}
				for k := range start {
					p := w * by(node, &t.Nodes[c], outcome, j, k)
					f.branch[i][outcome] += p
					f.weight[c][k] += p
				}
			}
		}
	}
	return f
}

// exactFlow is the flow through a tree under the true model.
func (x *explainer) exactFlow(t *planning.Tree) flow {
	m, n := x.m, x.n
	return run(t, m.InitialBelief(), func(node, _ *planning.Node, outcome, j, k int) float64 {
		z, pr := outcome, 1.0
		if t.Observe == planning.ObserveRZ {
			var r int
			z, r = n.OutcomeAt(outcome)
			pr = m.R(node.Action, j, r)
		}
		return pr * m.T(node.Action, j, k) * m.Z(node.Action, k, z)
	})
}

// learnedFlow is the flow through the plan's tree under the parameters that it was
// planned with; false where those are not at hand.
func (x *explainer) learnedFlow(p *experiment.Planned) (flow, bool) {
	if p.Tree.Nodes[0].Pair < 0 {
		return x.exactFlow(p.Tree), true // planned on the model itself
	}
	e := x.now.Estimate
	if e == nil || e.Parameters == nil {
		return flow{}, false
	}
	return run(p.Tree, e.Parameters.Initial[p.Tree.Nodes[0].Pair], learned(p.Tree, e.Parameters)), true
}

// learned is the move under learned parameters: from state j in the order of the
// node's pair (a₋, a) to state k in the order of the child's pair (a, a').
func learned(t *planning.Tree, p *pomdp.PairParameters) move {
	n := p.Sizes
	return func(node, child *planning.Node, outcome, j, k int) float64 {
		z, pr := outcome, 0.0
		if t.Observe == planning.ObserveRZ {
			var r int
			z, r = n.OutcomeAt(outcome)
			pr = p.Reward[node.Pair][r][j]
		} else {
			for r := range n.R {
				pr += p.Reward[node.Pair][r][j]
			}
		}
		return pr * p.Transition[node.Pair][child.Action][k][j] * p.Observation[child.Pair][z][k]
	}
}
