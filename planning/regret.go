package planning

import (
	"cmp"
	"context"
	"slices"

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
	// Decisions are the choices that cost something, the most costly for the
	// whole first.
	Decisions []Decision
}

// Decision is a choice of a tree that is not optimal at a belief that it leads
// to.
type Decision struct {
	Step        int       // from 0
	Node        int       // of the tree
	Past        []int     // outcomes of one way there, as Tree.Outcome numbers them
	Belief      []float64 // the true one after that, in the model's order of the states
	Probability float64   // of being there
	Action      int       // the tree's
	Best        int       // an optimal one
	Cost        float64   // V* − Q*(Action) there, not discounted for the steps before
	Share       float64   // of Regret.Total
	First       bool      // no choice on the way there cost anything
}

// Decompose splits the regret of a tree on a POMDP by decisions, exactly.
func Decompose(ctx context.Context, m *pomdp.POMDP, tree *Tree) (*Regret, error) {
	if _, _, err := Evaluate(m, tree); err != nil {
		return nil, err
	}
	p, err := FromModel(m, tree.Observe)
	if err != nil {
		return nil, err
	}
	v, err := newOptimum(ctx, p, tree.Nodes[0].T, tree.Discount)
	if err != nil {
		return nil, err
	}
	out := &Regret{}
	weight := 1.0
	here := []reached{{belief: p.initial[0], probability: 1, first: true}}
	for t := tree.Nodes[0].T; t >= 1; t-- {
		step := len(out.Steps)
		loss := 0.0
		for i := range here {
			r := &here[i]
			q, err := v.actions(ctx, t, r.belief)
			if err != nil {
				return nil, err
			}
			best := slices.Max(q)
			action := tree.Nodes[r.node].Action
			if tied(q[action], best) {
				continue
			}
			cost := best - q[action]
			loss += r.probability * cost
			out.Decisions = append(out.Decisions, Decision{
				Step: step, Node: r.node, Past: r.past, Belief: r.belief, Probability: r.probability,
				Action: action, Best: slices.Index(q, best), Cost: cost, Share: weight * r.probability * cost, First: r.first,
			})
			r.first = false
		}
		out.Steps = append(out.Steps, weight*loss)
		out.Total += weight * loss
		weight *= tree.Discount
		if t > 1 {
			here = p.advance(tree, here)
		}
	}
	slices.SortStableFunc(out.Decisions, func(x, y Decision) int { return cmp.Compare(y.Share, x.Share) })
	return out, nil
}

// reached is a belief that a tree leads to.
type reached struct {
	node        int
	belief      []float64
	probability float64
	past        []int
	first       bool
}

// advance follows all branches one step, merging the ways that meet in the same
// node and belief with nothing lost, or something, on both.
func (p *Problem) advance(tree *Tree, here []reached) []reached {
	var out []reached
	index := map[string]int{}
	for _, r := range here {
		for outcome, child := range tree.Nodes[r.node].Next {
			after := make([]float64, p.states)
			mass := p.link(tree.Nodes[r.node].Action, outcome, 0).forward(after, r.belief)
			if mass <= leastMass {
				continue
			}
			for j := range after {
				after[j] /= mass
			}
			key := appendBelief(appendGrid(nil, float64(2*child)), after)
			if r.first {
				key = append(key, 1)
			}
			if i, ok := index[string(key)]; ok {
				out[i].probability += r.probability * mass
				continue
			}
			index[string(key)] = len(out)
			past := append(slices.Clone(r.past), outcome)
			out = append(out, reached{child, after, r.probability * mass, past, r.first})
		}
	}
	return out
}

func appendBelief(key []byte, belief []float64) []byte {
	for _, x := range belief {
		key = appendGrid(key, x*beliefGrid)
	}
	return key
}

// optimum is V* of an ordinary problem at any belief: from the upper envelope
// for two states, by recursion over beliefs with a memo for more.
type optimum struct {
	p        *Problem
	discount float64
	levels   []Level // nil for more than two states
	memo     []map[string]float64
}

func newOptimum(ctx context.Context, p *Problem, horizon int, discount float64) (*optimum, error) {
	v := &optimum{p: p, discount: discount, memo: make([]map[string]float64, horizon+1)}
	for t := range v.memo {
		v.memo[t] = map[string]float64{}
	}
	if p.states > 2 {
		return v, nil
	}
	o, err := Options{Horizon: horizon, Discount: discount, Observe: p.observe, Planner: Pruning}.withDefaults()
	if err == nil {
		v.levels, err = prune(ctx, p, o.within(p))
	}
	return v, err
}

// at is V*_t at a normalised belief.
func (v *optimum) at(ctx context.Context, t int, belief []float64) (float64, error) {
	if v.levels != nil {
		_, value := v.levels[t-1].Sets[0].Best(belief)
		return value, nil
	}
	key := string(appendBelief(nil, belief))
	if value, ok := v.memo[t][key]; ok {
		return value, nil
	}
	q, err := v.actions(ctx, t, belief)
	if err != nil {
		return 0, err
	}
	v.memo[t][key] = slices.Max(q)
	return v.memo[t][key], nil
}

// actions is Q*_t at a normalised belief, action by action.
func (v *optimum) actions(ctx context.Context, t int, belief []float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := make([]float64, v.p.actions)
	for u := range q {
		if t == 1 {
			q[u] = dot(belief, v.p.leaf[u])
			continue
		}
		for outcome := range v.p.outcomes {
			l := v.p.link(u, outcome, 0)
			after := make([]float64, v.p.states)
			mass := l.forward(after, belief)
			q[u] += dot(belief, l.gain)
			if mass <= leastMass {
				continue
			}
			for j := range after {
				after[j] /= mass
			}
			value, err := v.at(ctx, t-1, after)
			if err != nil {
				return nil, err
			}
			q[u] += v.discount * mass * value
		}
	}
	return q, nil
}
