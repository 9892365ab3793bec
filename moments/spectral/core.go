package spectral

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"eeporl/moments"
)

// contract computes every block's core: P̂₁₂₃ seen through U₁, U₂ and U₃. All
// contractions that the method needs, B₁₂₃(U₃θ) and B₁₃₂(U₂θ) for any θ, are
// sums over it, so that the cells are read once however many rotations are
// tried. Paths without data are skipped; no d³ array is ever formed.
func (s *spectral) contract(u3 *mat.Dense) {
	n := s.sizes
	a, o, k := n.A, n.Outcomes(), n.K()
	raw3 := u3.RawMatrix()
	for i := range s.blocks {
		b := &s.blocks[i]
		w := newContraction(b, o, k)
		for a3 := range a {
			clear(w.right)
			for a4 := range a {
				if w.first(s.counts, b.action, a3, a4) {
					w.third(raw3.Data[n.Pair(a3, a4)*o*raw3.Stride:], raw3.Stride)
				}
			}
			w.second(a3 * o)
		}
	}
}

// contraction holds what is left of P̂₁₂₃ after contracting x₁ with U₁, then x₃
// with U₃; contracting x₂ with U₂ gives the core.
type contraction struct {
	block *spectralBlock
	o, k  int
	left  []float64 // [p][o₂][o₃]
	right []float64 // [p][o₂][l]
	path  []float64 // scratch for a path's table
}

func newContraction(b *spectralBlock, o, k int) *contraction {
	b.core = make([]float64, b.rank*b.rank*k)
	return &contraction{block: b, o: o, k: k, left: make([]float64, b.rank*o*o), right: make([]float64, b.rank*o*k), path: make([]float64, o*o*o)}
}

// first contracts x₁ of all paths (·, a₂, a₃, a₄) into left. It returns false when these
// paths are empty or the block has rank 0.
func (w *contraction) first(c *moments.Counts, a2, a3, a4 int) bool {
	a, o, r := c.Sizes().A, w.o, w.block.rank
	if r == 0 {
		return false
	}
	u1 := w.block.u1.RawMatrix()
	beta := 0.0
	for a1 := range a {
		t := c.Paths[((a1*a+a2)*a+a3)*a+a4]
		if t == nil {
			continue
		}
		blas64.Implementation().Dgemm(blas.Trans, blas.NoTrans, r, o*o, o, 1/c.Mass(),
			u1.Data[a1*o*u1.Stride:], u1.Stride, t.Cells(w.path), o*o, beta, w.left, o*o)
		beta = 1
	}
	return beta == 1
}

// third contracts x₃ with o rows of U₃ and adds to right.
func (w *contraction) third(u3 []float64, stride int) {
	blas64.Implementation().Dgemm(blas.NoTrans, blas.NoTrans, w.block.rank*w.o, w.k, w.o, 1,
		w.left, w.o, u3, stride, 1, w.right, w.k)
}

// second contracts x₂ with o rows of U₂, from row on, and adds to the core.
func (w *contraction) second(row int) {
	r, u2 := w.block.rank, w.block.u2.RawMatrix()
	for p := range r {
		blas64.Implementation().Dgemm(blas.Trans, blas.NoTrans, r, w.k, w.o, 1,
			u2.Data[row*u2.Stride:], u2.Stride, w.right[p*w.o*w.k:], w.k, 1, w.block.core[p*r*w.k:], w.k)
	}
}

// b123 writes the block of B₁₂₃(U₃θ) = (U₁ᵀP̂₁₂₃(U₃θ)U₂)(U₁ᵀP̂₁₂U₂)⁻¹ into dst,
// rank × rank. The second factor is the diagonal matrix of singular values.
func (b *spectralBlock) b123(dst, theta []float64) {
	k := len(theta)
	for p := range b.rank {
		for q := range b.rank {
			sum := 0.0
			for l, g := range b.core[(p*b.rank+q)*k : (p*b.rank+q+1)*k] {
				sum += g * theta[l]
			}
			dst[p*b.rank+q] = sum / b.sigma[q]
		}
	}
}
