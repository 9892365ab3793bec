package experiment

import (
	"cmp"
	"slices"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Untried is an action that a policy takes right after something was seen, and that a log never took then, though it often could have.
type Untried struct {
	Observation, Action int
	Seen                float64 // how often the log saw it, with an action after it
	Expected            float64 // how often the action would have followed if what was seen did not matter
	Share               float64 // of the policy's steps after the first, by the model
}

// Least is from how many expected occurrences on, and from what share of the policy's steps on, an action that was never taken is told.
const leastUntried, leastUntriedShare = 10, .002

// UntriedBy lists what a policy does that the log never did in its place, what it does most often first. The model says how often.
func UntriedBy(e *moments.Episodes, m *pomdp.POMDP, t *planning.Tree) []Untried {
	n := m.Sizes()
	after := make([]float64, n.Z*n.A)
	seen, taken, all := make([]float64, n.Z), make([]float64, n.A), 0.
	for acts, count := range e.All {
		for i := 1; i < len(acts); i++ {
			z, a := acts[i-1].Observation, acts[i].Action
			if acts[i-1].Action < 0 || z < 0 || a < 0 || z >= n.Z || a >= n.A {
				continue
			}
			after[z*n.A+a] += count
			seen[z] += count
			taken[a] += count
			all += count
		}
	}
	share := doneAfter(m, t)
	var out []Untried
	for z := range n.Z {
		for a := range n.A {
			expected := 0.
			if all > 0 {
				expected = seen[z] * taken[a] / all
			}
			if s := share[z*n.A+a]; after[z*n.A+a] == 0 && expected >= leastUntried && s >= leastUntriedShare {
				out = append(out, Untried{z, a, seen[z], expected, s})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Untried) int { return cmp.Compare(y.Share, x.Share) })
	return out
}

// doneAfter is how often a policy takes each action right after each observation: [z·|A| + a], a share of its steps after the first.
func doneAfter(m *pomdp.POMDP, t *planning.Tree) []float64 {
	n := m.Sizes()
	out, total := make([]float64, n.Z*n.A), 0.
	mass := make([][]float64, len(t.Nodes))
	mass[0] = m.InitialBelief()
	for i := range t.Nodes { // children stand after their parents
		node := &t.Nodes[i]
		if mass[i] == nil || len(node.Next) == 0 {
			continue
		}
		for next := range n.S {
			for s, p := range mass[i] {
				moves := p * m.T(node.Action, s, next)
				if moves == 0 {
					continue
				}
				for z := range n.Z {
					sees := moves * m.Z(node.Action, next, z)
					if sees == 0 {
						continue
					}
					for r := range n.R {
						p := sees * m.R(node.Action, s, r)
						child := node.Next[t.Outcome(pomdp.Step{Action: pomdp.Draw{Value: node.Action}, Reward: pomdp.Draw{Value: r}, Observation: pomdp.Draw{Value: z}})]
						if mass[child] == nil {
							mass[child] = make([]float64, n.S)
						}
						mass[child][next] += p
						out[z*n.A+t.Nodes[child].Action] += p
						total += p
					}
				}
			}
		}
		mass[i] = nil
	}
	if total > 0 {
		for i := range out {
			out[i] /= total
		}
	}
	return out
}
