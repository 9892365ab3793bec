package spectral

import (
	"math"
	"math/rand/v2"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// cell3 is a probability of three views' rows.
type cell3 struct {
	at [3]int
	p  float64
}

// views are three views of a hidden state that are independent given it: how often their values meet.
type views struct {
	size  [3]int
	cells []cell3
}

// pairs sums one view out.
func (v *views) pairs(i, j int) *mat.Dense {
	m := mat.NewDense(v.size[i], v.size[j], nil)
	raw := m.RawMatrix()
	for _, c := range v.cells {
		raw.Data[c.at[i]*raw.Stride+c.at[j]] += c.p
	}
	return m
}

// contract is Σ p · A[x₁,·] ⊗ B[x₂,·] ⊗ C[x₃,·], k³, the third view first.
func (v *views) contract(p func(c cell3) float64, a, b, c *mat.Dense) tensor {
	_, k := a.Dims()
	out := newTensor(k)
	third := map[[2]int][]float64{}
	var order [][2]int
	for _, cell := range v.cells {
		key := [2]int{cell.at[0], cell.at[1]}
		row := third[key]
		if row == nil {
			row = make([]float64, k)
			third[key] = row
			order = append(order, key)
		}
		w := p(cell)
		for l, x := range c.RawRowView(cell.at[2]) {
			row[l] += w * x
		}
	}
	// Then the first, then the second.
	middle := make([]float64, v.size[1]*k*k)
	for _, key := range order {
		into := middle[key[1]*k*k:]
		for i, x := range a.RawRowView(key[0]) {
			for l, y := range third[key] {
				into[i*k+l] += x * y
			}
		}
	}
	for x2 := range v.size[1] {
		from := middle[x2*k*k : (x2+1)*k*k]
		for j, y := range b.RawRowView(x2) {
			for i := range k {
				for l, z := range from[i*k : (i+1)*k] {
					out.x[(i*k+j)*k+l] += y * z
				}
			}
		}
	}
	return out
}

// tensor is k × k × k.
type tensor struct {
	k int
	x []float64
}

func newTensor(k int) tensor { return tensor{k, make([]float64, k*k*k)} }

// symmetric is the mean over the six orders of the indices.
func (t tensor) symmetric() tensor {
	out, k := newTensor(t.k), t.k
	for i := range k {
		for j := range k {
			for l := range k {
				out.x[(i*k+j)*k+l] = (t.x[(i*k+j)*k+l] + t.x[(i*k+l)*k+j] + t.x[(j*k+i)*k+l] +
					t.x[(j*k+l)*k+i] + t.x[(l*k+i)*k+j] + t.x[(l*k+j)*k+i]) / 6
			}
		}
	}
	return out
}

// times is 𝕋(I,v,v).
func (t tensor) times(v []float64) []float64 {
	out := make([]float64, t.k)
	for i := range t.k {
		for j, y := range v {
			out[i] += y * num.Dot(t.x[(i*t.k+j)*t.k:][:t.k], v)
		}
	}
	return out
}

// deflate takes λ v⊗v⊗v away.
func (t tensor) deflate(lambda float64, v []float64) {
	for i, x := range v {
		for j, y := range v {
			for l, z := range v {
				t.x[(i*t.k+j)*t.k+l] -= lambda * x * y * z
			}
		}
	}
}

func (t tensor) norm() float64 { return math.Sqrt(num.Dot(t.x, t.x)) }

// Random starts of each component, steps of each start, and the change at which a start has come to its end.
const (
	powerStarts     = 5
	powerIterations = 30
	powerStill      = 1e-13
)

// components finds all k fixed points, one after the other, each deflated before the next. What is left stays in t.
func (t tensor) components(rng *rand.Rand) []moments.Component {
	out := make([]moments.Component, 0, t.k)
	for range t.k {
		best := moments.Component{Lambda: math.Inf(-1)}
		for range powerStarts {
			v := make([]float64, t.k)
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			scaleTo(v, 1)
			c := moments.Component{Path: [][]float64{v}}
			for range powerIterations {
				next := t.times(v)
				if !scaleTo(next, 1) {
					break
				}
				moved := 0.0
				for i := range v {
					moved += (next[i] - v[i]) * (next[i] - v[i])
				}
				v = next
				c.Path = append(c.Path, v)
				if math.Sqrt(moved) < powerStill {
					break
				}
			}
			c.Vector, c.Lambda = v, num.Dot(t.times(v), v)
			if c.Lambda > best.Lambda {
				best = c
			}
		}
		t.deflate(best.Lambda, best.Vector)
		out = append(out, best)
	}
	for i := range out {
		for j := range out {
			if i != j {
				out[i].Overlap = max(out[i].Overlap, math.Abs(num.Dot(out[i].Vector, out[j].Vector)))
			}
		}
	}
	return out
}

// scaleTo makes v as long as asked; false where it has no length.
func scaleTo(v []float64, length float64) bool {
	norm := math.Sqrt(num.Dot(v, v))
	if !(norm > 0) || math.IsInf(norm, 0) {
		return false
	}
	for i := range v {
		v[i] *= length / norm
	}
	return true
}

// whitened is what views come to: the power method's account of them, and the columns μ of the second view.
type whitened struct {
	power   moments.Power
	columns *mat.Dense // as many rows as the second view, k
	failed  int        // how many ε are not positive: 0 where all is well
}

// decomposed maps the first and the third view onto the second, whitens, and finds the components (Anandkumar et al.
// 2014, theorem 3.6 and algorithm 1). episodes is N, 0 for the exact law.
func (v *views) decomposed(k int, episodes float64, rng *rand.Rand) (out whitened, ok bool) {
	p12, p13, p23 := v.pairs(0, 1), v.pairs(0, 2), v.pairs(1, 2)
	bridge, ok := pseudoInverse(p13, k)
	if !ok {
		return out, false
	}
	var c1, c3, m mat.Dense
	c1.Mul(p23, bridge)
	c3.Mul(p12.T(), bridge.T())
	m.Mul(&c1, p12)
	n, _ := m.Dims()
	symmetric := mat.NewSymDense(n, nil)
	most, apart := 0.0, 0.0
	for i := range n {
		for j := i; j < n; j++ {
			symmetric.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
			most = max(most, math.Abs(m.At(i, j)), math.Abs(m.At(j, i)))
			apart = max(apart, math.Abs(m.At(i, j)-m.At(j, i)))
		}
	}
	out.power.Asymmetry = apart / most
	var eig mat.EigenSym
	if !num.Finite(m.RawMatrix().Data) || !eig.Factorize(symmetric, true) {
		return out, false
	}
	rising := eig.Values(nil)
	for i := range rising {
		x := rising[n-1-i]
		if i < k {
			out.power.Whitening = append(out.power.Whitening, x)
			if !(x > 0) {
				out.failed++
			}
		} else {
			out.power.Others = max(out.power.Others, math.Abs(x))
		}
	}
	if out.failed > 0 {
		return out, true
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	whiten, back := mat.NewDense(n, k, nil), mat.NewDense(n, k, nil) // W and (Wᵀ)⁺
	for j, x := range out.power.Whitening {
		root := math.Sqrt(x)
		for i := range n {
			e := vectors.At(i, n-1-j)
			whiten.Set(i, j, e/root)
			back.Set(i, j, e*root)
		}
	}
	var first, third mat.Dense
	first.Mul(c1.T(), whiten)
	third.Mul(c3.T(), whiten)
	t := v.contract(func(c cell3) float64 { return c.p }, &first, whiten, &third).symmetric()
	out.power.Components = t.components(rng)
	out.power.Residual = t.norm()
	if episodes > 0 {
		noise := v.contract(func(c cell3) float64 { return math.Sqrt(c.p/episodes) * rng.NormFloat64() }, &first, whiten, &third).symmetric()
		out.power.Chance = noise.norm()
	}
	out.columns = mat.NewDense(n, k, nil)
	for j := range out.power.Components {
		c := &out.power.Components[j]
		column := make([]float64, n)
		for i := range n {
			column[i] = c.Lambda * num.Dot(back.RawRowView(i), c.Vector)
			c.Sum += column[i]
		}
		for i := range n {
			out.columns.Set(i, j, column[i]/c.Sum)
		}
	}
	return out, num.Finite(out.columns.RawMatrix().Data)
}

// pseudoInverse is that of the k largest singular values; false where there are not so many.
func pseudoInverse(m *mat.Dense, k int) (*mat.Dense, bool) {
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDThin) {
		return nil, false
	}
	sigma := svd.Values(nil)
	if k > len(sigma) || !(sigma[k-1] > num.Rounding(sigma)) {
		return nil, false
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	rows, _ := u.Dims()
	columns, _ := v.Dims()
	for j, s := range sigma[:k] {
		for i := range columns {
			v.Set(i, j, v.At(i, j)/s)
		}
	}
	var out mat.Dense
	out.Mul(v.Slice(0, columns, 0, k), u.Slice(0, rows, 0, k).T())
	return &out, true
}

// jointViews are x₁, x₂ and x₃; pairViews those with a middle pair (a₂, a₃), numbered within what that leaves open.
func jointViews(c *moments.Counts) *views {
	n, scale := c.Sizes(), c.Scale()
	v := &views{size: [3]int{n.D(), n.D(), n.D()}}
	for index, k := range c.Cells {
		x := n.CellAt(index)
		var cell cell3
		for i := range cell.at {
			cell.at[i] = n.Pair(x.Actions[i], x.Actions[i+1])*n.Outcomes() + x.Outcomes[i]
		}
		cell.p = k * scale
		v.cells = append(v.cells, cell)
	}
	return v
}

func pairViews(c *moments.Counts) []*views {
	n, scale := c.Sizes(), c.Scale()
	all := make([]*views, n.Pairs())
	for i := range all {
		all[i] = &views{size: [3]int{n.A * n.Outcomes(), n.Outcomes(), n.A * n.Outcomes()}}
	}
	for index, k := range c.Cells {
		x := n.CellAt(index)
		v := all[n.Pair(x.Actions[1], x.Actions[2])]
		v.cells = append(v.cells, cell3{[3]int{x.Actions[0]*n.Outcomes() + x.Outcomes[0], x.Outcomes[1], x.Actions[3]*n.Outcomes() + x.Outcomes[2]}, k * scale})
	}
	return all
}

// tensorStream separates the starts from other random numbers in the same stream.
const tensorStream = 1 << 37

// decomposedPairs decomposes every pair's views.
func decomposedPairs(c *moments.Counts, states int, episodes float64, seed uint64) ([]whitened, []bool) {
	all := pairViews(c)
	out, ok := make([]whitened, len(all)), make([]bool, len(all))
	workers.Each(len(all), func() func(int) {
		return func(i int) {
			out[i], ok[i] = all[i].decomposed(states, episodes, num.NewRand(seed, pomdp.StreamEstimator, tensorStream+uint64(i)))
		}
	})
	return out, ok
}
