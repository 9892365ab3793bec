package bounds

import (
	"math"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// rankTolerance is the singular value, relative to the largest, below which an
// exactly known matrix counts as rank deficient. Without it a rank lost
// exactly would leave 1e-17 and a finite but meaningless N.
const rankTolerance = 1e-11

// extremes gives the largest singular value of x, and the n-th for the n columns of x: 0
// where x lacks full column rank.
func extremes(x mat.Matrix) (largest, smallest float64) {
	rows, cols := x.Dims()
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDNone) {
		return math.NaN(), 0 // LAPACK gives up only on NaN, which no probability is
	}
	values := svd.Values(nil)
	if rows < cols {
		return values[0], 0
	}
	return values[0], snapped(values[:cols])
}

// snapped is the last of falling singular values, 0 within rankTolerance.
func snapped(values []float64) float64 {
	last := values[len(values)-1]
	if last <= rankTolerance*values[0] {
		return 0
	}
	return last
}

// weakest is min over a of σ_cols of the actions' rows × cols matrices.
func weakest(actions, rows, cols int, at func(a, i, j int) float64) Weakest {
	out := Weakest{Value: math.Inf(1)}
	x := mat.NewDense(rows, cols, nil)
	for a := range actions {
		for i := range rows {
			for j := range cols {
				x.Set(i, j, at(a, i, j))
			}
		}
		if _, smallest := extremes(x); smallest < out.Value {
			out = Weakest{smallest, a}
		}
	}
	return out
}

// firstView is M₁ = O diag(p(h₁)) Tᵀ diag(w)⁻¹ (d × k), what x₁ is like given
// h₂, for O or what stands for it. The column of a hidden state that is never met is left 0, and reached is
// then false.
func firstView(hmm *pomdp.InducedHMM, o *mat.Dense) (m1 *mat.Dense, reached bool) {
	k := hmm.Sizes.K()
	inverse := make([]float64, k)
	reached = true
	for h, w := range hmm.W {
		if w > 0 {
			inverse[h] = 1 / w
		} else {
			reached = false
		}
	}
	var left, mid mat.Dense
	left.Mul(o, mat.NewDiagDense(k, hmm.H1))
	mid.Mul(&left, hmm.T.T())
	m1 = new(mat.Dense)
	m1.Mul(&mid, mat.NewDiagDense(k, inverse))
	return m1, reached
}

// separation is min over i ≠ j of ‖x(eᵢ − eⱼ)‖₂: how different the two most
// alike columns are. +Inf for a single column.
func separation(x *mat.Dense) float64 {
	rows, cols := x.Dims()
	columns := mat.DenseCopyOf(x.T())
	least := math.Inf(1)
	for i := range cols {
		a := columns.RawRowView(i)
		for j := range i {
			b, sum := columns.RawRowView(j), 0.0
			for r := range rows {
				sum += (a[r] - b[r]) * (a[r] - b[r])
			}
			least = math.Min(least, sum)
		}
	}
	return math.Sqrt(least)
}
