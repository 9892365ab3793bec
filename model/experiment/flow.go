package experiment

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"eeporl/planning"
	"eeporl/pomdp"
)

// Flow is how probability runs through a policy tree. Weight[node][j] is the probability of
// being at a node in state j, summed over all ways there; Branch[node][outcome] that of being
// there and going on by an outcome.
type Flow struct{ Weight, Branch [][]float64 }

// Mass is the probability of being at a node.
func (f Flow) Mass(node int) float64 { return floats.Sum(f.Weight[node]) }

// TrueFlow is the flow through a tree by a model.
func TrueFlow(m *pomdp.POMDP, t *planning.Tree) Flow {
	n := m.Sizes()
	return run(t, m.InitialBelief(), func(node, _ *planning.Node, outcome, j, k int) float64 {
		z, earned := outcome, 1.0
		if t.Observe == planning.ObserveRZ {
			var r int
			z, r = n.OutcomeAt(outcome)
			earned = m.R(node.Action, j, r)
		}
		return earned * m.T(node.Action, j, k) * m.Z(node.Action, k, z)
	})
}

// LearnedFlow is the flow through a tree by the parameters that it was planned with: from
// state j in the order of the node's pair (a₋, a) to state k in that of the child's (a, a').
func LearnedFlow(p *pomdp.PairParameters, t *planning.Tree) Flow {
	n := p.Sizes
	return run(t, p.Initial[t.Nodes[0].Pair], func(node, child *planning.Node, outcome, j, k int) float64 {
		z, earned := outcome, 0.0
		if t.Observe == planning.ObserveRZ {
			var r int
			z, r = n.OutcomeAt(outcome)
			earned = p.Reward[node.Pair][r][j]
		} else {
			for r := range n.R {
				earned += p.Reward[node.Pair][r][j]
			}
		}
		return earned * p.Transition[node.Pair][child.Action][k][j] * p.Observation[child.Pair][z][k]
	})
}

// run lets probability run through a tree: by is the probability of an outcome and of state k
// of the next node, given state j of this one.
func run(t *planning.Tree, start []float64, by func(node, child *planning.Node, outcome, j, k int) float64) Flow {
	f := Flow{make([][]float64, len(t.Nodes)), make([][]float64, len(t.Nodes))}
	for i := range f.Weight {
		f.Weight[i] = make([]float64, len(start))
	}
	copy(f.Weight[0], start)
	for i := range t.Nodes { // children stand after their parents
		node := &t.Nodes[i]
		f.Branch[i] = make([]float64, len(node.Next))
		for outcome, c := range node.Next {
			for j, w := range f.Weight[i] {
				if w == 0 {
					continue
				}
				for k := range start {
					p := w * by(node, &t.Nodes[c], outcome, j, k)
					f.Branch[i][outcome] += p
					f.Weight[c][k] += p
				}
			}
		}
	}
	return f
}

// impossible is the true probability, at its node, below which an outcome counts as none.
const impossible = 1e-12

// Chance is the true probability of some of a node's outcomes for those who are at the node;
// NaN where no truth is known, or nothing leads there.
func (p *Planned) Chance(node int, outcomes ...int) float64 {
	if p.Reach == nil {
		return math.NaN()
	}
	sum := 0.0
	for _, o := range outcomes {
		sum += p.Reach[node][o]
	}
	if mass := floats.Sum(p.Reach[node]); mass > 0 {
		return sum / mass
	}
	return math.NaN()
}

// Possible says whether an outcome of a node can occur, as far as that is known.
func (p *Planned) Possible(node, outcome int) bool {
	return p.Reach == nil || p.Chance(node, outcome) >= impossible
}
