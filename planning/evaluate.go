package planning

import (
	"fmt"

	"eeporl/planning/vectors"
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
	p, err := FromModel(m, t.Observe)
	if err != nil {
		return nil, 0, err
	}
	alpha = p.recursion(t, t.Discount, true)
	return alpha, vectors.Dot(p.initial[0], alpha[0]), nil
}
