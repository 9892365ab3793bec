package moments

import (
	"context"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"sort"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// rotation draws the first rows of Θ number i. A Haar rotation is a Gaussian
// matrix whose rows are orthonormalised one after the other, so that its first
// row, the only one that ranking needs, is a normalised Gaussian vector.
func (o Options) rotation(i, k, rows int) *mat.Dense {
	rng := rand.New(pomdp.Source(o.Seed, pomdp.StreamEstimator, uint64(i)))
	theta := mat.NewDense(rows, k, nil)
	for r := range rows {
		row := theta.RawRowView(r)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		if o.Rotation == Haar {
			for range 2 { // the second pass removes what rounding left
				for q := range r {
					other := theta.RawRowView(q)
					d := dot(row, other)
					for j := range row {
						row[j] -= d * other[j]
					}
				}
			}
		}
		scale := 1 / math.Sqrt(dot(row, row))
		for j := range row {
			row[j] *= scale
		}
	}
	return theta
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// rotate tries every Θ and keeps the eigenvectors of the best: real
// eigenvalues first, then the largest gap (ALGORITHM 4.4). It returns nil when
// the context ends or no eigenproblem can be solved.
func (s *spectral) rotate(ctx context.Context, o Options) (tried []Rotation, chosen int, eigen *Eigen) {
	k := s.sizes.K()
	chosen = -1
	best := make([]eigenBlock, len(s.blocks))
	work := make([]eigenBlock, len(s.blocks))
	var solver eigenSolver
	for i := range o.Rotations {
		if ctx.Err() != nil {
			return tried, -1, nil
		}
		theta := o.rotation(i, k, 1)
		t := Rotation{Gap: math.Inf(1), Cond: 1}
		ok := true
		for m := range s.blocks {
			if s.blocks[m].rank == 0 {
				work[m] = eigenBlock{}
				continue
			}
			if ok = solver.solve(&work[m], &s.blocks[m], theta.RawRowView(0)); !ok {
				break
			}
			t.Gap = math.Min(t.Gap, work[m].gap)
			t.MaxImaginary = math.Max(t.MaxImaginary, work[m].imaginary)
			t.Cond = math.Max(t.Cond, work[m].cond)
		}
		if !ok {
			t = Rotation{Gap: 0, MaxImaginary: 0, Cond: math.Inf(1)}
		} else if chosen < 0 || better(t, tried[chosen]) {
			chosen = i
			best, work = work, best
		}
		tried = append(tried, t)
	}
	if chosen < 0 {
		return tried, -1, nil
	}
	eigen = &Eigen{Theta: o.rotation(chosen, k, k), Values: make([]complex128, k), Cond: tried[chosen].Cond}
	real := tried[chosen].Real()
	if real {
		eigen.R = mat.NewDense(k, k, nil)
	}
	for m := range s.blocks {
		b := &s.blocks[m]
		b.values, b.r = best[m].values, best[m].r
		copy(eigen.Values[b.offset:], b.values)
		for p := 0; real && p < b.rank; p++ {
			copy(eigen.R.RawRowView(b.offset + p)[b.offset:], b.r.RawRowView(p))
		}
	}
	return tried, chosen, eigen
}

func better(a, b Rotation) bool {
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
	r                    *mat.Dense // nil with complex eigenvalues
	gap, imaginary, cond float64
}

type eigenSolver struct {
	b       *mat.Dense
	eigen   mat.Eigen
	svd     mat.SVD
	vectors mat.CDense
	order   []int
	raw     []complex128
	sigma   []float64
}

func (s *eigenSolver) solve(out *eigenBlock, block *spectralBlock, theta []float64) bool {
	k := block.rank
	if s.b == nil || s.b.RawMatrix().Rows != k {
		s.b = mat.NewDense(k, k, nil)
	}
	block.b123(s.b, theta)
	if !finite(s.b.RawMatrix().Data) || !s.eigen.Factorize(s.b, mat.EigenRight) {
		return false
	}
	if len(s.raw) != k {
		s.raw, s.order, s.sigma = make([]complex128, k), make([]int, k), make([]float64, k)
	}
	s.eigen.Values(s.raw)
	// The solver's order is an accident of its iteration; sorted, it is a
	// function of θ₁ alone.
	for i := range s.order {
		s.order[i] = i
	}
	sort.SliceStable(s.order, func(i, j int) bool { return real(s.raw[s.order[i]]) > real(s.raw[s.order[j]]) })
	out.values = append(out.values[:0], s.raw...)
	out.imaginary, out.gap = 0, math.Inf(1)
	for i, c := range s.order {
		out.values[i] = s.raw[c]
		out.imaginary = math.Max(out.imaginary, math.Abs(imag(s.raw[c])))
		for j := range i {
			out.gap = math.Min(out.gap, cmplx.Abs(out.values[i]-out.values[j]))
		}
	}
	out.cond, out.r = math.Inf(1), nil
	if out.imaginary != 0 {
		return true
	}
	s.vectors.Reset()
	s.eigen.VectorsTo(&s.vectors)
	r := mat.NewDense(k, k, nil)
	for i, c := range s.order {
		norm := 0.0
		for p := range k {
			norm = math.Hypot(norm, real(s.vectors.At(p, c)))
		}
		for p := range k {
			r.Set(p, i, real(s.vectors.At(p, c))/norm)
		}
	}
	if !finite(r.RawMatrix().Data) || !s.svd.Factorize(r, mat.SVDNone) {
		return false
	}
	s.sigma = s.svd.Values(s.sigma)
	out.r, out.cond = r, s.sigma[0]/s.sigma[k-1]
	return true
}

func finite(x []float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// invert fills the blocks' left eigenvectors.
func (s *spectral) invert() bool {
	for m := range s.blocks {
		b := &s.blocks[m]
		if b.rank == 0 {
			continue
		}
		b.rInv = new(mat.Dense)
		// An ill-conditioned 𝓡 is inverted all the same: its condition number
		// is a finding.
		_ = b.rInv.Inverse(b.r)
		if !finite(b.rInv.RawMatrix().Data) {
			return false
		}
	}
	return true
}

// gapError is the standard error of the distance between the two eigenvalues
// nearest to each other within a block, to first order in the sample's noise:
// dλ_c = ρ_cᵀ(dP̂₁₂₃(η) − λ_c dP̂₁₂)ω_c with ρ_c = U₁𝓡⁻ᵀe_c and
// ω_c = U₂Σ⁻¹𝓡e_c, a linear function of the cells whose multinomial variance
// is known. Zero for the exact law and where no two eigenvalues share a block.
func (s *spectral) gapError(u *Subspaces, theta []float64) float64 {
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
	if near < 0 || s.counts.exact {
		return 0
	}
	b := s.blocks[near]
	h := make([]float64, n.D())
	for x := range h {
		h[x] = dot(u.U3.RawRowView(x), theta)
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
	for path := range s.counts.paths {
		t := s.counts.paths[path]
		a1, a2, a3, a4 := path/(n.A*n.Pairs()), path/n.Pairs()%n.A, path/n.A%n.A, path%n.A
		if t == nil || a2 != b.action {
			continue
		}
		h3 := h[n.Pair(a3, a4)*o:]
		for i := range o * o {
			x1, x2 := a1*o+i/o, a3*o+i%o
			f1, f2 := rho[0][x1]*omega[0][x2], rho[1][x1]*omega[1][x2]
			for o3, count := range t.cells[i*o : (i+1)*o] {
				if count == 0 {
					continue
				}
				f := f1*(h3[o3]-l1) - f2*(h3[o3]-l2)
				sum += count / s.counts.mass * f
				square += count / s.counts.mass * f * f
			}
		}
	}
	return math.Sqrt(math.Max(square-sum*sum, 0) / s.counts.mass)
}
