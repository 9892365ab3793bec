package bench

import (
	"errors"
	"math"
	"math/cmplx"
	"slices"

	"eeporl/moments"

	"gonum.org/v1/gonum/mat"
)

// errComplex is what the formulas come to where noise exceeds the gap.
var errComplex = errors.New("all rotations gave complex eigenvalues")

func (p *plain) spectrum() error {
	left, right := decomposed(p.p12, mat.SVDThin), decomposed(p.p13, mat.SVDThin)
	if left == nil || right == nil {
		return errors.New("a singular value decomposition did not converge")
	}
	p.answer.Sigma = left.Values(nil)
	k := p.n.K()
	if k > len(p.answer.Sigma) || !(p.answer.Sigma[k-1] > 1e-13*p.answer.Sigma[0]) {
		return errors.New("the rank of P₁₂ is below k")
	}
	first := func(m *mat.Dense) *mat.Dense { return mat.DenseCopyOf(m.Slice(0, p.n.D(), 0, k)) }
	var u, v, v13 mat.Dense
	left.UTo(&u)
	left.VTo(&v)
	right.VTo(&v13)
	p.u1, p.u2, p.u3 = first(&u), first(&v), first(&v13)
	switch {
	case p.is("vh"):
		p.u2 = first(mat.DenseCopyOf(v.T()))
	case p.is("u2-of-p13"):
		p.u2 = p.u3
	case p.is("u3-left"):
		var u13 mat.Dense
		right.UTo(&u13)
		p.u3 = first(&u13)
	}
	p.answer.U1, p.answer.U2, p.answer.U3 = p.u1, p.u2, p.u3
	if p.follows() {
		p.u1, p.u2, p.u3 = p.given.U1, p.given.U2, p.given.U3
	}
	p.square, p.bridge = between(p.u1, p.p12, p.u2), between(p.u1, p.p13, p.u3)
	p.contract()
	return nil
}

// contract sees the tensor through U₁, U₂ and U₃.
func (p *plain) contract() {
	d, k := p.n.D(), p.n.K()
	third := make([]*mat.Dense, k) // [l] d × d: P̂₁₂₃(U₃e_l)
	for l := range third {
		third[l] = mat.NewDense(d, d, nil)
	}
	p.triples(func(x1, x2, x3 int, v float64) {
		switch {
		case p.is("axes-12"):
			x1, x2 = x2, x1
		case p.is("axes-23"):
			x2, x3 = x3, x2
		case p.is("axes-13"):
			x1, x3 = x3, x1
		}
		for l := range third {
			third[l].Set(x1, x2, third[l].At(x1, x2)+v*p.u3.At(x3, l))
		}
	})
	for l := range third {
		p.byThird = append(p.byThird, between(p.u1, third[l], p.u2))
	}
	defer p.otherIndex()
	for q := range k {
		m := mat.NewDense(k, k, nil)
		for i := range k {
			for l := range k {
				m.Set(i, l, p.byThird[l].At(i, q))
			}
		}
		p.bySecond = append(p.bySecond, m)
	}
}

// otherIndex puts other contractions in the place of B₁₂₃'s alone.
func (p *plain) otherIndex() {
	if !p.is("contract-first") && !p.is("contract-second") && !p.is("eta-u2") {
		return
	}
	d, k := p.n.D(), p.n.K()
	for l := range k {
		m := mat.NewDense(d, d, nil)
		p.triples(func(x1, x2, x3 int, v float64) {
			by := p.u2.At(x3, l)
			switch {
			case p.is("contract-first"):
				by, x1, x2 = p.u3.At(x1, l), x2, x3
			case p.is("contract-second"):
				by, x2 = p.u3.At(x2, l), x3
			}
			m.Set(x1, x2, m.At(x1, x2)+v*by)
		})
		p.byThird[l] = between(p.u1, m, p.u2)
	}
}

// pencil is the matrix whose eigenvectors are taken: B₁₂₃(U₃θ), or what may stand in its place.
func (p *plain) pencil(theta []float64) (*mat.Dense, error) {
	switch {
	case p.is(secondView):
		return p.b132(theta)
	case p.is(offVectors):
		return p.b213(theta)
	}
	return p.b123(theta)
}

// b132 is the contraction of the second index with θ, divided by P₁₃.
func (p *plain) b132(theta []float64) (*mat.Dense, error) {
	divisor := p.bridge
	if p.is("b132-by-p12") {
		divisor = p.square
	}
	inverse, err := inverted(divisor, "U₁ᵀP₁₃U₃")
	if err != nil {
		return nil, err
	}
	var out mat.Dense
	if p.is("inverses-left") {
		out.Mul(inverse, weighted(p.bySecond, theta))
		return &out, nil
	}
	out.Mul(weighted(p.bySecond, theta), inverse)
	return &out, nil
}

