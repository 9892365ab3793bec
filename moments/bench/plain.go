package bench

import (
	"fmt"
	"math/rand/v2"

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

	p12, p13, p23  *mat.Dense
	p1, p2, p3     []float64
	u1, u2, u3     *mat.Dense
	byThird        []*mat.Dense // [l] k × k: U₁ᵀP̂₁₂₃(U₃e_l)U₂
	bySecond       []*mat.Dense // [q] k × k: U₁ᵀP̂₁₃₂(U₂e_q)U₃
	r, rInverse    *mat.Dense
	first          []float64     // θ of 𝓡
	bridge, square *mat.Dense    // U₁ᵀP̂₁₃U₃, U₁ᵀP̂₁₂U₂
	toSecond       [2]*mat.Dense // x₁ → x₂, x₃ → x₂: of the tensor power method
	whitened       []float64     // 𝕋, k³

	l2, l3, thetaInverse *mat.Dense
	answer               *Answer
}

// Plain is what the estimator gives, from scratch, with a mistake of that name or none (""). The
// error says what kept it from going on; the answer then holds what came before.
func Plain(counts *moments.Counts, states int, seed uint64, mistake string) (*Answer, error) {
	return follow(counts, states, seed, mistake, new(Answer))
}

// follow is Plain, but each step starts from what is given of the steps before it, so that a
// mistake spoils the figures of its own step alone. Columns are in the order of the given Ô.
func follow(counts *moments.Counts, states int, seed uint64, mistake string, given *Answer) (*Answer, error) {
	p, err := followed(counts, states, seed, mistake, given)
	if p == nil {
		return nil, err
	}
	return p.answer, err
}

// followed is follow with all that was computed on the way.
func followed(counts *moments.Counts, states int, seed uint64, mistake string, given *Answer) (*plain, error) {
	n := counts.Sizes()
	n.S = states
	if d, k := float64(n.D()), float64(n.K()); d*d*k > most {
		return nil, fmt.Errorf("found d²k = %.0e, expected at most %.0e: this takes dense matrices", d*d*k, float64(most))
	}
	p := &plain{counts: counts, n: n, mistake: mistake, given: given, rng: rand.New(rand.NewPCG(seed, 1)), answer: &Answer{Sizes: n}}
	for _, stage := range []func() error{p.moments, p.spectrum, p.eigen, p.columns, p.labels, p.parameters} {
		if err := stage(); err != nil {
			return p, err
		}
	}
	return p, nil
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
	p.p12, p.p13, p.p23 = mat.NewDense(d, d, nil), mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	p.p1, p.p2, p.p3 = make([]float64, d), make([]float64, d), make([]float64, d)
	add := func(m *mat.Dense, i, j int, v float64) { m.Set(i, j, m.At(i, j)+v) }
	p.triples(func(x1, x2, x3 int, v float64) {
		p.p1[x1] += v
		p.p2[x2] += v
		p.p3[x3] += v
		add(p.p23, x2, x3, v)
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
	switch o := p.given.Operators; {
	case o == nil:
	case o.Symbols == nil:
		p.answer.predicted = controlled(p.counts)
	default:
		if own := p.hkz(len(o.Start)); own != nil {
			p.answer.predicted = own.ofSymbols()
		}
	}
	if g := p.given; g.M2 != nil || g.Whitening != nil || g.Components != nil {
		p.symmetric()
	}
	return nil
}
