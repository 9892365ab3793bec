package planning

import (
	"fmt"

	"eeporl/pomdp"
)

// Evaluate computes what a policy tree is worth on a POMDP, exactly:
// alpha[node][s] is the expected sum of rewards, discounted by the tree's
// Discount, of following the tree from that node in state s, and value is
// b·alpha[0]. The tree may have been learned from anything; only its actions
// and branches are used.
func Evaluate(m *pomdp.POMDP, t *Tree) (alpha [][]float64, value float64, err error) {
	n := m.Sizes()
	if t.Sizes.A != n.A || t.Sizes.Z != n.Z || t.Observe == ObserveRZ && t.Sizes.R != n.R {
		return nil, 0, fmt.Errorf("evaluate: found a tree for |A| = %d, |Z| = %d, |R| = %d, expected the model's %d, %d, %d",
			t.Sizes.A, t.Sizes.Z, t.Sizes.R, n.A, n.Z, n.R)
	}
	alpha = make([][]float64, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		alpha[i] = evaluateNode(m, t, &t.Nodes[i], alpha)
	}
	for s, x := range alpha[0] {
		value += m.Initial(s) * x
	}
	return alpha, value, nil
}

// evaluateNode needs the alpha-vectors of the node's children.
func evaluateNode(m *pomdp.POMDP, t *Tree, node *Node, alpha [][]float64) []float64 {
	n, a := m.Sizes(), node.Action
	out := make([]float64, n.S)
	for s := range out {
		if node.Next == nil {
			out[s] = m.MeanReward(a, s)
			continue
		}
		for next := range n.S {
			p := m.T(a, s, next)
			if p == 0 {
				continue
			}
			for z := range n.Z {
				pz := p * m.Z(a, next, z)
				if t.Observe == ObserveZ {
					out[s] += pz * (m.MeanReward(a, s) + t.Discount*alpha[node.Next[z]][next])
					continue
				}
				for r := range n.R {
					out[s] += pz * m.R(a, s, r) * (m.RewardValue(r) + t.Discount*alpha[node.Next[n.Outcome(z, r)]][next])
				}
			}
		}
	}
	return out
}

// Evaluate computes what a policy tree is worth on an ordinary problem (made
// by FromOrdinary or FromModel): alpha[node][s] and b·alpha[0] as the function
// Evaluate does.
func (p *Problem) Evaluate(t *Tree) (alpha [][]float64, value float64, err error) {
	if p.slots > 1 {
		return nil, 0, fmt.Errorf("evaluate: found pair-indexed parameters, expected a problem with one order of the states")
	}
	if t.Sizes.A != p.sizes.A || t.Sizes.Z != p.sizes.Z || t.Observe != p.observe || p.observe == ObserveRZ && t.Sizes.R != p.sizes.R {
		return nil, 0, fmt.Errorf("evaluate: found a tree for |A| = %d, |Z| = %d, |R| = %d observing %s, expected %d, %d, %d observing %s",
			t.Sizes.A, t.Sizes.Z, t.Sizes.R, t.Observe, p.sizes.A, p.sizes.Z, p.sizes.R, p.observe)
	}
	alpha = make([][]float64, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		alpha[i] = p.beta(t.Nodes[i].Action, t.Discount, t.Nodes[i].Next, func(child int) (int, []float64) { return 0, alpha[child] })
	}
	return alpha, dot(p.initial[0], alpha[0]), nil
}
