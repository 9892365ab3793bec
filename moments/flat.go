package moments

import (
	"fmt"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/stat/combin"
)

// layout places all entries of b, T_a, Z_a and R_a in one vector: b[s],
// T[a][s][s'], Z[a][s'][z], R[a][s][r]. Every simplex is one run of it.
type layout struct {
	n         pomdp.Sizes
	t, z, r   int // where each kind begins
	again     int // where the distribution of the state begins in which stretches go on after a gap; 0 for none
	size      int
	simplices []simplex
}

// simplex is one distribution: size entries from at.
type simplex struct{ at, size int }

func newLayout(n pomdp.Sizes) *layout {
	l := &layout{n: n, t: n.S, z: n.S + n.A*n.S*n.S, r: n.S + n.A*n.S*(n.S+n.Z)}
	l.size = l.r + n.A*n.S*n.R
	l.simplices = append(l.simplices, simplex{0, n.S})
	for _, kind := range []struct{ at, size int }{{l.t, n.S}, {l.z, n.Z}, {l.r, n.R}} {
		for i := range n.A * n.S {
			l.simplices = append(l.simplices, simplex{kind.at + i*kind.size, kind.size})
		}
	}
	return l
}

// goingOn is the layout with a distribution more: of the state in which what is known of an episode
// goes on after a gap. It stands last.
func (l *layout) goingOn() *layout {
	l.again = l.size
	l.size += l.n.S
	l.simplices = append(l.simplices, simplex{l.again, l.n.S})
	return l
}

// free is the number of free parameters.
func (l *layout) free() int { return l.size - len(l.simplices) }

func (l *layout) initial(s int) int      { return s }
func (l *layout) trans(a, s, s2 int) int { return l.t + (a*l.n.S+s)*l.n.S + s2 }
func (l *layout) obs(a, s, z int) int    { return l.z + (a*l.n.S+s)*l.n.Z + z }
func (l *layout) rew(a, s, r int) int    { return l.r + (a*l.n.S+s)*l.n.R + r }

// name says in words which entry i is, with indices from 1.
func (l *layout) name(i int) string {
	n := l.n
	switch {
	case l.again > 0 && i >= l.again:
		return fmt.Sprintf("p(state %d after a gap)", i-l.again+1)
	case i < l.t:
		return fmt.Sprintf("b(state %d)", i+1)
	case i < l.z:
		j := i - l.t
		return fmt.Sprintf("p(state %d | state %d, action %d)", j%n.S+1, j/n.S%n.S+1, j/(n.S*n.S)+1)
	case i < l.r:
		j := i - l.z
		return fmt.Sprintf("p(observation %d | action %d, state %d)", j%n.Z+1, j/(n.S*n.Z)+1, j/n.Z%n.S+1)
	}
	j := i - l.r
	return fmt.Sprintf("p(reward %d | state %d, action %d)", j%n.R+1, j/n.R%n.S+1, j/(n.S*n.R)+1)
}

// vector writes a model as one vector.
func (l *layout) vector(m *pomdp.POMDP) []float64 {
	n := l.n
	x := make([]float64, l.size)
	for s := range n.S {
		x[l.initial(s)] = m.Initial(s)
		if l.again > 0 {
			x[l.again+s] = 1 / float64(n.S)
		}
		for a := range n.A {
			for s2 := range n.S {
				x[l.trans(a, s, s2)] = m.T(a, s, s2)
			}
			for z := range n.Z {
				x[l.obs(a, s, z)] = m.Z(a, s, z)
			}
			for r := range n.R {
				x[l.rew(a, s, r)] = m.R(a, s, r)
			}
		}
	}
	return x
}

// model makes a POMDP of a vector whose runs are distributions. States,
// actions and symbols have no names but their numbers.
func (l *layout) model(name string, x []float64, horizon int, rewards []float64) (*pomdp.POMDP, error) {
	n := l.n
	spec := pomdp.Spec{Name: name, Rewards: rewards, Horizon: horizon, Discount: 1}
	spec.States, spec.Actions, spec.Observations = pomdp.Numbered("s", n.S), pomdp.Numbered("a", n.A), pomdp.Numbered("z", n.Z)
	e := l.entries(x)
	spec.Initial, spec.Transition, spec.Observation, spec.Reward = e.Initial, e.Transition, e.Observation, e.Reward
	return pomdp.New(spec)
}

// pairs writes the entries pair by pair, all in the vector's own order.
func (l *layout) pairs(x, rewards []float64) *pomdp.PairParameters {
	n := l.n
	p := pomdp.NewPairParameters(n, rewards)
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		for s := range n.S {
			p.Initial[pair][s] = x[l.initial(s)]
			for z := range n.Z {
				p.Observation[pair][z][s] = x[l.obs(a, s, z)]
			}
			for r := range n.R {
				p.Reward[pair][r][s] = x[l.rew(leave, s, r)]
			}
			for next := range n.A {
				for s2 := range n.S {
					p.Transition[pair][next][s2][s] = x[l.trans(leave, s, s2)]
				}
			}
		}
	}
	return p
}

// bestOrder is the one permutation of x's states that fits truth best:
// state order[s] of x is state s of truth. All permutations are tried up to six
// states; beyond, the assignment by all entries but the transitions decides.
func (l *layout) bestOrder(x, truth []float64) []int {
	n := l.n
	cost := make([]float64, n.S*n.S)
	for s := range n.S {
		for old := range n.S {
			c := square(x[old] - truth[s])
			for a := range n.A {
				for z := range n.Z {
					c += square(x[l.obs(a, old, z)] - truth[l.obs(a, s, z)])
				}
				for r := range n.R {
					c += square(x[l.rew(a, old, r)] - truth[l.rew(a, s, r)])
				}
			}
			cost[s*n.S+old] = c
		}
	}
	best, _ := Assign(n.S, cost)
	if n.S > 6 {
		return best
	}
	least := l.distance(x, truth, best)
	for orders := combin.NewPermutationGenerator(n.S, n.S); orders.Next(); {
		order := orders.Permutation(nil)
		if d := l.distance(x, truth, order); d < least {
			least, best = d, order
		}
	}
	return best
}

// distance is ‖permuted(x) − truth‖² over all entries.
func (l *layout) distance(x, truth []float64, order []int) float64 {
	n, d := l.n, 0.0
	for s, old := range order {
		d += square(x[old] - truth[s])
		for a := range n.A {
			for s2, old2 := range order {
				d += square(x[l.trans(a, old, old2)] - truth[l.trans(a, s, s2)])
			}
			for z := range n.Z {
				d += square(x[l.obs(a, old, z)] - truth[l.obs(a, s, z)])
			}
			for r := range n.R {
				d += square(x[l.rew(a, old, r)] - truth[l.rew(a, s, r)])
			}
		}
	}
	return d
}
