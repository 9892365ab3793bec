package moments

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// contract computes every block's core: P̂₁₂₃ seen through U₁, U₂ and U₃. All
// contractions that the method needs, B₁₂₃(U₃θ) and B₁₃₂(U₂θ) for any θ, are
// sums over it, so that the cells are read once however many rotations are
// tried. Paths without data are skipped; no d³ array is ever formed.
func (s *spectral) contract(u3 *mat.Dense) {
	n := s.sizes
	a, o, k := n.A, n.Outcomes(), n.K()
	gemm := blas64.Implementation()
	raw3 := u3.RawMatrix()
	for i := range s.blocks {
		b := &s.blocks[i]
		r := b.rank
		b.core = make([]float64, r*r*k)
		if r == 0 {
			continue
		}
		u1, u2 := b.u1.RawMatrix(), b.u2.RawMatrix()
		left := make([]float64, r*o*o)  // [p][o₂][o₃]: x₁ contracted
		right := make([]float64, r*o*k) // [p][o₂][l]: x₃ contracted as well
		for a3 := range a {
			clear(right)
			for a4 := range a {
				empty := true
				for a1 := range a {
					t := s.counts.paths[((a1*a+b.action)*a+a3)*a+a4]
					if t == nil {
						continue
					}
					beta := 1.0
					if empty {
						beta, empty = 0, false
					}
					gemm.Dgemm(blas.Trans, blas.NoTrans, r, o*o, o, 1/s.counts.mass,
						u1.Data[a1*o*u1.Stride:], u1.Stride, t.cells, o*o, beta, left, o*o)
				}
				if empty {
					continue
				}
				gemm.Dgemm(blas.NoTrans, blas.NoTrans, r*o, k, o, 1,
					left, o, raw3.Data[n.Pair(a3, a4)*o*raw3.Stride:], raw3.Stride, 1, right, k)
			}
			for p := range r {
				gemm.Dgemm(blas.Trans, blas.NoTrans, r, k, o, 1,
					u2.Data[a3*o*u2.Stride:], u2.Stride, right[p*o*k:], k, 1, b.core[p*r*k:], k)
			}
		}
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
