package planning

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
)

// Optimum is the optimal value function of a POMDP at any belief: what the best
// policy would do where another one has led. It is exact: for two states the
// upper envelope, for more a recursion over beliefs that remembers those it has
// met, and is therefore not safe for concurrent use.
type Optimum struct {
	p        *Problem
	discount float64
	levels   []Level // nil for more than two states
	memo     []map[string]float64
	met      int // beliefs in memo
}

// mostMet bounds how many beliefs an Optimum remembers, and so its memory and time.
const mostMet = 2_000_000

// NewOptimum prepares V*_1 … V*_H. It reads Horizon, Discount and Observe of the options,
// and for up to two states Budget, beyond which it fails with a *BudgetError. Zero Horizon
// and Discount stand for the model's own.
func NewOptimum(ctx context.Context, m *pomdp.POMDP, o Options) (*Optimum, error) {
	if o.Horizon == 0 {
		o.Horizon = m.Horizon()
	}
	if o.Discount == 0 {
		o.Discount = m.Discount()
	}
	o.Planner = Pruning
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	p, err := FromModel(m, o.Observe)
	if err != nil {
		return nil, err
	}
	v := &Optimum{p: p, discount: o.Discount, memo: make([]map[string]float64, o.Horizon+1)}
	for t := range v.memo {
		v.memo[t] = map[string]float64{}
	}
	if p.states <= 2 {
		v.levels, err = prune(ctx, p, o.within(p))
		for t := range v.levels {
			v.levels[t].Sets[0].outline()
		}
	}
	return v, err
}

// Size is how many beliefs it remembers, or how many vectors it keeps.
func (v *Optimum) Size() int {
	n := v.met
	for i := range v.levels {
		n += v.levels[i].Vectors()
	}
	return n
}

// Value is V*_t at a normalised belief, in the model's order of the states; t is
// from 1 to the horizon.
func (v *Optimum) Value(ctx context.Context, t int, belief []float64) (float64, error) {
	if v.levels != nil {
		return v.above(t, belief), nil
	}
	key := string(appendBelief(nil, belief))
	if value, ok := v.memo[t][key]; ok {
		return value, nil
	}
	q, err := v.Actions(ctx, t, belief)
	if err != nil {
		return 0, err
	}
	if v.met++; v.met > mostMet {
		return 0, &BudgetError{Planner: Reachable, T: t, Needed: "more beliefs", Budget: fmt.Sprint(mostMet)}
	}
	v.memo[t][key] = slices.Max(q)
	return v.memo[t][key], nil
}

// above is the value over two states, by bisection along the upper envelope.
func (v *Optimum) above(t int, belief []float64) float64 {
	set := &v.levels[t-1].Sets[0]
	if set.states < 2 {
		_, value := set.Best(belief)
		return value
	}
	after := sort.Search(len(set.upper), func(i int) bool { return set.upper[i].Left > belief[1] })
	return vectors.Dot(belief, set.beta(int(set.upper[max(after-1, 0)].Vector)))
}

// Actions is Q*_t at a normalised belief, action by action: what each earns if
// everything after it is optimal.
func (v *Optimum) Actions(ctx context.Context, t int, belief []float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := make([]float64, v.p.actions)
	for u := range q {
		if t == 1 {
			q[u] = vectors.Dot(belief, v.p.leaf[u])
			continue
		}
		for outcome := range v.p.outcomes {
			l := v.p.link(u, outcome, 0)
			after := make([]float64, v.p.states)
			mass, ok := l.after(after, belief)
			q[u] += vectors.Dot(belief, l.gain)
			if !ok {
				continue
			}
			value, err := v.Value(ctx, t-1, after)
			if err != nil {
				return nil, err
			}
			q[u] += v.discount * mass * value
		}
	}
	return q, nil
}
