package spectral

import (
	"math"

	"eeporl/moments"

	"gonum.org/v1/gonum/mat"
)

// maxContractions bounds k for keeping all k contractions: k³ numbers.
const maxContractions = 64

// contractions puts every row of Θ through the eigenvectors of the first. For
// exact moments all become diagonal at once; what is left beside the diagonals
// is the sample's noise (Anandkumar et al. 2012, Alg. B).
func (s *spectral) contractions(theta *mat.Dense) []moments.Contraction {
	k := s.sizes.K()
	if k > maxContractions {
		return nil
	}
	out := make([]moments.Contraction, k)
	for i := range out {
		for m := range s.blocks {
			b := &s.blocks[m]
			if b.rank == 0 {
				continue
			}
			raw := mat.NewDense(b.rank, b.rank, nil)
			b.b123(raw.RawMatrix().Data, theta.RawRowView(i))
			var half, turned mat.Dense
			half.Mul(b.rInv, raw)
			turned.Mul(&half, b.r)
			out[i].Raw = append(out[i].Raw, raw)
			out[i].Diagonalised = append(out[i].Diagonalised, &turned)
		}
	}
	return out
}

// OffDiagonal is the share of a block-diagonal matrix that stands beside its
// diagonal: ‖off‖ over ‖all‖ in the Frobenius norm, 0 to 1.
func OffDiagonal(blocks []*mat.Dense) float64 {
	off, all := 0.0, 0.0
	for _, b := range blocks {
		n, _ := b.Dims()
		for i := range n {
			for j, v := range b.RawRowView(i) {
				all += v * v
				if i != j {
					off += v * v
				}
			}
		}
	}
	if all == 0 {
		return 0
	}
	return math.Sqrt(off / all)
}
