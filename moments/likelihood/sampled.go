package likelihood

import (
	"math"
	"math/rand/v2"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// samplesFor is how many triples SampledInformation draws: 50,000, or of many free parameters as
// many as take a second or two, but ten for each.
func samplesFor(free int) int {
	const most, work = 50_000, 1.5e10
	return min(most, max(10*free, int(work/float64(max(free*free, 1)))))
}

// SampledInformation is FisherInformation as the mean of ∇log p·∇log pᵀ over triples drawn from the
// model: what it takes grows with their number and not with that of the cells. Its inverse is free
// of bias where scores are normal (Haff 1979).
func SampledInformation(m *pomdp.POMDP, e pomdp.Exploration) *Information {
	n := m.Sizes()
	f := newFisher(NewLikelihood(moments.NewCounts(n), n.S))
	x := f.Vector(m)
	f.choosePivots(x)
	free := len(f.FreeAt)
	samples := samplesFor(free)
	info := f.about(x, func() *mat.SymDense { return f.sampled(x, e, samples) })
	info.Samples = samples
	info.MonteCarlo = math.Sqrt(.5 / float64(samples-free-3)) // normal scores again
	return info
}

// MostSampled is the largest number of free parameters that SampledInformation is for.
const MostSampled = 1200

// FreeParameters is how many probabilities of a model of these sizes may be chosen freely.
func FreeParameters(n pomdp.Sizes) int { return params.NewLayout(n).Free() }

// sampled is J in free coordinates, nil where nothing is free. choosePivots(x) must have been called.
func (f *fisher) sampled(x []float64, e pomdp.Exploration, samples int) *mat.SymDense {
	free := len(f.FreeAt)
	if free == 0 {
		return nil
	}
	f.tables(x)
	clear(f.information)
	const rows = 256
	batch, filled := make([]float64, rows*free), 0
	scale := 1 / math.Sqrt(float64(samples-free-1))
	flush := func() {
		blas64.Implementation().Dsyrk(blas.Upper, blas.Trans, free, filled, 1, batch, free, 1, f.information, free)
		filled = 0
	}
	d := drawer{fisher: f, exploration: e, cell: make([]float64, f.Size), rng: num.NewRand(1, pomdp.StreamEstimator, informationStream)}
	for range samples {
		p := d.draw(x)
		row := batch[filled*free:][:free]
		f.Reduce(d.cell, row)
		for i := range row {
			row[i] *= scale / p
		}
		if filled++; filled == rows {
			flush()
		}
	}
	if filled > 0 {
		flush()
	}
	return mat.NewSymDense(free, f.information)
}

// informationStream separates these draws from the rotations in the same stream.
const informationStream = 1 << 34

// drawer draws triples and takes their probabilities' gradients.
type drawer struct {
	*fisher
	cell        []float64 // ∇p
	exploration pomdp.Exploration
	rng         *rand.Rand
}

// draw fills cell with ∇p of a drawn triple and returns p, both given its actions.
func (d *drawer) draw(x []float64) float64 {
	l, n := d.Likelihood, d.N
	s, o := n.S, n.Outcomes()
	a1, a2 := d.rng.IntN(n.A), d.rng.IntN(n.A)
	a3 := pick(d.rng, n.A, func(a int) float64 { return d.exploration.Pi(a, a1) })
	a4 := pick(d.rng, n.A, func(a int) float64 { return d.exploration.Pi(a, a2) })
	first, second, third := n.Pair(a1, a2), n.Pair(a2, a3), n.Pair(a3, a4)
	o1 := pick(d.rng, o, func(i int) float64 { return num.Sum(l.a1[(first*o+i)*s:][:s]) })
	path := (first*n.A + a3) * o * o
	o2 := pick(d.rng, o, func(i int) float64 { return num.Sum(l.a2[(path+o1*o+i)*s:][:s]) })
	alpha2 := l.a2[(path+o1*o+o2)*s:][:s]
	o3 := pick(d.rng, o, func(i int) float64 { return num.Dot(alpha2, l.b3[(third*o+i)*s:][:s]) })

	alpha1, m2, b3 := l.a1[(first*o+o1)*s:][:s], l.m2[(first*o+o1)*s:][:s], l.b3[(third*o+o3)*s:][:s]
	e1, e2, e3 := l.e[(first*o+o1)*s:][:s], l.e[(second*o+o2)*s:][:s], l.e[(third*o+o3)*s:][:s]
	clear(d.cell)
	for i := range s {
		for j := range s {
			d.cell[d.Trans(a3, i, j)] += alpha2[i] * e3[j]
			d.deriveE(x, d.cell, third, o3, j, alpha2[i]*x[d.Trans(a3, i, j)])
			d.cell[d.Trans(a2, i, j)] += alpha1[i] * b3[j] * e2[j]
		}
		d.deriveE(x, d.cell, second, o2, i, b3[i]*m2[i])
		g := 0.0 // by α₁
		for j := range s {
			g += x[d.Trans(a2, i, j)] * b3[j] * e2[j]
		}
		d.deriveE(x, d.cell, first, o1, i, g*l.pi[a1*s+i])
		for j := range s {
			d.cell[j] += x[d.Trans(a1, j, i)] * g * e1[i]
			d.cell[d.Trans(a1, j, i)] += x[j] * g * e1[i]
		}
	}
	return num.Dot(alpha2, b3)
}

// pick draws from weights that need not sum to 1.
func pick(rng *rand.Rand, n int, weight func(i int) float64) int {
	total := 0.0
	for i := range n {
		total += weight(i)
	}
	u, last := rng.Float64()*total, 0
	for i := range n {
		w := weight(i)
		if w > 0 {
			last = i
		}
		if u -= w; u < 0 && w > 0 {
			return i
		}
	}
	return last
}
