package moments

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// columns computes L₂, L₃, Ô and ÔT from the chosen rotation's eigenvectors.
//
// Row i of L₃ is the diagonal of 𝓡⁻¹B₁₂₃(U₃θᵢ)𝓡. The diagonal is linear in
// θᵢ, so L₃ = Θ·V₃ with V₃ the diagonals for the unit vectors, and
// M̂₃ = U₃Θ⁻¹L₃ = U₃V₃ needs no inverse of Θ. The same holds for L₂, and there
// of 𝓡⁻¹B₁₃₂𝓡, with its full factor (U₁ᵀP̂₁₃U₃)⁻¹, only the diagonal is formed.
func (s *spectral) columns(e *Estimate) bool {
	k := s.sizes.K()
	v3, v2 := mat.NewDense(k, k, nil), mat.NewDense(k, k, nil)
	var bridge, pencil mat.Dense // bridge: U₁ᵀP̂₁₃U₃
	pencil.Mul(s.p13, e.Subspaces.U3)
	bridge.Mul(e.Subspaces.U1.T(), &pencil)
	var lu mat.LU
	lu.Factorize(&bridge)
	var y mat.Dense // (U₁ᵀP̂₁₃U₃)⁻¹𝓡
	if err := lu.SolveTo(&y, false, e.Eigen.R); err != nil && math.IsInf(lu.Cond(), 1) {
		return false
	}
	weight2, weight3, yc := make([]float64, k), make([]float64, k), make([]float64, k)
	for m := range s.blocks {
		b := &s.blocks[m]
		for c := range b.rank {
			mat.Col(yc, b.offset+c, &y)
			b.diagonals(c, yc, weight2[:b.rank], weight3)
			for q, v := range weight2[:b.rank] {
				v2.Set(b.offset+q, b.offset+c, v)
			}
			v3.SetCol(b.offset+c, weight3)
		}
	}
	if !finite(v2.RawMatrix().Data) || !finite(v3.RawMatrix().Data) {
		return false
	}
	e.L2, e.L3, e.O, e.OT = new(mat.Dense), new(mat.Dense), new(mat.Dense), new(mat.Dense)
	e.L2.Mul(e.Eigen.Theta, v2)
	e.L3.Mul(e.Eigen.Theta, v3)
	e.O.Mul(e.Subspaces.U2, v2)
	e.OT.Mul(e.Subspaces.U3, v3)
	return true
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

// transitions solves Ô·T̂ = ÔT and Ô·ŵ = p̂(x₂) by least squares. Ô is block
// diagonal by its symbols' first action, so one small QR decomposition a block
// does it. cond is the largest of their condition numbers.
func (s *spectral) transitions(e *Estimate) (cond float64, ok bool) {
	n, k := s.sizes, s.sizes.K()
	rows := n.A * n.Outcomes()
	t, w := mat.NewDense(k, k, nil), make([]float64, k)
	var qr mat.QR
	for _, b := range s.blocks {
		if b.rank == 0 {
			continue
		}
		qr.Factorize(e.O.Slice(b.action*rows, (b.action+1)*rows, b.offset, b.offset+b.rank))
		cond = math.Max(cond, qr.Cond())
		if !(cond < singular) {
			return cond, false
		}
		right := mat.NewDense(rows, k+1, nil)
		for i := range rows {
			x := secondSymbol(n, b.action, i)
			copy(right.RawRowView(i), e.OT.RawRowView(x))
			right.Set(i, k, s.counts.P2(x))
		}
		var solution mat.Dense
		// The condition number has been judged above; the error repeats it.
		_ = qr.SolveTo(&solution, false, right)
		for p := range b.rank {
			copy(t.RawRowView(b.offset+p), solution.RawRowView(p)[:k])
			w[b.offset+p] = solution.At(p, k)
		}
	}
	if !finite(t.RawMatrix().Data) || !finite(w) {
		return cond, false
	}
	e.T, e.W = t, w
	return cond, true
}

// singular is the condition number from which a matrix counts as singular: an
// error in the last bit would be as large as the answer.
const singular = 1e14
