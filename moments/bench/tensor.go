package bench

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// tensors says whether the columns are gone on with from a whitened tensor's components.
func (p *plain) tensors() bool {
	g := p.given
	return g.Whitening != nil && finite(g.Whitening) && g.Components != nil && finite(g.Components) && len(g.Lambda) == p.n.K()
}

// symmetric maps the first and third views onto the second, and whitens what follows
// (Anandkumar, Ge, Hsu, Kakade, Telgarsky 2014, Thm 3.6). Each part starts from what is given.
func (p *plain) symmetric() {
	d, k := p.n.D(), p.n.K()
	back := pseudoInverse(p.p13, k)
	if back == nil {
		return
	}
	var m2, product mat.Dense
	p.toSecond = [2]*mat.Dense{new(mat.Dense), new(mat.Dense)}
	p.toSecond[0].Mul(p.p23, back)         // x₁ → x₂: M₂M₁⁺
	p.toSecond[1].Mul(p.p12.T(), back.T()) // x₃ → x₂: M₂M₃⁺
	product.Mul(p.toSecond[0], p.p12)
	m2.Add(&product, product.T())
	m2.Scale(.5, &m2)
	p.answer.M2 = &m2
	from := or(p.given.M2, &m2)
	sym := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i + 1 {
			sym.SetSym(i, j, (from.At(i, j)+from.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	if !finite(from) || !e.Factorize(sym, true) {
		return
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	if top := e.Values(nil)[d-k:]; top[0] > 0 {
		w := mat.NewDense(d, k, nil)
		for j, v := range top {
			for x := range d {
				w.Set(x, j, vectors.At(x, d-k+j)/math.Sqrt(v))
			}
		}
		p.answer.Whitening = w
	}
	w := or(p.given.Whitening, p.answer.Whitening)
	if w == nil {
		return
	}
	p.whitened = p.cube(w)
	if v := p.given.Components; v != nil && finite(v) {
		for c := range k {
			p.answer.images = append(p.answer.images, image(p.whitened, mat.Col(nil, c, v)))
		}
	}
}

// cube is the whitened third moment, [a][b][c] in one row, averaged over the orders of its axes.
func (p *plain) cube(w *mat.Dense) []float64 {
	k := p.n.K()
	var one, three mat.Dense
	one.Mul(p.toSecond[0].T(), w)
	three.Mul(p.toSecond[1].T(), w)
	raw := make([]float64, k*k*k)
	p.triples(func(x1, x2, x3 int, v float64) {
		a, b, c := one.RawRowView(x1), w.RawRowView(x2), three.RawRowView(x3)
		for i, x := range a {
			for j, y := range b {
				s := v * x * y
				row := raw[(i*k+j)*k : (i*k+j+1)*k]
				for l, z := range c {
					row[l] += s * z
				}
			}
		}
	})
	out := make([]float64, len(raw))
	at := func(i, j, l int) float64 { return raw[(i*k+j)*k+l] }
	for i := range k {
		for j := range k {
			for l := range k {
				out[(i*k+j)*k+l] = (at(i, j, l) + at(i, l, j) + at(j, i, l) + at(j, l, i) + at(l, i, j) + at(l, j, i)) / 6
			}
		}
	}
	return out
}

// image is 𝕋(I, v, v).
func image(cube, v []float64) []float64 {
	k := len(v)
	out := make([]float64, k)
	for i := range k {
		for j, y := range v {
			for l, z := range v {
				out[i] += cube[(i*k+j)*k+l] * y * z
			}
		}
	}
	return out
}

// offComponents are the columns λ(Wᵀ)⁺v, each divided by its sum.
func (p *plain) offComponents() (*mat.Dense, error) {
	d, k := p.n.D(), p.n.K()
	var back, gram, o mat.Dense // (Wᵀ)⁺ = W(WᵀW)⁻¹
	gram.Mul(p.given.Whitening.T(), p.given.Whitening)
	inverse, err := inverted(&gram, "WᵀW")
	if err != nil {
		return nil, err
	}
	back.Mul(p.given.Whitening, inverse)
	o.Mul(&back, p.given.Components)
	for c := range k {
		sum := mat.Sum(o.ColView(c))
		for x := range d {
			o.Set(x, c, o.At(x, c)/sum)
		}
	}
	return &o, nil
}

// scaled are λv, row by row: 𝕋(I, v, v), where v is a fixed point.
func scaled(components *mat.Dense, lambda []float64) (out table) {
	for c, l := range lambda {
		v := mat.Col(nil, c, components)
		for i := range v {
			v[i] *= l
		}
		out = append(out, v)
	}
	return out
}

// pseudoInverse is m⁺ with its k largest singular values alone; nil where they vanish.
func pseudoInverse(m *mat.Dense, k int) *mat.Dense {
	svd := decomposed(m, mat.SVDThin)
	if svd == nil {
		return nil
	}
	var u, v, out mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	sigma := svd.Values(nil)
	if k > len(sigma) || !(sigma[k-1] > 1e-13*sigma[0]) {
		return nil
	}
	rows, _ := v.Dims()
	for j := range k {
		for i := range rows {
			v.Set(i, j, v.At(i, j)/sigma[j])
		}
	}
	du, _ := u.Dims()
	out.Mul(v.Slice(0, rows, 0, k), u.Slice(0, du, 0, k).T())
	return &out
}
