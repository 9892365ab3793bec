package planning

import (
	"slices"

	"eeporl/planning/vectors"
)

// Choice is what an action promises at a node of a policy tree, by the vector that
// is best there among those that start with it.
type Choice struct {
	Action int
	Pair   int // whose order of the states Beta and Weight are in; -1 for an ordinary POMDP
	Value  float64
	Beta   []float64
	Weight []float64 // what Beta is weighed with
}

// Weights are what vectors are weighed with at a node of a policy tree: at its root b̂, and
// below it, for each state, the probability by the parameters of that state together with
// what was seen on the way. Executing a policy needs no weights: its branches were chosen
// with them.
type Weights struct {
	contexts []int       // contexts to choose a vector from: all at the root, then the last action's
	of       [][]float64 // [set in those contexts][state]
	// earned is what the reward just seen adds to a set's values, less its mean over the
	// sets: 0 where all pairs agree how probable it was, which learned parameters need not.
	earned []float64
}

// Root is the weights at the root: b̂ of every set.
func (p *Problem) Root() Weights {
	w := Weights{of: p.initial, earned: make([]float64, p.sets())}
	for q := range p.contexts {
		w.contexts = append(w.contexts, q)
	}
	return w
}

// After is the weights once a choice was followed and an outcome was seen, numbered
// as Tree.Outcome does; discount is the plan's.
func (p *Problem) After(c Choice, outcome int, discount float64) Weights {
	u := c.Action
	if c.Pair >= 0 {
		u = c.Pair
	}
	w := Weights{contexts: []int{p.after[c.Action]}}
	for k := range p.slots {
		next := make([]float64, p.states)
		l := p.link(u, outcome, k)
		for j, x := range c.Weight {
			for i := l.start[j]; i < l.start[j+1]; i++ {
				next[l.col[i]] += x * l.val[i]
			}
		}
		w.of, w.earned = append(w.of, next), append(w.earned, vectors.Dot(c.Weight, l.gain)/discount)
	}
	mean := 0.0
	for _, x := range w.earned {
		mean += x / float64(p.slots)
	}
	for k := range w.earned {
		w.earned[k] -= mean
	}
	return w
}

// Mass is the largest sum of a set's weights: how probable it is to come here.
func (w Weights) Mass() float64 {
	most := 0.0
	for _, v := range w.of {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		most = max(most, sum)
	}
	return most
}

// Along is the node of a plan's tree that outcomes lead to from its root, with the weights there; false where the
// weights are not known.
func (p *Problem) Along(t *Tree, outcomes []int) (node int, w Weights, ok bool) {
	w = p.Root()
	for _, outcome := range outcomes {
		chosen, ok := p.Chosen(w, t.Nodes[node])
		if !ok || t.Nodes[node].Next == nil {
			return node, w, false
		}
		node, w = t.Nodes[node].Next[outcome], p.After(chosen, outcome, t.Discount)
	}
	return node, w, true
}

// Choices lists, in the order of the actions, each action's best vector of a level under
// weights. Actions without a vector there are left out; the list is nil where the planner
// keeps no vectors.
func (p *Problem) Choices(w Weights, level *Level) []Choice {
	if len(level.Sets) < p.sets() {
		return nil
	}
	var out []Choice
	for i, q := range w.contexts {
		for k := range p.slots {
			set, weight := &level.Sets[q*p.slots+k], w.of[i*p.slots+k]
			for v := range set.Len() {
				value, action := vectors.Dot(weight, set.beta(v))+w.earned[i*p.slots+k], set.root(v)
				at := slices.IndexFunc(out, func(c Choice) bool { return c.Action == action })
				switch {
				case at < 0:
					out = append(out, Choice{action, p.pair(q*p.slots + k), value, set.beta(v), weight})
				case value > out[at].Value:
					out[at] = Choice{action, p.pair(q*p.slots + k), value, set.beta(v), weight}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Choice) int { return a.Action - b.Action })
	return out
}

// Chosen is a node of a plan's tree as a choice, under the weights there; false where
// they have no set for its coordinates.
func (p *Problem) Chosen(w Weights, n Node) (Choice, bool) {
	for i, q := range w.contexts {
		for k := range p.slots {
			set := q*p.slots + k
			if pair := p.pair(set); pair == n.Pair || pair < 0 {
				weight := w.of[i*p.slots+k]
				return Choice{n.Action, pair, vectors.Dot(weight, n.Beta) + w.earned[i*p.slots+k], n.Beta, weight}, true
			}
		}
	}
	return Choice{}, false
}
