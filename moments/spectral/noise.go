package spectral

import (
	"math"
	"math/rand/v2"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// floorOf is the prediction limit of one more draw after these, whose
// distribution is taken as normal (Geisser 1993, chapter 2).
func floorOf(draws []float64) moments.Floor {
	if len(draws) < 2 {
		return moments.Floor{Level: math.NaN(), Limit: math.NaN()}
	}
	n := float64(len(draws))
	mean, deviation := stat.MeanStdDev(draws, nil)
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(1 - moments.NoiseRate)
	return moments.Floor{Level: mean, Limit: mean + t*deviation*math.Sqrt(1+1/n)}
}

// NoiseFloor estimates what σ_k of P̂₁₂ and of P̂₁₃ would be if the true rank
// were k−1: a parametric bootstrap of the counts draws the sampling noise
// Δ = P* − P̂, projects it on the complement of the top k−1 singular spaces and
// takes its spectral norm. It is a pure function of its arguments; nil without data, for
// counts that Check refuses, and for states below 1 or above |Z||R|.
func NoiseFloor(c *moments.Counts, states, replicates int, seed uint64) *moments.Noise {
	n := c.Sizes()
	n.S = states
	if !(c.Mass() > 0) || c.Check() != nil || n.S < 1 || n.S > n.Outcomes() {
		return nil
	}
	s, spectrum, ok := decompose(c, n)
	if !ok {
		return nil
	}
	return s.noise(spectrum, s.v13.Slice(0, n.D(), 0, n.K()).(*mat.Dense), replicates, seed)
}

// noise draws the replicates. N multinomial counts divided by N have the covariance
// (diag p − ppᵀ)/N; the draws come from their Gaussian limit, which is good enough for a
// spectral norm once most cells hold more than a handful of counts.
func (s *spectral) noise(spectrum *moments.Spectrum, v *mat.Dense, replicates int, seed uint64) *moments.Noise {
	noise := new(moments.Noise)
	if s.counts.Exact() || replicates < 1 {
		noise.P12, noise.P13 = moments.ExactFloor(spectrum.P12), moments.ExactFloor(spectrum.P13)
		return noise
	}
	outside := make([]*complement, 0, len(s.blocks)+1)
	tables := make([][]float64, 0, len(s.blocks)+1)
	for m := range s.blocks {
		b := &s.blocks[m]
		kept := b.rank
		if kept > 0 && b.sigma[kept-1] <= spectrum.SigmaK() {
			kept-- // this block holds σ_k
		}
		outside = append(outside, newComplement(b.u1, b.u2, kept))
		tables = append(tables, s.counts.Block12(b.action).RawMatrix().Data)
	}
	outside = append(outside, complement13(s.p13, v, spectrum.P13, s.sizes.K()-1))
	tables = append(tables, s.p13.RawMatrix().Data)
	a, b := make([]float64, replicates), make([]float64, replicates)
	delta := make([]float64, len(s.p13.RawMatrix().Data))
	for i := range replicates {
		rng := rand.New(pomdp.Source(seed, pomdp.StreamBootstrap, uint64(i)))
		for m, p := range tables {
			gaussianNoise(rng, s.counts.Mass(), p, delta[:len(p)])
			norm := outside[m].norm(delta[:len(p)])
			if m < len(s.blocks) {
				a[i] = math.Max(a[i], norm)
			} else {
				b[i] = norm
			}
		}
	}
	noise.P12, noise.P13 = floorOf(a), floorOf(b)
	return noise
}

// gaussianNoise draws Δ for one table of probabilities. Leaving out −ppᵀ/N
// changes Δ only along p itself, which the projection all but removes.
func gaussianNoise(rng *rand.Rand, episodes float64, p, delta []float64) {
	for i, v := range p {
		delta[i] = 0
		if v > 0 {
			delta[i] = math.Sqrt(v/episodes) * rng.NormFloat64()
		}
	}
}

// complement projects a matrix away from left and right singular vectors,
// which are kept as rows.
type complement struct {
	u, v [][]float64
	x, y []float64 // as long as a row and as a column of the matrix
}

func newComplement(u, v *mat.Dense, kept int) *complement {
	rows, _ := u.Dims()
	cols, _ := v.Dims()
	c := &complement{x: make([]float64, cols), y: make([]float64, rows)}
	for j := range kept {
		c.u = append(c.u, mat.Col(nil, j, u))
		c.v = append(c.v, mat.Col(nil, j, v))
	}
	return c
}

// complement13 makes the projection for P̂₁₃ (or a block of it) and its top
// kept right singular vectors v; the left ones are P̂₁₃v/σ.
func complement13(p13, v *mat.Dense, sigma []float64, kept int) *complement {
	_, most := v.Dims()
	kept = min(kept, most, len(sigma)) // where fewer symbols than hidden states are seen
	for kept > 0 && sigma[kept-1] <= num.Rounding(sigma) {
		kept--
	}
	if kept <= 0 {
		return newComplement(p13, v, 0)
	}
	rows, _ := v.Dims()
	var u mat.Dense
	u.Mul(p13, v.Slice(0, rows, 0, kept))
	c := newComplement(&u, v, kept)
	for j := range c.u {
		for i := range c.u[j] {
			c.u[j][i] /= sigma[j]
		}
	}
	return c
}

// powerSteps is enough for a noise level, which needs no third digit.
const powerSteps = 8

// norm is the spectral norm of the projected matrix by power iteration.
func (c *complement) norm(delta []float64) float64 {
	for i := range c.x {
		c.x[i] = 1 + float64(i%7)/8 // any start that is not special
	}
	norm, n := 0.0, len(c.x)
	for range powerSteps {
		project(c.v, c.x)
		length := math.Sqrt(num.Dot(c.x, c.x))
		if !(length > 0) {
			return 0
		}
		for i := range c.y {
			c.y[i] = num.Dot(delta[i*n:(i+1)*n], c.x) / length
		}
		project(c.u, c.y)
		norm = math.Sqrt(num.Dot(c.y, c.y))
		clear(c.x)
		for i, y := range c.y {
			for j, v := range delta[i*n : (i+1)*n] {
				c.x[j] += y * v
			}
		}
	}
	return norm
}

// project removes from x its parts along orthonormal rows.
func project(rows [][]float64, x []float64) {
	for _, u := range rows {
		part := num.Dot(u, x)
		for i, v := range u {
			x[i] -= part * v
		}
	}
}
