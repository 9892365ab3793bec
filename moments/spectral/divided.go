package spectral

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp"
)

// Divided is a slice of the true P₁₂₃ at a₂ and x₃ divided by P₁₂ at a₂, in the |A||S| directions of P₁₂'s largest singular values:
// (U₁ᵀP₁₂₃U₂)·(U₁ᵀP₁₂U₂)⁻¹ = (U₁ᵀF)·D·(U₁ᵀF)⁻¹ (Anandkumar et al. 2012, Alg. B). All are |A||S| × |A||S|.
type Divided struct {
	Quotient, F, Inverse *mat.Dense
	Diagonal             []float64 // D
}

// Divide divides; nil where F has no inverse in these directions.
func Divide(hmm *pomdp.InducedHMM, a2, x3 int) *Divided {
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
	d := &Divided{Quotient: new(mat.Dense), F: new(mat.Dense), Inverse: new(mat.Dense), Diagonal: Diagonal(hmm, a2, x3)}
	d.F.Mul(u.Slice(0, rows, 0, k).T(), full)
	if d.Inverse.Inverse(d.F) != nil {
		return nil
	}
	d.Quotient.Product(d.F, mat.NewDiagDense(k, d.Diagonal), d.Inverse)
	return d
}
