package spectral

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp"
)

// Divided is a slice of the true P₁₂₃ at a₂, or a mix of slices, divided by P₁₂ at a₂, in the |A||S| directions of P₁₂'s largest
// singular values: (U₁ᵀP₁₂₃U₂)·(U₁ᵀP₁₂U₂)⁻¹ = (U₁ᵀF)·D·(U₁ᵀF)⁻¹ (Anandkumar et al. 2012, Alg. B). All are |A||S| × |A||S|.
type Divided struct {
	Quotient, F, Inverse *mat.Dense
}

// Mixed is the D of a mix of slices, each x₃ by its weight.
func Mixed(hmm *pomdp.InducedHMM, a2 int, weights []float64) []float64 {
	mix := make([]float64, hmm.Sizes.A*hmm.Sizes.S)
	for x3, weight := range weights {
		for h, x := range Diagonal(hmm, a2, x3) {
			mix[h] += weight * x
		}
	}
	return mix
}

// Divide divides what has the diagonal D at a₂; nil where F has no inverse in these directions.
func Divide(hmm *pomdp.InducedHMM, a2 int, diagonal []float64) *Divided {
	const negligible = 1e-12
	f, g := Factors(hmm, a2)
	k, rows := len(f), len(f[0])
	columns := func(of [][]float64) *mat.Dense {
		m := mat.NewDense(rows, k, nil)
		for h := range of {
			m.SetCol(h, of[h])
		}
		return m
	}
	full, right := columns(f), columns(g)
	var pairs, u mat.Dense
	pairs.Mul(full, right.T())
	var svd mat.SVD
	if !svd.Factorize(&pairs, mat.SVDThin) || svd.Rank(negligible) < k {
		return nil
	}
	svd.UTo(&u)
	for j := range k { // a singular vector has no sign of its own
		column := mat.Col(nil, j, &u)
		sign, most := 1.0, 0.0
		for _, x := range column {
			if math.Abs(x) > most+negligible {
				sign, most = math.Copysign(1, x), math.Abs(x)
			}
		}
		for i, x := range column {
			u.Set(i, j, sign*x)
		}
	}
	d := &Divided{Quotient: new(mat.Dense), F: new(mat.Dense), Inverse: new(mat.Dense)}
	d.F.Mul(u.Slice(0, rows, 0, k).T(), full)
	if d.Inverse.Inverse(d.F) != nil {
		return nil
	}
	d.Quotient.Product(d.F, mat.NewDiagDense(k, diagonal), d.Inverse)
	return d
}
