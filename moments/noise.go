package moments

import (
	"math"
	"math/rand/v2"
	"sort"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// NoiseMargin is how many times the noise level σ_k must exceed to stand out.
const NoiseMargin = 1.5

// NoiseFloor estimates what σ_k of P̂₁₂ and of P̂₁₃ would be if the true rank
// were k−1: a parametric bootstrap of the counts draws the sampling noise
// Δ = P* − P̂, projects it on the complement of the top k−1 singular spaces and
// takes its spectral norm, the median over the replicates. It is a function of
// (counts, seed) alone; nil without data.
func NoiseFloor(c *Counts, states, replicates int, seed uint64) *Noise {
	n := c.sizes
	n.S = states
	if !(c.mass > 0) || c.Check() != nil || n.S < 1 || n.S > n.Outcomes() {
		return nil
	}
	s, spectrum, ok := decompose(c, n)
	if !ok {
		return nil
	}
	return s.noise(spectrum, s.v13.Slice(0, n.D(), 0, n.K()).(*mat.Dense), replicates, seed)
}

// noise draws the replicates. N multinomial counts divided by N have the
// covariance (diag p − ppᵀ)/N; their Gaussian limit is drawn, which is all
// that a spectral norm sees once cells are counted in more than a handful.
func (s *spectral) noise(spectrum *Spectrum, v *mat.Dense, replicates int, seed uint64) *Noise {
	noise := &Noise{Replicates: replicates}
	if s.counts.exact || replicates < 1 {
		noise.P12, noise.P13 = rounding(spectrum.P12), rounding(spectrum.P13)
		return noise
	}
	var a, b []float64
	whole := s.complement13(spectrum, v)
	for i := range replicates {
		rng := rand.New(pomdp.Source(seed, pomdp.StreamBootstrap, uint64(i)))
		worst := 0.0
		shift := gaussianShift(rng, s.counts.mass)
		for m := range s.blocks {
			worst = math.Max(worst, s.noise12(rng, shift, spectrum, m))
		}
		a = append(a, worst)
		delta := gaussianNoise(rng, shift, s.counts.mass, s.p13)
		b = append(b, whole.norm(delta))
	}
	noise.P12, noise.P13 = median(a), median(b)
	return noise
}

// noise12 is the spectral norm of one block's noise on the complement of the
// singular spaces that the block contributes to the top k−1.
func (s *spectral) noise12(rng *rand.Rand, shift float64, spectrum *Spectrum, m int) float64 {
	b := &s.blocks[m]
	size := len(b.sigma)
	kept := b.rank
	if kept > 0 && b.sigma[kept-1] <= spectrum.SigmaK() {
		kept--
	}
	if kept == size {
		return 0
	}
	delta := gaussianNoise(rng, shift, s.counts.mass, s.counts.block12(b.action))
	var half, projected mat.Dense
	half.Mul(delta, b.u2.Slice(0, size, kept, size))
	projected.Mul(b.u1.Slice(0, size, kept, size).T(), &half)
	return (&complement{}).norm(&projected)
}

// gaussianNoise draws Δ for one table of probabilities. shift makes the whole
// table's noise sum to zero, as that of a multinomial does.
func gaussianNoise(rng *rand.Rand, shift, episodes float64, p *mat.Dense) *mat.Dense {
	rows, cols := p.Dims()
	delta := mat.NewDense(rows, cols, nil)
	for i := range rows {
		out := delta.RawRowView(i)
		for j, v := range p.RawRowView(i) {
			if v > 0 {
				out[j] = math.Sqrt(v/episodes)*rng.NormFloat64() - v*shift
			}
		}
	}
	return delta
}

func gaussianShift(rng *rand.Rand, episodes float64) float64 {
	return rng.NormFloat64() / math.Sqrt(episodes)
}

// complement projects away the singular spaces u, v (columns; nil: nothing).
type complement struct{ u, v *mat.Dense }

// complement13 makes the projection for P̂₁₃, whose left singular vectors are
// P̂₁₃v/σ.
func (s *spectral) complement13(spectrum *Spectrum, v *mat.Dense) *complement {
	d := s.sizes.D()
	kept := s.sizes.K() - 1
	for kept > 0 && spectrum.P13[kept-1] <= rounding(spectrum.P13) {
		kept--
	}
	if kept == 0 {
		return &complement{}
	}
	c := &complement{u: new(mat.Dense), v: v.Slice(0, d, 0, kept).(*mat.Dense)}
	c.u.Mul(s.p13, c.v)
	for i := range d {
		row := c.u.RawRowView(i)
		for j := range row {
			row[j] /= spectrum.P13[j]
		}
	}
	return c
}

// norm is the spectral norm of the projected matrix by power iteration: a few
// steps, since a noise level needs no third digit.
func (c *complement) norm(delta *mat.Dense) float64 {
	rows, cols := delta.Dims()
	x, y := mat.NewVecDense(cols, nil), mat.NewVecDense(rows, nil)
	for i := range cols {
		x.SetVec(i, 1+float64(i%7)/8) // any start that is not special
	}
	norm := 0.0
	for range powerSteps {
		project(c.v, x)
		length := mat.Norm(x, 2)
		if !(length > 0) {
			return 0
		}
		x.ScaleVec(1/length, x)
		y.MulVec(delta, x)
		project(c.u, y)
		norm = mat.Norm(y, 2)
		x.MulVec(delta.T(), y)
	}
	return norm
}

const powerSteps = 12

// project removes from x its part in the span of u's orthonormal columns.
func project(u *mat.Dense, x *mat.VecDense) {
	if u == nil {
		return
	}
	_, cols := u.Dims()
	part := mat.NewVecDense(cols, nil)
	part.MulVec(u.T(), x)
	back := mat.NewVecDense(x.Len(), nil)
	back.MulVec(u, part)
	x.SubVec(x, back)
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	sorted := append([]float64(nil), x...)
	sort.Float64s(sorted)
	m := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[m]
	}
	return (sorted[m-1] + sorted[m]) / 2
}
