// Package bench puts anybody's estimator beside the paper's: on the same counts, stage by
// stage, up to what is free. It says at which stage an answer first departs, by how much, and
// which of the common mistakes that Mistakes lists departs in the same way.
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
	// U1, U2 (of P12) and U3 (of P13) are the top k singular vectors, d × k; Theta, k × k, holds
	// the directions of the contractions in its rows, that of the eigenproblem first. With all
	// four an answer can be followed to the last digit, whatever the noise.
	U1, U2, U3, Theta *mat.Dense

	// Eigenvalues are the k of the eigenproblem, in any order. They mean something beside Theta.
	Eigenvalues []float64

	// M2, d × d, Whitening, d × k, Components, k × k, and Lambda, k, are those of the tensor power
	// method (Anandkumar et al. 2014): WᵀM₂W = I, and O's columns are λ(Wᵀ)⁺v over their sums.
	M2, Whitening, Components *mat.Dense
	Lambda                    []float64

	Operators *Operators // that predict without columns

	O      *mat.Dense // d × k
	T      *mat.Dense // k × k, columns sum to 1
	W      []float64  // k
	Labels []int      // k: the pair a·|A| + a' of each column, −1 for none
	// Parameters are in any order of the states, pair by pair.
	Parameters *pomdp.PairParameters

	Policy []PolicyNode // of a plan that they made of their parameters

	Text string // as a program wrote it, on one line; "" where it was made here

	// Of an answer that was made here: what operators should predict, and 𝕋(I, v, v) of the given
	// components, row by row.
	predicted predictions
	images    table

	ordered bool // it was made to follow another answer, and has its columns in that one's order
}

// Of is what an estimate of ours gave.
func Of(e *moments.Estimate, counts *moments.Counts) *Answer {
	a := &Answer{Sizes: e.Sizes, O: e.O, T: e.T, W: e.W, Parameters: e.Parameters}
	a.P12, a.P13 = counts.P12Matrix(), counts.P13Matrix()
	if e.Spectrum != nil {
		a.Sigma = e.Spectrum.P12
	}
	if u := e.Subspaces; u != nil {
		a.U1, a.U2, a.U3 = u.U1, u.U2, u.U3
	}
	for _, l := range e.Labels {
		a.Labels = append(a.Labels, l.Pair)
	}
	return a
}

// Followed says whether all is known that an answer's columns depend on beside the counts.
func (a *Answer) Followed() bool {
	return a.U1 != nil && a.U2 != nil && a.U3 != nil && a.Theta != nil
}

// figures are the names of what is given, in the order of the stages.
func (a *Answer) figures() (out []string) {
	for _, x := range []struct {
		what  string
		given bool
	}{
		{"P₁₂", a.P12 != nil}, {"P₁₃", a.P13 != nil}, {"M₂", a.M2 != nil}, {"σ", len(a.Sigma) > 0},
		{"U₁", a.U1 != nil}, {"U₂", a.U2 != nil}, {"U₃", a.U3 != nil}, {"WᵀM₂W", a.Whitening != nil},
		{"λ", a.Eigenvalues != nil && a.Followed()}, {"λv", a.Whitening != nil && a.Components != nil && a.Lambda != nil},
		{"operators", a.Operators != nil},
		{"Ô", a.O != nil}, {"T̂", a.O != nil && a.T != nil}, {"ŵ", a.O != nil && a.W != nil}, {"labels", a.O != nil && a.Labels != nil},
	} {
		if x.given {
			out = append(out, x.what)
		}
	}
	if a.Parameters != nil {
		out = append(out, "b̂", "Ẑ", "R̂", "p̂(s'|s,a)")
	}
	return out
}
