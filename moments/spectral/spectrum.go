package spectral

import (
	"sort"

	"eeporl/moments"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// SpectrumOf gives the singular values of P̂₁₂ and P̂₁₃ without vectors, for the live display.
// It returns nil when there are no data or a decomposition fails.
func SpectrumOf(c *moments.Counts, states int) *moments.Spectrum {
	if !(c.Mass() > 0) {
		return nil
	}
	n := c.Sizes()
	n.S = states
	blocks := make([][]float64, n.A)
	var svd mat.SVD
	for a2 := range blocks {
		if !svd.Factorize(c.Block12(a2), mat.SVDNone) {
			return nil
		}
		blocks[a2] = svd.Values(nil)
	}
	if !svd.Factorize(c.Dense13(), mat.SVDNone) {
		return nil
	}
	return newSpectrum(n.K(), blocks, svd.Values(nil))
}

// newSpectrum merges the blocks' singular values and gives every block its
// share of the global top k. Ties go to the lower block.
func newSpectrum(k int, blocks [][]float64, p13 []float64) *moments.Spectrum {
	s := &moments.Spectrum{K: k, Blocks: blocks, Chosen: make([]int, len(blocks)), P13: p13}
	type entry struct {
		value float64
		block int
	}
	var all []entry
	for b, values := range blocks {
		for _, v := range values {
			all = append(all, entry{v, b})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].value > all[j].value })
	s.P12 = make([]float64, len(all))
	for i, e := range all {
		s.P12[i] = e.value
		if i < k {
			s.Chosen[e.block]++
		}
	}
	return s
}

// spectral is the working state of Full between its stages.
type spectral struct {
	sizes  pomdp.Sizes
	counts *moments.Counts
	blocks []spectralBlock // [a₂]
	p13    *mat.Dense
	v13    *mat.Dense // d × d: all right singular vectors of P̂₁₃
}

// spectralBlock is the part of the problem that shares a middle action a₂, or, inside a
// pairBlock, a middle pair: u1 and u2 are then thin, and core is |S|³.
type spectralBlock struct {
	action int
	rows   span       // the x₂ of its columns of Ô
	rank   int        // how many of the top k singular values are its own
	offset int        // its first column among the k
	u1, u2 *mat.Dense // |A||Z||R| square: all singular vectors
	sigma  []float64
	core   []float64 // [p][q][l] P̂₁₂₃ contracted with U₁, U₂, U₃: rank × rank × k

	values []complex128 // eigenvalues, falling by real part
	r      *mat.Dense   // rank × rank right eigenvectors of unit length
	rInv   *mat.Dense   // its inverse: the left eigenvectors
}

// span is a run of symbols.
type span struct{ at, size int }

// decompose does the singular value decompositions. Those of P̂₁₂ go block by
// block; of P̂₁₃ only the right vectors are needed, and the thin decomposition
// of them costs no more than the Gram matrix' eigenvectors would, without
// squaring the condition number.
func decompose(c *moments.Counts, n pomdp.Sizes) (*spectral, *moments.Spectrum, bool) {
	s := &spectral{sizes: n, counts: c, blocks: make([]spectralBlock, n.A), p13: c.Dense13(), v13: new(mat.Dense)}
	values := make([][]float64, n.A)
	var svd mat.SVD
	for a2 := range s.blocks {
		b := &s.blocks[a2]
		if !svd.Factorize(c.Block12(a2), mat.SVDThin) {
			return nil, nil, false
		}
		b.action, b.rows, b.u1, b.u2 = a2, span{moments.SecondSymbol(n, a2, 0), n.A * n.Outcomes()}, new(mat.Dense), new(mat.Dense)
		svd.UTo(b.u1)
		svd.VTo(b.u2)
		b.sigma = svd.Values(nil)
		values[a2] = b.sigma
	}
	if !svd.Factorize(s.p13, mat.SVDThinV) {
		return nil, nil, false
	}
	svd.VTo(s.v13)
	spectrum := newSpectrum(n.K(), values, svd.Values(nil))
	offset := 0
	for a2 := range s.blocks {
		s.blocks[a2].rank, s.blocks[a2].offset = spectrum.Chosen[a2], offset
		offset += spectrum.Chosen[a2]
	}
	return s, spectrum, true
}

// subspaces embeds the blocks' singular vectors in d × k matrices.
func (s *spectral) subspaces() *moments.Subspaces {
	d, k := s.sizes.D(), s.sizes.K()
	u := &moments.Subspaces{
		U1: mat.NewDense(d, k, nil), U2: mat.NewDense(d, k, nil),
		U3:    mat.DenseCopyOf(s.v13.Slice(0, d, 0, k)),
		Block: make([]int, k),
	}
	for _, b := range s.blocks {
		for p := range b.rank {
			u.Block[b.offset+p] = b.action
			for i := range b.sigma {
				u.U1.Set(moments.FirstSymbol(s.sizes, b.action, i), b.offset+p, b.u1.At(i, p))
				u.U2.Set(moments.SecondSymbol(s.sizes, b.action, i), b.offset+p, b.u2.At(i, p))
			}
		}
	}
	return u
}
