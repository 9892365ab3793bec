package bench

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// or is the first matrix, if there is one that one can go on with.
func or(first, second *mat.Dense) *mat.Dense {
	if first != nil && finite(first) {
		return first
	}
	return second
}

// finite says whether one can compute with all entries: what LAPACK asks for.
func finite(m *mat.Dense) bool {
	rows, _ := m.Dims()
	for i := range rows {
		for _, v := range m.RawRowView(i) {
			if !(math.Abs(v) <= mostEntry) {
				return false
			}
		}
	}
	return true
}

// mostEntry bounds the entries with which one computes: their fourth powers are numbers too.
const mostEntry = 1e75

// between is AᵀMB.
func between(a, m, b *mat.Dense) *mat.Dense {
	var right, out mat.Dense
	right.Mul(m, b)
	out.Mul(a.T(), &right)
	return &out
}

// weighted is Σ θ_l m[l].
func weighted(m []*mat.Dense, theta []float64) *mat.Dense {
	k, _ := m[0].Dims()
	out := mat.NewDense(k, k, nil)
	for l, w := range theta {
		var x mat.Dense
		x.Scale(w, m[l])
		out.Add(out, &x)
	}
	return out
}

// permuted puts column i of m at to[i].
func permuted(m *mat.Dense, to []int) *mat.Dense {
	out := mat.DenseCopyOf(m)
	for i, c := range to {
		out.SetCol(c, mat.Col(nil, i, m))
	}
	return out
}

// orthonormal makes the rows of m orthonormal, the first one keeps its direction.
func orthonormal(m *mat.Dense) {
	k, _ := m.Dims()
	for i := range k {
		row := m.RawRowView(i)
		for range 2 { // the second pass removes what rounding left
			for j := range i {
				other := m.RawRowView(j)
				along := 0.0
				for c := range row {
					along += row[c] * other[c]
				}
				for c := range row {
					row[c] -= along * other[c]
				}
			}
		}
		length := 0.0
		for _, v := range row {
			length += v * v
		}
		for c := range row {
			row[c] /= math.Sqrt(length)
		}
	}
}

// solved is x with ax = b, in the sense of least squares; nil where a lacks rank, or something is no
// number.
func solved(a *mat.Dense, b mat.Matrix) *mat.Dense {
	x := new(mat.Dense)
	if !finite(a) || !finite(mat.DenseCopyOf(b)) {
		return nil
	}
	if err := x.Solve(a, b); err != nil && (!finite(x) || math.IsInf(mat.Cond(a, 2), 1)) || !finite(x) {
		return nil
	}
	return x
}

// inverted is m⁻¹; the error names m if it has none.
func inverted(m *mat.Dense, name string) (*mat.Dense, error) {
	n, _ := m.Dims()
	if out := solved(m, mat.NewDiagDense(n, slices.Repeat([]float64{1}, n))); out != nil {
		return out, nil
	}
	return nil, errors.New("the matrix " + name + " is singular")
}

// decomposed is the singular value decomposition of m; nil where there is none.
func decomposed(m *mat.Dense, kind mat.SVDKind) *mat.SVD {
	svd := new(mat.SVD)
	if !finite(m) || !svd.Factorize(m, kind) {
		return nil
	}
	return svd
}
