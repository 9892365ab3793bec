package spectral

import (
	"math"
	"math/cmplx"

	"eeporl/moments"
	"eeporl/moments/num"
)

// gapError is the standard error of the distance between the two eigenvalues
// nearest to each other within a block, to first order in the sample's noise:
// dλ_c = ρ_cᵀ(dP̂₁₂₃(η) − λ_c dP̂₁₂)ω_c with ρ_c = U₁𝓡⁻ᵀe_c and
// ω_c = U₂Σ⁻¹𝓡e_c, a linear function of the cells whose multinomial variance
// is known. Zero for the exact law and where no two eigenvalues share a block.
func (s *spectral) gapError(u *moments.Subspaces, theta []float64) float64 {
	n, o := s.sizes, s.sizes.Outcomes()
	near, c1, c2, gap := -1, 0, 0, math.Inf(1)
	for m, b := range s.blocks {
		for i := range b.rank {
			for j := range i {
				if g := cmplx.Abs(b.values[i] - b.values[j]); g < gap {
					near, c1, c2, gap = m, i, j, g
				}
			}
		}
	}
	if near < 0 || s.counts.Exact() {
		return 0
	}
	b := s.blocks[near]
	h := make([]float64, n.D())
	for x := range h {
		h[x] = num.Dot(u.U3.RawRowView(x), theta)
	}
	rho, omega := [2][]float64{}, [2][]float64{}
	for i, c := range [2]int{c1, c2} {
		rho[i], omega[i] = make([]float64, n.A*o), make([]float64, n.A*o)
		for x := range rho[i] {
			for p := range b.rank {
				rho[i][x] += b.rInv.At(c, p) * b.u1.At(x, p)
				omega[i][x] += b.u2.At(x, p) * b.r.At(p, c) / b.sigma[p]
			}
		}
	}
	l1, l2 := real(b.values[c1]), real(b.values[c2])
	sum, square := 0.0, 0.0
	for path := range s.counts.Paths {
		t := s.counts.Paths[path]
		a1, a2, a3, a4 := path/(n.A*n.Pairs()), path/n.Pairs()%n.A, path/n.A%n.A, path%n.A
		if t == nil || a2 != b.action {
			continue
		}
		h3 := h[n.Pair(a3, a4)*o:]
		for i, count := range t.Each {
			x1, x2, l3 := a1*o+i/(o*o), a3*o+i/o%o, h3[i%o]
			f := rho[0][x1]*omega[0][x2]*(l3-l1) - rho[1][x1]*omega[1][x2]*(l3-l2)
			sum += count / s.counts.Mass() * f
			square += count / s.counts.Mass() * f * f
		}
	}
	return math.Sqrt(math.Max(square-sum*sum, 0) / s.counts.Mass())
}
