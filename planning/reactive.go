package planning

import (
	"context"
	"fmt"
	"iter"
	"math"

	"eeporl/pomdp"
)

// Reactive is the best policy without memory: a first action, and then one for each outcome seen last, the same at
// every step (Littman 1994).
type Reactive struct {
	First int
	After []int // [pomdp.Sizes.Outcome]
	Value float64
}

// mostReactive bounds the policies that are tried: |A|^(|Z||R|+1) exist.
const mostReactive = 30_000

// reactive goes through what policies without memory do after each outcome; ok is false where they are too many.
func reactive(actions, outcomes int) (all iter.Seq[[]int], ok bool) {
	policies := math.Pow(float64(actions), float64(outcomes))
	return func(yield func([]int) bool) {
		after := make([]int, outcomes)
		for i := range int(policies) {
			for o, rest := 0, i; o < outcomes; o++ {
				after[o], rest = rest%actions, rest/actions
			}
			if !yield(after) {
				return
			}
		}
	}, policies*float64(actions) <= mostReactive
}

// BestReactive tries them all on the true model. ok is false where they are too many.
func BestReactive(m *pomdp.POMDP, horizon int, discount float64) (best Reactive, ok bool) {
	n := m.Sizes()
	all, ok := reactive(n.A, n.Outcomes())
	if !ok {
		return Reactive{}, false
	}
	r := newReacting(m)
	for after := range all {
		worth := r.worth(after, horizon, discount)
		for first := range n.A {
			value := 0.0
			for s := range n.S {
				value += m.Initial(s) * worth[first*n.S+s]
			}
			if best.After == nil || value > best.Value && !tied(best.Value, value, 1) {
				best = Reactive{First: first, After: append([]int(nil), after...), Value: value}
			}
		}
	}
	return best, true
}

// BestSteady is the action that earns most where nothing else is ever done, the first of several, and what it earns on the true model.
func BestSteady(m *pomdp.POMDP, horizon int, discount float64) (action int, value float64) {
	n, value := m.Sizes(), math.Inf(-1)
	for a := range n.A {
		total, weight, state := 0.0, 1.0, m.InitialBelief()
		for range horizon {
			next := make([]float64, n.S)
			for s, p := range state {
				total += weight * p * m.MeanReward(a, s)
				for to := range next {
					next[to] += p * m.T(a, s, to)
				}
			}
			state, weight = next, weight*discount
		}
		if total > value && !tied(value, total, 1) {
			action, value = a, total
		}
	}
	return action, value
}

// solveReactive tries all policies without memory by what was learned, and makes a tree of the best.
func (p *Problem) solveReactive(ctx context.Context, o Options) (*Plan, error) {
	all, ok := reactive(p.actions, p.outcomes)
	if !ok {
		return nil, fmt.Errorf("found more than %d policies without memory, expected at most so many", mostReactive)
	}
	law := p.sequence()
	var best *Controller
	most := math.Inf(-1)
	for after := range all {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for first := range p.actions {
			if value := reactiveValue(law, law.start(), first, after, o.Horizon, o.Discount); value > most && !tied(most, value, 1) {
				best, most = reactiveController(p, first, after), value
			}
		}
	}
	tree, err := best.Tree(0, o.Horizon, o.Discount)
	if err != nil {
		return nil, err
	}
	plan := p.finish(o, tree, 0, most)
	plan.Why = "asked for: the best policy without memory, by importance weights of the episodes"
	return plan, nil
}

// reactiveValue is what a policy without memory earns from a situation on.
func reactiveValue(law sequence, situation []float64, action int, after []int, steps int, discount float64) (value float64) {
	for outcome, b := range follow(law, situation, action, steps == 1) {
		if !b.possible() {
			continue
		}
		value += b.share * b.earns
		if steps > 1 {
			value += discount * b.share * reactiveValue(law, b.state, after[outcome], after, steps-1, discount)
		}
	}
	return value
}

// reactiveController is the policy as a graph: its first node, then one for each outcome seen last.
func reactiveController(p *Problem, first int, after []int) *Controller {
	next := make([]int, p.outcomes)
	for k := range next {
		next[k] = k + 1
	}
	c := &Controller{p.sizes, p.observe, []ControllerNode{{first, next}}}
	for _, action := range after {
		c.Nodes = append(c.Nodes, ControllerNode{action, next})
	}
	return c
}

// reacting evaluates policies without memory.
type reacting struct {
	n         pomdp.Sizes
	earns     []float64 // [a·S + s]
	leads     []float64 // [((a·S + s)·O + o)·S + s'] p(o, s' | s, a)
	now, next []float64 // [a·S + s] what is earned from s on, when a is taken there
}

func newReacting(m *pomdp.POMDP) *reacting {
	n := m.Sizes()
	r := &reacting{n: n, now: make([]float64, n.A*n.S), next: make([]float64, n.A*n.S)}
	for a := range n.A {
		for s := range n.S {
			r.earns = append(r.earns, m.MeanReward(a, s))
			for o := range n.Outcomes() {
				z, level := n.OutcomeAt(o)
				for to := range n.S {
					r.leads = append(r.leads, m.R(a, s, level)*m.T(a, s, to)*m.Z(a, to, z))
				}
			}
		}
	}
	return r
}

// worth is what is earned from each state on, under each first action; it is valid until the next call.
func (r *reacting) worth(after []int, horizon int, discount float64) []float64 {
	clear(r.next)
	for range horizon {
		at := 0
		for i := range r.now {
			sum := r.earns[i]
			for _, action := range after {
				then := r.next[action*r.n.S:][:r.n.S]
				for _, v := range then {
					sum += discount * r.leads[at] * v
					at++
				}
			}
			r.now[i] = sum
		}
		r.now, r.next = r.next, r.now
	}
	return r.next
}
