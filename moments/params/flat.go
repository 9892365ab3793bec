// Package params writes a POMDP's parameters as one vector, and climbs on it.
package params

import (
	"fmt"

	"eeporl/moments/num"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/stat/combin"
)

// Layout places all entries of b, T_a, Z_a and R_a in one vector: b[s],
// T[a][s][s'], Z[a][s'][z], R[a][s][r]. Every simplex is one run of it.
type Layout struct {
	N         pomdp.Sizes
	T, Z, R   int // where each kind begins
	Again     int // where the distribution of the state begins in which stretches go on after a gap; 0 for none
	Size      int
	Simplices []simplex
}

// simplex is one distribution: size entries from at.
type simplex struct{ At, Size int }

// NewLayout places the entries of models of these sizes.
func NewLayout(n pomdp.Sizes) *Layout {
	l := &Layout{N: n, T: n.S, Z: n.S + n.A*n.S*n.S, R: n.S + n.A*n.S*(n.S+n.Z)}
	l.Size = l.R + n.A*n.S*n.R
	l.Simplices = append(l.Simplices, simplex{0, n.S})
	for _, kind := range []struct{ at, size int }{{l.T, n.S}, {l.Z, n.Z}, {l.R, n.R}} {
		for i := range n.A * n.S {
			l.Simplices = append(l.Simplices, simplex{kind.at + i*kind.size, kind.size})
		}
	}
	return l
}

// GoingOn is the layout with a distribution more: of the state in which what is known of an episode
// goes on after a gap. It stands last.
func (l *Layout) GoingOn() *Layout {
	l.Again = l.Size
	l.Size += l.N.S
	l.Simplices = append(l.Simplices, simplex{l.Again, l.N.S})
	return l
}

// Free is the number of free parameters.
func (l *Layout) Free() int { return l.Size - len(l.Simplices) }

func (l *Layout) initial(s int) int { return s }

// Trans says where T_a[s, s2] stands.
func (l *Layout) Trans(a, s, s2 int) int { return l.T + (a*l.N.S+s)*l.N.S + s2 }

// Obs says where Z_a[s, z] stands.
func (l *Layout) Obs(a, s, z int) int { return l.Z + (a*l.N.S+s)*l.N.Z + z }

// Rew says where R_a[s, r] stands.
func (l *Layout) Rew(a, s, r int) int { return l.R + (a*l.N.S+s)*l.N.R + r }

// Name says in words which entry i is, with indices from 1.
func (l *Layout) Name(i int) string {
	n := l.N
	switch {
	case l.Again > 0 && i >= l.Again:
		return fmt.Sprintf("p(state %d after a gap)", i-l.Again+1)
	case i < l.T:
		return fmt.Sprintf("b(state %d)", i+1)
	case i < l.Z:
		j := i - l.T
		return fmt.Sprintf("p(state %d | state %d, action %d)", j%n.S+1, j/n.S%n.S+1, j/(n.S*n.S)+1)
	case i < l.R:
		j := i - l.Z
		return fmt.Sprintf("p(observation %d | action %d, state %d)", j%n.Z+1, j/(n.S*n.Z)+1, j/n.Z%n.S+1)
	}
	j := i - l.R
	return fmt.Sprintf("p(reward %d | state %d, action %d)", j%n.R+1, j/n.R%n.S+1, j/(n.S*n.R)+1)
}

// Vector writes a model as one vector.
func (l *Layout) Vector(m *pomdp.POMDP) []float64 {
	n := l.N
	x := make([]float64, l.Size)
	for s := range n.S {
		x[l.initial(s)] = m.Initial(s)
		if l.Again > 0 {
			x[l.Again+s] = 1 / float64(n.S)
		}
		for a := range n.A {
			for s2 := range n.S {
				x[l.Trans(a, s, s2)] = m.T(a, s, s2)
			}
			for z := range n.Z {
				x[l.Obs(a, s, z)] = m.Z(a, s, z)
			}
			for r := range n.R {
				x[l.Rew(a, s, r)] = m.R(a, s, r)
			}
		}
	}
	return x
}

// Model makes a POMDP of a vector whose runs are distributions. States,
// actions and symbols have no names but their numbers.
func (l *Layout) Model(name string, x []float64, horizon int, rewards []float64) (*pomdp.POMDP, error) {
	n := l.N
	spec := pomdp.Spec{Name: name, Rewards: rewards, Horizon: horizon, Discount: 1}
	spec.States, spec.Actions, spec.Observations = pomdp.Numbered("s", n.S), pomdp.Numbered("a", n.A), pomdp.Numbered("z", n.Z)
	e := l.Entries(x)
	spec.Initial, spec.Transition, spec.Observation, spec.Reward = e.Initial, e.Transition, e.Observation, e.Reward
	return pomdp.New(spec)
}

// Pairs writes the entries pair by pair, all in the vector's own order.
func (l *Layout) Pairs(x, rewards []float64) *pomdp.PairParameters {
	n := l.N
	p := pomdp.NewPairParameters(n, rewards)
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		for s := range n.S {
			p.Initial[pair][s] = x[l.initial(s)]
			for z := range n.Z {
				p.Observation[pair][z][s] = x[l.Obs(a, s, z)]
			}
			for r := range n.R {
				p.Reward[pair][r][s] = x[l.Rew(leave, s, r)]
			}
			for next := range n.A {
				for s2 := range n.S {
					p.Transition[pair][next][s2][s] = x[l.Trans(leave, s, s2)]
				}
			}
		}
	}
	return p
}

// BestOrder is the one permutation of x's states that fits truth best:
// state order[s] of x is state s of truth. All permutations are tried up to six
// states; beyond, the assignment by all entries but the transitions decides.
func (l *Layout) BestOrder(x, truth []float64) []int {
	n := l.N
	cost := make([]float64, n.S*n.S)
	for s := range n.S {
		for old := range n.S {
			c := num.Square(x[old] - truth[s])
			for a := range n.A {
				for z := range n.Z {
					c += num.Square(x[l.Obs(a, old, z)] - truth[l.Obs(a, s, z)])
				}
				for r := range n.R {
					c += num.Square(x[l.Rew(a, old, r)] - truth[l.Rew(a, s, r)])
				}
			}
			cost[s*n.S+old] = c
		}
	}
	best, _ := num.Assign(n.S, cost)
	if n.S > 6 {
		return best
	}
	least := l.Distance(x, truth, best)
	for orders := combin.NewPermutationGenerator(n.S, n.S); orders.Next(); {
		order := orders.Permutation(nil)
		if d := l.Distance(x, truth, order); d < least {
			least, best = d, order
		}
	}
	return best
}

// Distance is ‖permuted(x) − truth‖² over all entries.
func (l *Layout) Distance(x, truth []float64, order []int) float64 {
	n, d := l.N, 0.0
	for s, old := range order {
		d += num.Square(x[old] - truth[s])
		for a := range n.A {
			for s2, old2 := range order {
				d += num.Square(x[l.Trans(a, old, old2)] - truth[l.Trans(a, s, s2)])
			}
			for z := range n.Z {
				d += num.Square(x[l.Obs(a, old, z)] - truth[l.Obs(a, s, z)])
			}
			for r := range n.R {
				d += num.Square(x[l.Rew(a, old, r)] - truth[l.Rew(a, s, r)])
			}
		}
	}
	return d
}
