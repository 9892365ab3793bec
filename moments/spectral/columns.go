package spectral

import (
	"math"

	"eeporl/moments"
	"eeporl/moments/num"

	"gonum.org/v1/gonum/mat"
)

// columns computes L₂, L₃, Ô and ÔT from the chosen rotation's eigenvectors.
//
// Row i of L₃ is the diagonal of 𝓡⁻¹B₁₂₃(U₃θᵢ)𝓡. The diagonal is linear in
// θᵢ, so L₃ = Θ·V₃ with V₃ the diagonals for the unit vectors, and
// M̂₃ = U₃Θ⁻¹L₃ = U₃V₃ needs no inverse of Θ. The same holds for L₂, and there
// of 𝓡⁻¹B₁₃₂𝓡, with its full factor (U₁ᵀP̂₁₃U₃)⁻¹, only the diagonal is formed.
func (s *spectral) columns(e *moments.Estimate) bool {
	v2, v3, ok := diagonalsOf(s.pointers(), 0, s.sizes.K(), e.Subspaces.U1, s.p13, e.Subspaces.U3, e.Eigen.R)
	if !ok {
		return false
	}
	e.L2, e.L3, e.O, e.OT = new(mat.Dense), new(mat.Dense), new(mat.Dense), new(mat.Dense)
	e.L2.Mul(e.Eigen.Theta, v2)
	e.L3.Mul(e.Eigen.Theta, v3)
	e.O.Mul(e.Subspaces.U2, v2)
	e.OT.Mul(e.Subspaces.U3, v3)
	return true
}

// diagonalsOf are V₂ and V₃ of some blocks whose columns begin at offset; false where U₁ᵀP̂₁₃U₃ is singular.
func diagonalsOf(blocks []*spectralBlock, offset, k int, u1, p13, u3, r mat.Matrix) (v2, v3 *mat.Dense, ok bool) {
	v3, v2 = mat.NewDense(k, k, nil), mat.NewDense(k, k, nil)
	var bridge, pencil mat.Dense // bridge: U₁ᵀP̂₁₃U₃
	pencil.Mul(p13, u3)
	bridge.Mul(u1.T(), &pencil)
	var lu mat.LU
	lu.Factorize(&bridge)
	var y mat.Dense // (U₁ᵀP̂₁₃U₃)⁻¹𝓡
	if err := lu.SolveTo(&y, false, r); err != nil && math.IsInf(lu.Cond(), 1) {
		return nil, nil, false
	}
	weight2, weight3, yc := make([]float64, k), make([]float64, k), make([]float64, k)
	for _, b := range blocks {
		at := b.offset - offset
		for c := range b.rank {
			mat.Col(yc, at+c, &y)
			b.diagonals(c, yc, weight2[:b.rank], weight3)
			for q, v := range weight2[:b.rank] {
				v2.Set(at+q, at+c, v)
			}
			v3.SetCol(at+c, weight3)
		}
	}
	return v2, v3, num.Finite(v2.RawMatrix().Data) && num.Finite(v3.RawMatrix().Data)
}

// diagonals computes entry c of the diagonals of 𝓡⁻¹B₁₃₂(U₂e_q)𝓡 for all q
// (into two, rank of them) and of 𝓡⁻¹B₁₂₃(U₃e_l)𝓡 for all l (into three).
// y is column c of (U₁ᵀP̂₁₃U₃)⁻¹𝓡.
func (b *spectralBlock) diagonals(c int, y, two, three []float64) {
	r, k := b.rank, len(three)
	clear(two)
	clear(three)
	for p := range r {
		left := b.rInv.At(c, p)
		for q := range r {
			right := left * b.r.At(q, c) / b.sigma[q]
			sum := 0.0
			for l, x := range b.core[(p*r+q)*k : (p*r+q+1)*k] {
				three[l] += right * x
				sum += y[l] * x
			}
			two[q] += left * sum
		}
	}
}

// transitions solves Ô·T̂ = ÔT and Ô·ŵ = p̂(x₂) by least squares. Ô is block diagonal, so one small QR
// decomposition a block does it. failed is the block of which that is impossible, −1 for none.
func transitions(e *moments.Estimate, counts *moments.Counts, blocks []*spectralBlock) (failed int, cond float64) {
	k := e.Sizes.K()
	t, w := mat.NewDense(k, k, nil), make([]float64, k)
	for m, b := range blocks {
		solution, cond, ok := solve(e, b, k, counts.P2)
		if !ok {
			return m, cond
		}
		for p := range b.rank {
			copy(t.RawRowView(b.offset+p), solution.RawRowView(p)[:k])
			w[b.offset+p] = solution.At(p, k)
		}
	}
	e.T, e.W = t, w
	return -1, 0
}

// solve is the least squares solution X of Ô_b·X = (ÔT_b, marginal), with so many columns of ÔT, and the
// condition number of that block of Ô.
func solve(e *moments.Estimate, b *spectralBlock, columns int, marginal func(x int) float64) (x *mat.Dense, cond float64, ok bool) {
	x = new(mat.Dense)
	if b.rank == 0 {
		return x, 0, true
	}
	right := mat.NewDense(b.rows.size, columns+1, nil)
	for i := range b.rows.size {
		copy(right.RawRowView(i)[:columns], e.OT.RawRowView(b.rows.at+i))
		right.Set(i, columns, marginal(b.rows.at+i))
	}
	var qr mat.QR
	qr.Factorize(e.O.Slice(b.rows.at, b.rows.at+b.rows.size, b.offset, b.offset+b.rank))
	if cond = qr.Cond(); !(cond < num.Singular) {
		return x, cond, false
	}
	_ = qr.SolveTo(x, false, right) // the condition number has been judged
	return x, cond, num.Finite(x.RawMatrix().Data)
}
