package spectral

import (
	"cmp"
	"context"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// rotation draws the first rows of Θ number i. A Haar rotation is a Gaussian
// matrix whose rows are orthonormalised one after the other, so that its first
// row, the only one that ranking needs, is a normalised Gaussian vector.
func rotation(o moments.Options, i, k, rows int) *mat.Dense {
	rng := rand.New(pomdp.Source(o.Seed, pomdp.StreamEstimator, uint64(i)))
	theta, above := mat.NewDense(rows, k, nil), [][]float64(nil)
	for r := range rows {
		row := theta.RawRowView(r)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for range 2 { // the second pass removes what rounding left
			project(above, row)
		}
		scale := 1 / math.Sqrt(num.Dot(row, row))
		for j := range row {
			row[j] *= scale
		}
		above = append(above, row)
	}
	return theta
}

// rotate tries every Θ (Anandkumar et al. 2012, Alg. B, draws one) of k columns on some blocks and
// keeps the eigenproblems of the best: real eigenvalues first, then the largest gap. chosen is −1 when the
// context ends or no eigenproblem can be solved.
func (s *eigenSolver) rotate(ctx context.Context, blocks []*spectralBlock, k int, o moments.Options) (tried []moments.Rotation, chosen int, best []eigenBlock) {
	chosen = -1
	best, work := make([]eigenBlock, len(blocks)), make([]eigenBlock, len(blocks))
	for i := range o.Rotations {
		if ctx.Err() != nil {
			return tried, -1, nil
		}
		theta := rotation(o, i, k, 1)
		t := moments.Rotation{Gap: math.Inf(1), Cond: 1}
		ok := true
		for m, b := range blocks {
			if b.rank == 0 {
				work[m] = eigenBlock{}
				continue
			}
			if ok = s.solve(&work[m], b, theta.RawRowView(0)); !ok {
				break
			}
			merge(&t, moments.Rotation{Gap: work[m].gap, MaxImaginary: work[m].imaginary, Cond: work[m].cond})
		}
		if !ok {
			t = moments.Rotation{Gap: 0, MaxImaginary: 0, Cond: math.Inf(1)}
		} else if chosen < 0 || better(t, tried[chosen]) {
			chosen = i
			best, work = work, best
		}
		tried = append(tried, t)
	}
	return tried, chosen, best
}

// rotate keeps the eigenvectors of the best Θ; it returns nil where there is none.
func (s *spectral) rotate(ctx context.Context, o moments.Options) (tried []moments.Rotation, chosen int, eigen *moments.Eigen) {
	k := s.sizes.K()
	tried, chosen, best := new(eigenSolver).rotate(ctx, s.pointers(), k, o)
	if chosen < 0 {
		return tried, -1, nil
	}
	eigen = &moments.Eigen{Theta: rotation(o, chosen, k, k), Values: make([]complex128, k), Used: tried[chosen]}
	real := tried[chosen].Real()
	if real {
		eigen.R = mat.NewDense(k, k, nil)
	}
	for m := range s.blocks {
		b := &s.blocks[m]
		b.values = best[m].values
		if real && b.rank > 0 {
			b.r = mat.NewDense(b.rank, b.rank, best[m].r)
		}
		copy(eigen.Values[b.offset:], b.values)
		for p := 0; real && p < b.rank; p++ {
			copy(eigen.R.RawRowView(b.offset + p)[b.offset:], b.r.RawRowView(p))
		}
	}
	return tried, chosen, eigen
}

func (s *spectral) pointers() (out []*spectralBlock) {
	for m := range s.blocks {
		out = append(out, &s.blocks[m])
	}
	return out
}

func better(a, b moments.Rotation) bool {
	if a.Real() != b.Real() {
		return a.Real()
	}
	if !a.Real() && a.MaxImaginary != b.MaxImaginary {
		return a.MaxImaginary < b.MaxImaginary
	}
	return a.Gap > b.Gap
}

// eigenBlock is the eigenproblem of one block for one θ₁.
type eigenBlock struct {
	values               []complex128
	real                 bool
	r                    []float64 // rank × rank, where real
	gap, imaginary, cond float64
}

// eigenSolver holds the buffers of solve.
type eigenSolver struct {
	problem mat.Eigen
	b123    []float64
	values  []complex128
	vectors mat.CDense
	order   []int
	work    []float64
}

func (s *eigenSolver) solve(out *eigenBlock, block *spectralBlock, theta []float64) bool {
	k := block.rank
	s.b123 = slices.Grow(s.b123[:0], k*k)[:k*k]
	block.b123(s.b123, theta)
	if !num.Finite(s.b123) || !s.problem.Factorize(mat.NewDense(k, k, s.b123), mat.EigenRight) {
		return false
	}
	s.values = s.problem.Values(slices.Grow(s.values[:0], k)[:k])
	// LAPACK's order of the eigenvalues is accidental: sorted, it depends on θ₁ alone.
	s.order = s.order[:0]
	for i := range k {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(i, j int) int { return cmp.Compare(real(s.values[j]), real(s.values[i])) })
	out.values = out.values[:0]
	out.imaginary, out.gap = 0, math.Inf(1)
	for _, c := range s.order {
		v := s.values[c]
		out.imaginary = math.Max(out.imaginary, math.Abs(imag(v)))
		for _, other := range out.values {
			out.gap = math.Min(out.gap, cmplx.Abs(v-other))
		}
		out.values = append(out.values, v)
	}
	out.real, out.cond = out.imaginary == 0, math.Inf(1)
	if !out.real {
		return true
	}
	s.vectors.Reset()
	s.problem.VectorsTo(&s.vectors)
	out.r = slices.Grow(out.r[:0], k*k)[:k*k]
	for i, c := range s.order {
		for p := range k {
			out.r[p*k+i] = real(s.vectors.At(p, c))
		}
	}
	if !num.Finite(out.r) {
		return false
	}
	s.work = append(s.work[:0], out.r...)
	out.cond = jacobiCond(k, s.work)
	return true
}

// jacobiCond is the spectral condition number of an n × n matrix, which it
// overwrites: one-sided Jacobi rotations of its rows (Hestenes 1958), accurate
// and, at a dozen rows, faster than a bidiagonalisation.
func jacobiCond(n int, a []float64) float64 {
	for range 30 {
		rotated := false
		for i := 1; i < n; i++ {
			x := a[i*n : (i+1)*n]
			for j := range i {
				y := a[j*n : (j+1)*n]
				xx, yy, xy := num.Dot(x, x), num.Dot(y, y), num.Dot(x, y)
				if math.Abs(xy) <= 1e-15*math.Sqrt(xx*yy) {
					continue
				}
				rotated = true
				zeta := (yy - xx) / (2 * xy)
				t := math.Copysign(1, zeta) / (math.Abs(zeta) + math.Sqrt(1+zeta*zeta))
				c := 1 / math.Sqrt(1+t*t)
				for p, v := range x {
					x[p], y[p] = c*(v-t*y[p]), c*(t*v+y[p])
				}
			}
		}
		if !rotated {
			break
		}
	}
	least, most := math.Inf(1), 0.0
	for i := range n {
		length := math.Sqrt(num.Dot(a[i*n:(i+1)*n], a[i*n:(i+1)*n]))
		least, most = math.Min(least, length), math.Max(most, length)
	}
	return most / least
}

// invert fills the left eigenvectors. An ill-conditioned 𝓡 is inverted all the
// same: its condition number is a finding.
func (b *spectralBlock) invert() bool {
	if b.rank == 0 {
		return true
	}
	b.rInv = new(mat.Dense)
	_ = b.rInv.Inverse(b.r)
	return num.Finite(b.rInv.RawMatrix().Data)
}

func (s *spectral) invert() bool {
	for m := range s.blocks {
		if !s.blocks[m].invert() {
			return false
		}
	}
	return true
}
