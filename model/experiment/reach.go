package experiment

import (
	"eeporl/planning"
	"eeporl/pomdp"
)

// Reach computes on the true model how probable it is that an episode takes a branch of a
// policy tree: reach[node][outcome] is the probability to come to the node, in any of the
// ways that lead to it, and to leave it by that outcome.
func Reach(m *pomdp.POMDP, t *planning.Tree) [][]float64 {
	n := m.Sizes()
	here := make([][]float64, len(t.Nodes)) // [node][s]
	for i := range here {
		here[i] = make([]float64, n.S)
	}
	copy(here[0], m.InitialBelief())
	reach := make([][]float64, len(t.Nodes))
	for i, node := range t.Nodes { // children stand after their parents
		reach[i] = make([]float64, len(node.Next))
		for s, p := range here[i] {
			if p == 0 || node.Next == nil {
				continue
			}
			for z := range n.Z {
				for r := range n.R {
					outcome := n.Outcome(z, r)
					if t.Observe == planning.ObserveZ {
						outcome = z
					}
					for next := range n.S {
						q := p * m.R(node.Action, s, r) * m.T(node.Action, s, next) * m.Z(node.Action, next, z)
						reach[i][outcome] += q
						here[node.Next[outcome]][next] += q
					}
				}
			}
		}
	}
	return reach
}
