package planning

import (
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

// BestReactive tries them all on the true model. ok is false where they are too many.
func BestReactive(m *pomdp.POMDP, horizon int, discount float64) (best Reactive, ok bool) {
	n := m.Sizes()
	policies := math.Pow(float64(n.A), float64(n.Outcomes()))
	if policies*float64(n.A) > mostReactive {
		return Reactive{}, false
	}
	after := make([]int, n.Outcomes())
	r := newReacting(m)
	for i := range int(policies) {
		for o, rest := 0, i; o < len(after); o++ {
			after[o], rest = rest%n.A, rest/n.A
		}
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