// b213 is B₁₂₃ with the first two views in each other's place: its eigenvectors are U₂ᵀO.
func (p *plain) b213(theta []float64) (*mat.Dense, error) {
	inverse, err := inverted(mat.DenseCopyOf(p.square.T()), "U₂ᵀP₁₂ᵀU₁")
	if err != nil {
		return nil, err
	}
	var out mat.Dense
	out.Mul(weighted(p.byThird, theta).T(), inverse)
	return &out, nil
}

// b123 is the contraction with θ, divided by P₁₂.
func (p *plain) b123(theta []float64) (*mat.Dense, error) {
	m := weighted(p.byThird, theta)
	if p.is("no-inverse") {
		return m, nil
	}
	square := p.square
	if p.is("sigma-inverse") {
		sigma := p.answer.Sigma
		if len(p.given.Sigma) >= p.n.K() {
			sigma = p.given.Sigma
		}
		square = mat.DenseCopyOf(mat.NewDiagDense(p.n.K(), slices.Clone(sigma[:p.n.K()])))
	}
	inverse, err := inverted(square, "U₁ᵀP₁₂U₂")
	if err != nil {
		return nil, err
	}
	var out mat.Dense
	if p.is("inverse-left") || p.is("inverses-left") {
		out.Mul(inverse, m)
	} else {
		out.Mul(m, inverse)
	}
	if p.is("b-symmetrised") {
		sum := plus(&out)
		sum.Scale(.5, sum)
		return sum, nil
	}
	return &out, nil
}

func (p *plain) eigen() error {
	best := 0.0
	for range moments.DefaultRotations {
		theta := p.direction()
		if p.follows() {
			theta = mat.Row(nil, 0, p.given.Theta)
			if p.is("theta-columns") {
				theta = mat.Col(nil, 0, p.given.Theta)
			}
		}
		b, err := p.pencil(theta)
		if err != nil {
			return err
		}
		r, values, gap := p.vectors(b)
		if r != nil && gap > best {
			p.r, p.first, best = r, theta, gap
			p.answer.Eigenvalues = values
		}
		if p.follows() {
			break
		}
	}
	if p.r == nil {
		return errComplex
	}
	if p.is("absolute-values") {
		for i, v := range p.answer.Eigenvalues {
			p.answer.Eigenvalues[i] = math.Abs(v)
		}
	}
	var err error
	p.rInverse, err = inverted(p.r, "R")
	return err
}

// direction is a random unit vector.
func (p *plain) direction() []float64 {
	v, sum := make([]float64, p.n.K()), 0.0
	for i := range v {
		v[i] = p.rng.NormFloat64()
		sum += v[i] * v[i]
	}
	for i := range v {
		v[i] /= math.Sqrt(sum)
	}
	return v
}

// vectors are the eigenvectors of b, its eigenvalues and the smallest distance of these; nil where
// they are complex.
func (p *plain) vectors(b *mat.Dense) (r *mat.Dense, values []float64, gap float64) {
	k := p.n.K()
	if !finite(b) {
		return nil, nil, 0
	}
	if p.is("schur") {
		s := mat.NewSymDense(k, nil)
		for i := range k {
			for j := range i + 1 {
				s.SetSym(i, j, b.At(i, j))
			}
		}
		var e mat.EigenSym
		r = new(mat.Dense)
		if !e.Factorize(s, true) {
			return nil, nil, 0
		}
		e.VectorsTo(r)
		return r, e.Values(nil), 1
	}
	var e mat.Eigen
	kind := mat.EigenRight
	if p.is("left-vectors") {
		kind = mat.EigenLeft
	}
	if !e.Factorize(b, kind) {
		return nil, nil, 0
	}
	found := e.Values(nil)
	gap = math.Inf(1)
	for i, v := range found {
		if imag(v) != 0 {
			return nil, nil, 0
		}
		for _, other := range found[:i] {
			gap = min(gap, cmplx.Abs(v-other))
		}
		values = append(values, real(v))
	}
	var vectors mat.CDense
	if kind == mat.EigenLeft {
		e.LeftVectorsTo(&vectors)
	} else {
		e.VectorsTo(&vectors)
	}
	r = mat.NewDense(k, k, nil)
	for i := range k {
		for j := range k {
			r.Set(i, j, real(vectors.At(i, j)))
		}
	}
	return r, values, gap
}
