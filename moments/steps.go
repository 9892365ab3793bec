package moments

import (
	"math"
	"slices"

	"eeporl/pomdp"
)

// reordered is x with state order[s] in the place of state s.
func (l *layout) reordered(x []float64, order []int) []float64 {
	out, n := make([]float64, len(x)), l.n
	for s, old := range order {
		out[s] = x[old]
		for a := range n.A {
			for to, was := range order {
				out[l.trans(a, s, to)] = x[l.trans(a, old, was)]
			}
			copy(out[l.obs(a, s, 0):][:n.Z], x[l.obs(a, old, 0):][:n.Z])
			copy(out[l.rew(a, s, 0):][:n.R], x[l.rew(a, old, 0):][:n.R])
		}
	}
	return out
}

// random is start i: distributions that are uniform on their simplices.
func (l *layout) random(seed uint64, i int) []float64 {
	x := make([]float64, l.size)
	rng := newRand(seed, pomdp.StreamEstimator, emStream+uint64(i))
	for _, d := range l.simplices {
		for j := d.at; j < d.at+d.size; j++ {
			x[j] = rng.ExpFloat64() + 1e-3
		}
		divideBySum(x[d.at : d.at+d.size])
	}
	return x
}

// emStream separates EM's starts from the rotations in the same stream.
const emStream = 1 << 32

// emStep is one step of EM (Baum and Welch) in place. grad is the uncentred gradient at x, and
// becomes the expected uses.
func (l *layout) emStep(x, grad []float64) {
	for i, v := range x {
		grad[i] *= v
	}
	l.maximise(x, grad)
	copy(x, grad)
}

// maximise makes distributions of expected numbers of uses; one that is never used stays as in x.
func (l *layout) maximise(x, uses []float64) {
	for _, d := range l.simplices {
		run := uses[d.at : d.at+d.size]
		if total := sum(run); total > 0 && !math.IsInf(total, 0) && !math.IsNaN(total) {
			for i := range run {
				run[i] /= total
			}
		} else {
			copy(run, x[d.at:d.at+d.size])
		}
	}
}

// interior mixes a little of the uniform distribution in, so that no cell that
// was seen has probability 0.
func (l *layout) interior(x []float64, share float64) {
	for _, d := range l.simplices {
		for i := range x[d.at : d.at+d.size] {
			x[d.at+i] = (1-share)*x[d.at+i] + share/float64(d.size)
		}
	}
}

// setAction writes the parameters of one action, learned by itself, in the given order of
// its states, and adds its share to the initial belief.
func (l *layout) setAction(x []float64, a int, p *pomdp.PairParameters, order []int) {
	n := l.n
	for s, j := range order {
		x[s] += p.Initial[0][j] / float64(n.A)
		for s2, j2 := range order {
			x[l.trans(a, s, s2)] = p.Transition[0][0][j2][j]
		}
		for z := range n.Z {
			x[l.obs(a, s, z)] = p.Observation[0][z][j]
		}
		for r := range n.R {
			x[l.rew(a, s, r)] = p.Reward[0][r][j]
		}
	}
}

// reseeded is x with one state's distributions, and half of the ways there, from other.
func (l *layout) reseeded(x, other []float64, state int) []float64 {
	out, n := slices.Clone(x), l.n
	mix := func(at, size int, share float64) {
		for i := at; i < at+size; i++ {
			out[i] = (1-share)*x[i] + share*other[i]
		}
	}
	mix(0, n.S, .5)
	for a := range n.A {
		for s := range n.S {
			mix(l.trans(a, s, 0), n.S, .5)
		}
		mix(l.trans(a, state, 0), n.S, 1)
		mix(l.obs(a, state, 0), n.Z, 1)
		mix(l.rew(a, state, 0), n.R, 1)
	}
	return out
}
