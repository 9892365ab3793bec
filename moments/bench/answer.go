// Package bench puts anybody's estimator beside the paper's: on the same counts, stage by
// stage, up to what is free. It says at which stage an answer first departs, by how much, and
// which of some forty common mistakes departs in the same way.
package bench

import (
	"eeporl/moments"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Answer is what an estimator gave. What is nil was not given. Columns of O, rows and columns
// of T and entries of W and Labels belong to the same hidden states, in any order.
type Answer struct {
	Sizes pomdp.Sizes // S is the number of states that is looked for

	P12, P13 *mat.Dense // d × d
	Sigma    []float64  // singular values of P12, falling; any number of them
	O        *mat.Dense // d × k
	T        *mat.Dense // k × k, columns sum to 1
	W        []float64  // k
	Labels   []int      // k: the pair a·|A| + a' of each column, −1 for none
	// Parameters are in any order of the states, pair by pair.
	Parameters *pomdp.PairParameters
}

// Of is what an estimate of ours gave.
func Of(e *moments.Estimate, counts *moments.Counts) *Answer {
	a := &Answer{Sizes: e.Sizes, O: e.O, T: e.T, W: e.W, Parameters: e.Parameters}
	a.P12, a.P13 = pairMoments(counts, e.Sizes.D())
	if e.Spectrum != nil {
		a.Sigma = e.Spectrum.P12
	}
	for _, l := range e.Labels {
		a.Labels = append(a.Labels, l.Pair)
	}
	return a
}

// pairMoments are P̂₁₂ and P̂₁₃, d × d.
func pairMoments(counts *moments.Counts, d int) (p12, p13 *mat.Dense) {
	p12, p13 = mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	for x := range d {
		for y := range d {
			p12.Set(x, y, counts.P12(x, y))
			p13.Set(x, y, counts.P13(x, y))
		}
	}
	return p12, p13
}
