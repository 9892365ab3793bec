package planning

import (
	"cmp"
	"context"
	"slices"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
)

// Regret says what a policy tree loses on a POMDP, and where.
type Regret struct {
	// Total is V* − V^π for the tree's horizon and discount.
	Total float64
	// Steps[i] is the part that decision i, from 0, loses: the expected cost of
	// its choices where the tree leads, all later ones being optimal. They sum
	// to Total (performance difference lemma, Kakade and Langford 2002).
	Steps []float64
	// Left is the part of Total that is in no step: what is lost at beliefs that were too
	// unlikely to be followed. It is 0 unless a step leads to more than mostReached of them.
	Left float64
	// Decisions are the choices that cost something, the most costly for the
	// whole first, mostDecisions of them.
	Decisions []Decision
}

// Decision is a choice of a tree that is not optimal at a belief that it leads
// to.
type Decision struct {
	Step        int       // from 0
	Node        int       // of the tree
	Past        []int     // outcomes of one way there, as Tree.Outcome numbers them
	Ways        int       // how many lead there, with the same belief
	Belief      []float64 // the true one after that, in the model's order of the states
	Probability float64   // of being there
	Action      int       // the tree's
	Best        int       // an optimal one
	Cost        float64   // V* − Q*(Action) there, not discounted for the steps before
	Share       float64   // what it adds to Regret.Total: discounted, and weighted by Probability
	First       bool      // no choice on the way there cost anything
}

// The work that Decompose does: beliefs followed at a step, and decisions kept.
const (
	mostReached   = 1000
	mostDecisions = 10_000
)

// Decompose splits the regret of a tree on a POMDP by decisions, exactly but for Left.
func Decompose(ctx context.Context, m *pomdp.POMDP, tree *Tree) (*Regret, error) {
	_, worth, err := Evaluate(m, tree)
	if err != nil {
		return nil, err
	}
	v, err := NewOptimum(ctx, m, Options{Horizon: tree.Nodes[0].T, Discount: tree.Discount, Observe: tree.Observe})
	if err != nil {
		return nil, err
	}
	p, unit := v.p, v.p.size()
	out := &Regret{}
	weight, followed := 1.0, true
	here := []reached{{belief: p.initial[0], probability: 1, ways: 1, first: true}}
	for t := tree.Nodes[0].T; t >= 1; t-- {
		step := len(out.Steps)
		loss := 0.0
		for i := range here {
			r := &here[i]
			q, err := v.Actions(ctx, t, r.belief)
			if err != nil {
				return nil, err
			}
			best := slices.Max(q)
			action := tree.Nodes[r.node].Action
			if tied(q[action], best, unit) {
				continue
			}
			cost := best - q[action]
			loss += r.probability * cost
			out.Decisions = append(out.Decisions, Decision{
				Step: step, Node: r.node, Past: r.past, Ways: r.ways, Belief: r.belief, Probability: r.probability,
				Action: action, Best: slices.Index(q, best), Cost: cost, Share: weight * r.probability * cost, First: r.first,
			})
			r.first = false
		}
		out.Steps = append(out.Steps, weight*loss)
		out.Total += weight * loss
		weight *= tree.Discount
		if t > 1 {
			if here = p.advance(tree, here); len(here) > mostReached {
				slices.SortStableFunc(here, func(x, y reached) int { return cmp.Compare(y.probability, x.probability) })
				here, followed = here[:mostReached], false
			}
		}
	}
	slices.SortStableFunc(out.Decisions, func(x, y Decision) int { return cmp.Compare(y.Share, x.Share) })
	out.Decisions = slices.Clone(out.Decisions[:min(len(out.Decisions), mostDecisions)])
	if !followed {
		best, err := v.Value(ctx, tree.Nodes[0].T, p.initial[0])
		if err != nil {
			return nil, err
		}
		out.Left = max(best-worth-out.Total, 0)
		out.Total += out.Left
	}
	return out, nil
}

// reached is a belief that a tree leads to.
type reached struct {
	node        int
	belief      []float64
	probability float64
	past        []int
	ways        int
	first       bool
}

// advance follows all branches one step. It merges ways that meet in the same node and
// belief, unless a choice has cost something on only one of them.
func (p *Problem) advance(tree *Tree, here []reached) []reached {
	var out []reached
	index := map[string]int{}
	for _, r := range here {
		for outcome, child := range tree.Nodes[r.node].Next {
			after := make([]float64, p.states)
			mass, ok := p.link(tree.Nodes[r.node].Action, outcome, 0).after(after, r.belief)
			if !ok {
				continue
			}
			key := appendBelief(vectors.AppendGrid(nil, float64(2*child)), after)
			if r.first {
				key = append(key, 1)
			}
			if i, ok := index[string(key)]; ok {
				out[i].probability += r.probability * mass
				out[i].ways += r.ways
				continue
			}
			index[string(key)] = len(out)
			past := append(slices.Clone(r.past), outcome)
			out = append(out, reached{child, after, r.probability * mass, past, r.ways, r.first})
		}
	}
	return out
}

func appendBelief(key []byte, belief []float64) []byte {
	for _, x := range belief {
		key = vectors.AppendGrid(key, x*beliefGrid)
	}
	return key
}
