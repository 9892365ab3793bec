package bench

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// misfits are how far theirs and ours are from the counts.
type misfits struct {
	theirs float64 // NaN where that is not known
	ours   float64 // the largest of the right ways'
}

// misfits compares what theirs and the right ways say of pairs of symbols.
func (x *examination) misfits() (m misfits) {
	m.theirs = math.NaN()
	if x.Counts.Exact() || x.alone == nil || x.theirs.O == nil || !x.answer.ordered {
		return m
	}
	m.theirs = x.offCounts(x.o(), x.t(), x.w())
	for _, a := range append(others(x.Counts, x.States, new(Answer)), x.alone) {
		if a != nil {
			if off := x.offCounts(a.O, a.T, a.W); off > m.ours {
				m.ours = off
			}
		}
	}
	return m
}

// misfitMost is a misfit that noise hardly makes, misfitRoom how many times that of the right ways.
const (
	misfitMost = 25
	misfitRoom = 5
)

// misfitting says whether what theirs say of pairs cannot be what was counted, fitting whether it can be.
func (x *examination) misfitting() bool {
	return x.misfit.theirs > max(misfitMost, misfitRoom*x.misfit.ours)
}

func (x *examination) fitting() bool { return x.misfit.theirs <= misfitMost }

// offCounts is how far what Ô, T̂ and ŵ say of pairs of symbols is from what was counted: the largest of
// P₁₂, P₁₃ and P₂₃, in units of their sampling noise. It is known for any way to these figures, and what
// makes a right way noisy hardly shows in it: that lies where the pairs tell little.
func (p *plain) offCounts(o, t *mat.Dense, w []float64) float64 {
	n := p.counts.Total()
	if o == nil || t == nil || w == nil || math.IsInf(n, 1) || !finite(o) || !finite(t) {
		return math.NaN()
	}
	first := solved(t, mat.NewDense(len(w), 1, w)) // p(h₁)
	if first == nil {
		return math.NaN()
	}
	var next, after mat.Dense
	next.Mul(o, t)
	after.Mul(&next, t)
	worst := 0.0
	for _, x := range []struct {
		counted *mat.Dense
		left    *mat.Dense
		weights []float64
		right   *mat.Dense
	}{{p.answer.P12, o, mat.Col(nil, 0, first), &next}, {p.answer.P13, o, mat.Col(nil, 0, first), &after}, {p.p23, o, w, &next}} {
		off, noise := 0.0, 0.0
		d, k := x.left.Dims()
		for i := range d {
			for j := range d {
				said := 0.0
				for h := range k {
					said += x.left.At(i, h) * x.weights[h] * x.right.At(j, h)
				}
				v := x.counted.At(i, j)
				off += (said - v) * (said - v)
				noise += v * (1 - v) / n
			}
		}
		worst = max(worst, math.Sqrt(off/noise))
	}
	return worst
}
