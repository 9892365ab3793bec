package pomdp

import "slices"

// PairParameters are POMDP parameters in which every action pair (a, a')
// keeps its own order of the states, s_(a,a'): what spectral learning returns
// (paper, section "Parameter Estimation") and what the planner's β-vectors live
// on. Entries need not agree between pairs, since each pair is estimated on its own, and nothing
// here makes distributions sum to 1: that is up to the code that fills them in.
//
// The pair's first action a is the one that led into the state, the second,
// a', the one that leaves it. j is a position in the pair's order, pair =
// a·|A| + a'.
type PairParameters struct {
	Sizes        Sizes
	RewardValues []float64

	// Initial[pair][j] = b(s_(a₀,a₁),j); a₀ is the virtual action before the
	// first step, so every a₀ gives another estimate of the same belief.
	Initial [][]float64
	// Observation[pair][z][j] = p(z | a, s_(a,a'),j).
	Observation [][][]float64
	// Reward[pair][r][j] = p(r | s_(a,a'),j, a').
	Reward [][][]float64
	// Transition[pair][a''][j'][j] = p(s_(a',a''),j' | s_(a,a'),j, a').
	Transition [][][][]float64
}

// NewPairParameters allocates zero parameters of the given sizes.
func NewPairParameters(n Sizes, rewards []float64) *PairParameters {
	p := &PairParameters{Sizes: n, RewardValues: append([]float64(nil), rewards...)}
	for range n.Pairs() {
		p.Initial = append(p.Initial, make([]float64, n.S))
		p.Observation = append(p.Observation, rows(n.Z, n.S))
		p.Reward = append(p.Reward, rows(n.R, n.S))
		next := make([][][]float64, n.A)
		for i := range next {
			next[i] = rows(n.S, n.S)
		}
		p.Transition = append(p.Transition, next)
	}
	return p
}

// Order says which POMDP state stands at position j of each pair's order:
// Order[pair][j] = φ((a,a'), j).
type Order [][]int

// Different is how many different orders there are, of the pairs that have one.
func (o Order) Different() int {
	var seen [][]int
	for _, order := range o {
		if order != nil && !slices.ContainsFunc(seen, func(other []int) bool { return slices.Equal(other, order) }) {
			seen = append(seen, order)
		}
	}
	return len(seen)
}

// Complete says whether every pair has its states.
func (o Order) Complete() bool {
	return len(o) > 0 && !slices.ContainsFunc(o, func(states []int) bool { return states == nil })
}

// IdentityOrder gives every pair the POMDP's own order of the states.
func IdentityOrder(n Sizes) Order {
	order := make(Order, n.Pairs())
	for p := range order {
		order[p] = make([]int, n.S)
		for j := range order[p] {
			order[p][j] = j
		}
	}
	return order
}

// Pairs writes the POMDP's exact parameters in the given order of the states:
// with IdentityOrder the ordinary POMDP as the planner takes it.
func (m *POMDP) Pairs(order Order) *PairParameters {
	n := m.sizes
	p := NewPairParameters(n, m.spec.Rewards)
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		for j, s := range order[pair] {
			p.Initial[pair][j] = m.Initial(s)
			for z := range n.Z {
				p.Observation[pair][z][j] = m.Z(a, s, z)
			}
			for r := range n.R {
				p.Reward[pair][r][j] = m.R(leave, s, r)
			}
			for next := range n.A {
				for j2, s2 := range order[n.Pair(leave, next)] {
					p.Transition[pair][next][j2][j] = m.T(leave, s, s2)
				}
			}
		}
	}
	return p
}

func rows(n, m int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, m)
	}
	return x
}
