package bench

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// diagonal is that of R⁻¹BR.
func (p *plain) diagonal(b *mat.Dense) []float64 {
	r, inverse := p.r, p.rInverse
	if p.is("own-vectors") || p.is("own-sorted") {
		if own, _, _ := p.vectors(b); own != nil {
			if back, err := inverted(own, "R"); err == nil {
				inverse, r = back, own
			}
		}
	}
	var right, all mat.Dense
	right.Mul(b, r)
	all.Mul(inverse, &right)
	out := make([]float64, p.n.K())
	for i := range out {
		out[i] = all.At(i, i)
	}
	if p.is("sorted") || p.is("own-sorted") {
		slices.Sort(out)
		slices.Reverse(out)
	}
	if p.is("absolute-values") {
		for i, v := range out {
			out[i] = math.Abs(v)
		}
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
	if p.is("theta-columns") {
		theta = mat.DenseCopyOf(theta.T())
	}
	if p.follows() {
		theta = p.given.Theta
	}
	p.answer.Theta = theta
	l2, l3 := mat.NewDense(k, k, nil), mat.NewDense(k, k, nil)
	third, second := p.b123, p.b132
	if p.is(offVectors) {
		third = p.b213
	}
	for i := range k {
		row := mat.Row(nil, i, theta)
		if p.is("theta-columns") {
			row = mat.Col(nil, i, theta)
		}
		b3, err := third(row)
		if err != nil {
			return err
		}
		b2, err := second(row)
		if err != nil {
			return err
		}
		l3.SetRow(i, p.diagonal(b3))
		l2.SetRow(i, p.diagonal(b2))
	}
	switch thetaInverse, err := inverted(theta, "Θ"); {
	case p.is("theta-not-inverted"):
		p.thetaInverse = theta
	case p.is("theta-gaussian"):
		p.thetaInverse = mat.DenseCopyOf(theta.T())
	case err != nil:
		return err
	default:
		p.thetaInverse = thetaInverse
	}
	p.l2, p.l3 = l2, l3
	back := func(u, l *mat.Dense) *mat.Dense {
		var right, out mat.Dense
		right.Mul(p.thetaInverse, l)
		out.Mul(u, &right)
		return &out
	}
	o, ot := back(p.u2, l2), back(p.u3, l3)
	switch {
	case p.is("o-from-l3"):
		o = ot
	case p.is(offVectors):
		o = p.offVectors()
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
		if w := solved(o, mat.NewDense(d, 1, p.p2)); w != nil {
			for c := range k {
				for x := range d {
					o.Set(x, c, o.At(x, c)*w.At(c, 0))
				}
			}
		}
	}
	if p.tensors() {
		var err error
		if o, err = p.offComponents(); err != nil {
			return err
		}
	}
	if !finite(o) {
		return errors.New("the columns of Ô came out as no numbers")
	}
	p.answer.O = o
	if to := columnsOf(p.given, p.answer); to != nil { // into their order, and on with theirs
		p.answer.O, ot = permuted(o, to), permuted(ot, to)
		p.answer.ordered = true
		o = p.o()
	}
	return p.transitions(o, ot)
}

// offVectors are the columns U₂R, each divided by its sum, with the eigenvectors R of B₂₁₃.
func (p *plain) offVectors() *mat.Dense {
	var o mat.Dense
	o.Mul(p.u2, p.r)
	for c := range p.n.K() {
		sum := mat.Sum(o.ColView(c))
		for x := range p.n.D() {
			o.Set(x, c, o.At(x, c)/sum)
		}
	}
	return &o
}

// transitions solves for T̂ and ŵ.
func (p *plain) transitions(o, ot *mat.Dense) error {
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
	t, w := solved(from, to), solved(o, mat.NewDense(len(marginal), 1, marginal))
	if t == nil || w == nil {
		return errors.New("the matrix Ô lacks full column rank")
	}
	if p.is("t-without-inverse") {
		t = new(mat.Dense)
		t.Mul(o.T(), ot)
	}
	k := p.n.K()
	weights := mat.Col(nil, 0, w)
	switch {
	case p.is(pairSteps), p.tensors():
		if t = p.pairSteps(o, weights); t == nil {
			return errors.New("the matrix Ô lacks full column rank")
		}
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

// pairSteps is Ô⁺P̂₂₃ᵀ(Ô⁺)ᵀ diag(ŵ)⁻¹: T̂ from the second and third symbols alone.
func (p *plain) pairSteps(o *mat.Dense, w []float64) *mat.Dense {
	half := solved(o, p.p23.T())
	if half == nil {
		return nil
	}
	all := solved(o, half.T())
	if all == nil {
		return nil
	}
	t := mat.DenseCopyOf(all.T())
	for j, v := range w {
		for i := range w {
			t.Set(i, j, t.At(i, j)/v)
		}
	}
	return t
}

// o, t and w are what the next steps start from: theirs if they were given.
func (p *plain) o() *mat.Dense { return or(p.given.O, p.answer.O) }

func (p *plain) t() *mat.Dense {
	if p.answer.ordered { // else nobody knows which column is which
		return or(p.given.T, p.answer.T)
	}
	return p.answer.T
}

func (p *plain) w() []float64 {
	if p.given.W != nil && p.answer.ordered && tableFinite(table{p.given.W}) {
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
