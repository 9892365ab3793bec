package bench

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// most bounds d²k, the numbers that Plain holds at once.
const most = 2e7

// plain is the estimator written down as the formulas stand (Anandkumar et al. 2012, Alg. B):
// dense matrices, no findings, no regard to blocks. It is slow, and short enough to be
// varied.
type plain struct {
	counts  *moments.Counts
	n       pomdp.Sizes
	mistake string
	given   *Answer
	rng     *rand.Rand

	p12, p13       *mat.Dense
	p1, p2, p3     []float64
	u1, u2, u3     *mat.Dense
	byThird        []*mat.Dense // [l] k × k: U₁ᵀP̂₁₂₃(U₃e_l)U₂
	bySecond       []*mat.Dense // [q] k × k: U₁ᵀP̂₁₃₂(U₂e_q)U₃
	r, rInverse    *mat.Dense
	first          []float64  // θ of 𝓡
	bridge, square *mat.Dense // U₁ᵀP̂₁₃U₃, U₁ᵀP̂₁₂U₂
	answer         *Answer
}

// errComplex is what the formulas come to where noise exceeds the gap.
var errComplex = errors.New("all rotations gave complex eigenvalues")

// Plain is what the estimator gives, from scratch, with a mistake of that name or none (""). The
// error says what kept it from going on; the answer then holds what came before.
func Plain(counts *moments.Counts, states int, seed uint64, mistake string) (*Answer, error) {
	return follow(counts, states, seed, mistake, new(Answer))
}

// follow is Plain, but each step starts from what is given of the steps before it, so that a
// mistake spoils the figures of its own step alone. Columns are in the order of the given Ô.
func follow(counts *moments.Counts, states int, seed uint64, mistake string, given *Answer) (*Answer, error) {
	n := counts.Sizes()
	n.S = states
	if d, k := float64(n.D()), float64(n.K()); d*d*k > most {
		return nil, fmt.Errorf("found d²k = %.0e, expected at most %.0e: this takes dense matrices", d*d*k, float64(most))
	}
	p := &plain{counts: counts, n: n, mistake: mistake, given: given, rng: rand.New(rand.NewPCG(seed, 1)), answer: &Answer{Sizes: n}}
	for _, stage := range []func() error{p.moments, p.spectrum, p.eigen, p.columns, p.labels, p.parameters} {
		if err := stage(); err != nil {
			return p.answer, err
		}
	}
	return p.answer, nil
}

// follows says whether the given singular vectors and directions are gone on with.
func (p *plain) follows() bool {
	g := p.given
	return g.Followed() && finite(g.U1) && finite(g.U2) && finite(g.U3) && finite(g.Theta)
}

func (p *plain) is(mistake string) bool { return p.mistake == mistake }

// symbol is the index of x, as the mistake has it.
func (p *plain) symbol(x int) int {
	s := p.n.SymbolAt(x)
	switch {
	case p.is("actions-swapped"):
		s.Action, s.Next = s.Next, s.Action
	case p.is("one-action"):
		s.Next = 0
	case p.is("outcome-swapped"):
		return p.n.Pair(s.Action, s.Next)*p.n.Outcomes() + s.Reward*p.n.Z + s.Observation
	}
	return p.n.SymbolIndex(s)
}

// triples calls visit with every triple that occurred and its share.
func (p *plain) triples(visit func(x1, x2, x3 int, share float64)) {
	total := p.counts.Mass()
	for cell, count := range p.counts.Cells {
		t := p.n.Triple(p.n.CellAt(cell))
		visit(p.symbol(t[0]), p.symbol(t[1]), p.symbol(t[2]), count/total)
	}
}

func (p *plain) moments() error {
	d := p.n.D()
	p.p12, p.p13 = mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	p.p1, p.p2, p.p3 = make([]float64, d), make([]float64, d), make([]float64, d)
	add := func(m *mat.Dense, i, j int, v float64) { m.Set(i, j, m.At(i, j)+v) }
	p.triples(func(x1, x2, x3 int, v float64) {
		p.p1[x1] += v
		p.p2[x2] += v
		p.p3[x3] += v
		i, j := x1, x2
		switch {
		case p.is("p12-transposed"):
			i, j = x2, x1
		case p.is("p12-later"):
			i, j = x2, x3
		}
		add(p.p12, i, j, v)
		i, j = x1, x3
		switch {
		case p.is("p13-transposed"):
			i, j = x3, x1
		case p.is("p13-from-x2"):
			i, j = x2, x3
		}
		add(p.p13, i, j, v)
	})
	p.answer.P12, p.answer.P13 = p.p12, p.p13
	p.p12, p.p13 = or(p.given.P12, p.p12), or(p.given.P13, p.p13)
	return nil
}

// or is the first matrix, if there is one that one can go on with.
func or(first, second *mat.Dense) *mat.Dense {
	if first != nil && finite(first) {
		return first
	}
	return second
}

