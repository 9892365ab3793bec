package params

import (
	"math"
	"slices"

	"eeporl/moments/num"
	"eeporl/pomdp"
)

// Reordered is x with state order[s] in the place of state s.
func (l *Layout) Reordered(x []float64, order []int) []float64 {
	out, n := make([]float64, len(x)), l.N
	for s, old := range order {
		out[s] = x[old]
		for a := range n.A {
			for to, was := range order {
				out[l.Trans(a, s, to)] = x[l.Trans(a, old, was)]
			}
			copy(out[l.Obs(a, s, 0):][:n.Z], x[l.Obs(a, old, 0):][:n.Z])
			copy(out[l.Rew(a, s, 0):][:n.R], x[l.Rew(a, old, 0):][:n.R])
		}
	}
	return out
}

// Random is start i: distributions that are uniform on their simplices.
func (l *Layout) Random(seed uint64, i int) []float64 {
	x := make([]float64, l.Size)
	rng := num.NewRand(seed, pomdp.StreamEstimator, emStream+uint64(i))
	for _, d := range l.Simplices {
		for j := d.At; j < d.At+d.Size; j++ {
			x[j] = rng.ExpFloat64() + 1e-3
		}
		num.DivideBySum(x[d.At : d.At+d.Size])
	}
	return x
}

// emStream separates EM's starts from the rotations in the same stream.
const emStream = 1 << 32

// EmStep is one step of EM (Baum and Welch) in place. grad is the uncentred gradient at x, and
// becomes the expected uses.
func (l *Layout) EmStep(x, grad []float64) {
	for i, v := range x {
		grad[i] *= v
	}
	l.Maximise(x, grad)
	copy(x, grad)
}

// Maximise makes distributions of expected numbers of uses; one that is never used stays as in x.
func (l *Layout) Maximise(x, uses []float64) {
	for _, d := range l.Simplices {
		run := uses[d.At : d.At+d.Size]
		if total := num.Sum(run); total > 0 && !math.IsInf(total, 0) && !math.IsNaN(total) {
			for i := range run {
				run[i] /= total
			}
		} else {
			copy(run, x[d.At:d.At+d.Size])
		}
	}
}

// Interior mixes a little of the uniform distribution in, so that no cell that
// was seen has probability 0.
func (l *Layout) Interior(x []float64, share float64) {
	for _, d := range l.Simplices {
		for i := range x[d.At : d.At+d.Size] {
			x[d.At+i] = (1-share)*x[d.At+i] + share/float64(d.Size)
		}
	}
}

// SetAction writes the parameters of one action, learned by itself, in the given order of
// its states, and adds its share to the initial belief.
func (l *Layout) SetAction(x []float64, a int, p *pomdp.PairParameters, order []int) {
	n := l.N
	for s, j := range order {
		x[s] += p.Initial[0][j] / float64(n.A)
		for s2, j2 := range order {
			x[l.Trans(a, s, s2)] = p.Transition[0][0][j2][j]
		}
		for z := range n.Z {
			x[l.Obs(a, s, z)] = p.Observation[0][z][j]
		}
		for r := range n.R {
			x[l.Rew(a, s, r)] = p.Reward[0][r][j]
		}
	}
}

// Reseeded is x with one state's distributions, and half of the ways there, from other.
func (l *Layout) Reseeded(x, other []float64, state int) []float64 {
	out, n := slices.Clone(x), l.N
	mix := func(at, size int, share float64) {
		for i := at; i < at+size; i++ {
			out[i] = (1-share)*x[i] + share*other[i]
		}
	}
	mix(0, n.S, .5)
	for a := range n.A {
		for s := range n.S {
			mix(l.Trans(a, s, 0), n.S, .5)
		}
		mix(l.Trans(a, state, 0), n.S, 1)
		mix(l.Obs(a, state, 0), n.Z, 1)
		mix(l.Rew(a, state, 0), n.R, 1)
	}
	return out
}