// finite says whether all entries are numbers: what LAPACK asks for.
func finite(m *mat.Dense) bool {
	rows, _ := m.Dims()
	for i := range rows {
		for _, v := range m.RawRowView(i) {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

func (p *plain) spectrum() error {
	var left, right mat.SVD
	if !left.Factorize(p.p12, mat.SVDThin) || !right.Factorize(p.p13, mat.SVDThin) {
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

// between is AᵀMB.
func between(a, m, b *mat.Dense) *mat.Dense {
	var right, out mat.Dense
	right.Mul(m, b)
	out.Mul(a.T(), &right)
	return &out
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

// weighted is Σ θ_l m[l].
func weighted(m []*mat.Dense, theta []float64) *mat.Dense {
	k, _ := m[0].Dims()
	out := mat.NewDense(k, k, nil)
	for l, w := range theta {
		var x mat.Dense
		x.Scale(w, m[l])
		out.Add(out, &x)
	}
	return out
}

// b123 is the contraction with θ, divided by P₁₂.
func (p *plain) b123(theta []float64) (*mat.Dense, error) {
	m := weighted(p.byThird, theta)
	if p.is("no-inverse") {
		return m, nil
	}
	var inverse, out mat.Dense
	if err := inverse.Inverse(p.square); err != nil && math.IsInf(mat.Cond(p.square, 2), 1) {
		return nil, errors.New("the matrix U₁ᵀP₁₂U₂ is singular")
	}
	if p.is("inverse-left") {
		out.Mul(&inverse, m)
	} else {
		out.Mul(m, &inverse)
	}
	return &out, nil
}

// rotations is how many θ are tried.
const rotations = 20

func (p *plain) eigen() error {
	best := 0.0
	for range rotations {
		theta := p.direction()
		if p.follows() {
			theta = mat.Row(nil, 0, p.given.Theta)
		}
		b, err := p.b123(theta)
		if err != nil {
			return err
		}
		r, gap := p.vectors(b)
		if r != nil && gap > best {
			p.r, p.first, best = r, theta, gap
		}
		if p.follows() {
			break
		}
	}
	if p.r == nil {
		return errComplex
	}
	p.rInverse = new(mat.Dense)
	if err := p.rInverse.Inverse(p.r); err != nil && math.IsInf(mat.Cond(p.r, 2), 1) {
		return errors.New("the matrix 𝓡 is singular")
	}
	return nil
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

// vectors are the eigenvectors of b and the smallest distance of its eigenvalues; nil where
// they are complex.
func (p *plain) vectors(b *mat.Dense) (*mat.Dense, float64) {
	k := p.n.K()
	if !finite(b) {
		return nil, 0
	}
	if p.is("schur") {
		s := mat.NewSymDense(k, nil)
		for i := range k {
			for j := range i + 1 {
				s.SetSym(i, j, b.At(i, j))
			}
		}
		var e mat.EigenSym
		var r mat.Dense
		if !e.Factorize(s, true) {
			return nil, 0
		}
		e.VectorsTo(&r)
		return &r, 1
	}
	var e mat.Eigen
	kind := mat.EigenRight
	if p.is("left-vectors") {
		kind = mat.EigenLeft
	}
	if !e.Factorize(b, kind) {
		return nil, 0
	}
	values := e.Values(nil)
	gap := math.Inf(1)
	for i, v := range values {
		if imag(v) != 0 {
			return nil, 0
		}
		for _, other := range values[:i] {
			gap = min(gap, cmplx.Abs(v-other))
		}
	}
	var vectors mat.CDense
	if kind == mat.EigenLeft {
		e.LeftVectorsTo(&vectors)
	} else {
		e.VectorsTo(&vectors)
	}
	r := mat.NewDense(k, k, nil)
	for i := range k {
		for j := range k {
			r.Set(i, j, real(vectors.At(i, j)))
		}
	}
	return r, gap
}

// diagonal is that of 𝓡⁻¹B𝓡.
func (p *plain) diagonal(b *mat.Dense) []float64 {
	r, inverse := p.r, p.rInverse
	if p.is("own-vectors") {
		if own, _ := p.vectors(b); own != nil {
			inverse = new(mat.Dense)
			_ = inverse.Inverse(own)
			r = own
		}
	}
	var right, all mat.Dense
	right.Mul(b, r)
	all.Mul(inverse, &right)
	out := make([]float64, p.n.K())
	for i := range out {
		out[i] = all.At(i, i)
	}
	if p.is("sorted") {
		slices.Sort(out)
		slices.Reverse(out)
	}
	return out
}

func (p *plain) columns() error {
	d, k := p.n.D(), p.n.K()
	theta := mat.NewDense(k, k, nil)
	theta.SetRow(0, p.first)
	for i := 1; i < k; i++ {
		theta.SetRow(i, p.direction())
	}
	if !p.is("theta-gaussian") {
		orthonormal(theta)
	}
	if p.follows() {
		theta = p.given.Theta
	}
	p.answer.Theta = theta
	l2, l3 := mat.NewDense(k, k, nil), mat.NewDense(k, k, nil)
	divisor := p.bridge
	if p.is("b132-by-p12") {
		divisor = p.square
	}
	var inverse mat.Dense
	if err := inverse.Inverse(divisor); err != nil && math.IsInf(mat.Cond(divisor, 2), 1) {
		return errors.New("the matrix U₁ᵀP₁₃U₃ is singular")
	}
	for i := range k {
		row := mat.Row(nil, i, theta)
		b3, err := p.b123(row)
		if err != nil {
			return err
		}
		var b2 mat.Dense
		b2.Mul(weighted(p.bySecond, row), &inverse)
		l3.SetRow(i, p.diagonal(b3))
		l2.SetRow(i, p.diagonal(&b2))
	}
	var thetaInverse mat.Dense
	switch {
	case p.is("theta-not-inverted"):
		thetaInverse.CloneFrom(theta)
	case p.is("theta-gaussian"):
		thetaInverse.CloneFrom(theta.T())
	default:
		_ = thetaInverse.Inverse(theta)
	}
	back := func(u, l *mat.Dense) *mat.Dense {
		var right, out mat.Dense
		right.Mul(&thetaInverse, l)
		out.Mul(u, &right)
		return &out
	}
	o, ot := back(p.u2, l2), back(p.u3, l3)
	if p.is("o-from-l3") {
		o = ot
	}
	for c := range k {
		length := mat.Norm(o.ColView(c), 2)
		for x := range d {
			switch v := o.At(x, c); {
			case p.is("unit-columns"):
				o.Set(x, c, v/length)
			case p.is("absolute"):
				o.Set(x, c, math.Abs(v))
			}
		}
	}
	if p.is("not-divided") {
		w := new(mat.Dense)
		if w.Solve(o, mat.NewDense(d, 1, p.p2)) == nil {
			for c := range k {
				for x := range d {
					o.Set(x, c, o.At(x, c)*w.At(c, 0))
				}
			}
		}
	}
	p.answer.O = o
	if to := columnsOf(p.given, p.answer); to != nil { // into their order, and on with theirs
		p.answer.O, ot = permuted(o, to), permuted(ot, to)
		p.answer.ordered = true
		o = p.o()
	}
	return p.transitions(o, ot)
}

// permuted puts column i of m at to[i].
func permuted(m *mat.Dense, to []int) *mat.Dense {
	out := mat.DenseCopyOf(m)
	for i, c := range to {
		out.SetCol(c, mat.Col(nil, i, m))
	}
	return out
}

// orthonormal makes the rows of m orthonormal, the first one keeps its direction.
func orthonormal(m *mat.Dense) {
	k, _ := m.Dims()
	for i := range k {
		row := m.RawRowView(i)
		for range 2 { // the second pass removes what rounding left
			for j := range i {
				other := m.RawRowView(j)
				along := 0.0
				for c := range row {
					along += row[c] * other[c]
				}
				for c := range row {
					row[c] -= along * other[c]
				}
			}
		}
		length := 0.0
		for _, v := range row {
			length += v * v
		}
		for c := range row {
			row[c] /= math.Sqrt(length)
		}
	}
}

// transitions solves for T̂ and ŵ.
func (p *plain) transitions(o, ot *mat.Dense) error {
	t, w := new(mat.Dense), new(mat.Dense)
	from, to := o, ot
	if p.is("t-backward") {
		from, to = ot, o
	}
	marginal := p.p2
	switch {
	case p.is("w-of-x1"):
		marginal = p.p1
	case p.is("w-of-x3"):
		marginal = p.p3
	}
	singular := func(err error, m *mat.Dense) bool { return err != nil && math.IsInf(mat.Cond(m, 2), 1) }
	if singular(t.Solve(from, to), from) || singular(w.Solve(o, mat.NewDense(len(marginal), 1, marginal)), o) {
		return errors.New("the matrix Ô lacks full column rank")
	}
	if p.is("t-without-inverse") {
		t = new(mat.Dense)
		t.Mul(o.T(), ot)
	}
	k := p.n.K()
	weights := mat.Col(nil, 0, w)
	switch {
	case p.is("t-transposed"):
		t = mat.DenseCopyOf(t.T())
	case p.is("t-rows"):
		for i := range k {
			sum := mat.Sum(t.RowView(i))
			for j := range k {
				t.Set(i, j, t.At(i, j)/sum)
			}
		}
	}
	p.answer.T, p.answer.W = t, weights
	return nil
}

// o, t and w are what the next steps start from: theirs if they were given.
func (p *plain) o() *mat.Dense { return or(p.given.O, p.answer.O) }
func (p *plain) t() *mat.Dense { return or(p.given.T, p.answer.T) }

func (p *plain) w() []float64 {
	if p.given.W != nil && p.answer.ordered {
		return p.given.W
	}
	return p.answer.W
}

func (p *plain) labels() error {
	n := p.n
	for c := range n.K() {
		best := 0
		for x := range n.D() {
			better := p.o().At(x, c) > p.o().At(best, c)
			if p.is("label-smallest") {
				better = p.o().At(x, c) < p.o().At(best, c)
			}
			if better {
				best = x
			}
		}
		if p.is("label-row") {
			best = (best + 1) % n.D()
		}
		pair := best / n.Outcomes()
		if a, next := n.PairActions(pair); p.is("label-swapped") {
			pair = n.Pair(next, a)
		}
		p.answer.Labels = append(p.answer.Labels, pair)
	}
	return nil
}
