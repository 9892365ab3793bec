package posterior

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"
)

// Gibbs draws the states behind counts given parameters, and parameters given those, in turn (Ross et al. 2011;
// Doshi-Velez 2012). The states of all episodes of a cell are drawn at once, so that a sweep costs what the cells
// that occurred do, whatever N. Paths with one head (a₁) are pooled before their first state is drawn, and those
// with one tail (a₃, z₄, a₄, r₄) before their last.
type Gibbs struct {
	*params.Layout
	rng   *rand.Rand
	cells []cellCount
	prior float64   // of each entry: Dirichlet's α
	x     []float64 // the parameters
	uses  []float64 // how often each entry was used by the states drawn

	head  []float64 // [a₁·S + s₂] Σ_s₁ b T
	heads []float64 // [a₁·S + s₂] episodes that were drawn there
	tail  []float64 // [tail·S + s₃] Σ_s₄ T e₄
	tails []float64 // [tail·S + s₃] episodes that were drawn there
	part  []float64 // room for S numbers
	share []float64
}

type cellCount struct {
	pomdp.Cell
	k    float64
	tail int
}

func newGibbs(counts *moments.Counts, states int, prior float64, rng *rand.Rand) *Gibbs {
	n := counts.Sizes()
	n.S = states
	g := &Gibbs{Layout: params.NewLayout(n), rng: rng, prior: prior}
	for cell, k := range counts.Cells {
		c := n.CellAt(cell)
		g.cells = append(g.cells, cellCount{c, k, (c.Actions[2]*n.A+c.Actions[3])*n.Outcomes() + c.Outcomes[2]})
	}
	g.x, g.uses = make([]float64, g.Size), make([]float64, g.Size)
	g.head, g.heads = make([]float64, n.A*states), make([]float64, n.A*states)
	g.tail = make([]float64, n.A*n.A*n.Outcomes()*states)
	g.tails = make([]float64, len(g.tail))
	g.part, g.share = make([]float64, states), make([]float64, states)
	return g
}

// sweep draws states and then parameters. It returns the log-likelihood of the parameters before.
func (g *Gibbs) sweep() float64 {
	value := g.allocate(g.drawn)
	g.drawParameters()
	return value
}

// allocate shares out the episodes of each cell among the states that they may have gone through, by their
// probabilities given the cell, and fills uses. It returns the log-likelihood.
func (g *Gibbs) allocate(split sharing) float64 {
	g.prepare()
	x, uses, s := g.x, g.uses, g.N.S
	value := 0.0
	beta3, e3, p2, k2 := make([]float64, s), make([]float64, s), make([]float64, s), make([]float64, s)
	for i := range g.cells {
		c := &g.cells[i]
		a1, a2, a3 := c.Actions[0], c.Actions[1], c.Actions[2]
		z2, r2 := g.N.OutcomeAt(c.Outcomes[0])
		z3, r3 := g.N.OutcomeAt(c.Outcomes[1])
		for s3 := range s {
			beta3[s3] = x[g.Rew(a3, s3, r3)] * g.tail[c.tail*s+s3]
			e3[s3] = x[g.Obs(a2, s3, z3)] * beta3[s3]
		}
		p := 0.0
		for s2 := range s {
			then := 0.0
			for s3, e := range e3 {
				then += x[g.Trans(a2, s2, s3)] * e
			}
			p2[s2] = g.head[a1*s+s2] * x[g.Obs(a1, s2, z2)] * x[g.Rew(a2, s2, r2)] * then
			p += p2[s2]
		}
		value += c.k * math.Log(p)
		split(c.k, p2, k2)
		for s2, k := range k2 {
			if k == 0 {
				continue
			}
			uses[g.Obs(a1, s2, z2)] += k
			uses[g.Rew(a2, s2, r2)] += k
			g.heads[a1*s+s2] += k
			for s3, e := range e3 {
				g.part[s3] = x[g.Trans(a2, s2, s3)] * e
			}
			split(k, g.part, g.share)
			for s3, k := range g.share {
				uses[g.Trans(a2, s2, s3)] += k
				uses[g.Obs(a2, s3, z3)] += k
				uses[g.Rew(a3, s3, r3)] += k
				g.tails[c.tail*s+s3] += k
			}
		}
	}
	g.allocateEnds(split)
	return value
}

// prepare sums over the first and the last state, and forgets what was drawn.
func (g *Gibbs) prepare() {
	n, x, s := g.N, g.x, g.N.S
	for _, list := range [][]float64{g.uses, g.head, g.heads, g.tail, g.tails} {
		clear(list)
	}
	for a := range n.A {
		for from := range s {
			for to := range s {
				g.head[a*s+to] += x[from] * x[g.Trans(a, from, to)]
			}
		}
	}
	g.eachTail(func(tail, a3, z4, a4, r4 int) {
		for s3 := range s {
			for s4 := range s {
				g.tail[tail*s+s3] += x[g.Trans(a3, s3, s4)] * x[g.Obs(a3, s4, z4)] * x[g.Rew(a4, s4, r4)]
			}
		}
	})
}

func (g *Gibbs) eachTail(visit func(tail, a3, z4, a4, r4 int)) {
	n := g.N
	for tail := range n.A * n.A * n.Outcomes() {
		z4, r4 := n.OutcomeAt(tail % n.Outcomes())
		visit(tail, tail/n.Outcomes()/n.A, z4, tail/n.Outcomes()%n.A, r4)
	}
}

// allocateEnds shares out the pooled heads and tails.
func (g *Gibbs) allocateEnds(split sharing) {
	x, uses, s := g.x, g.uses, g.N.S
	for a := range g.N.A {
		for s2 := range s {
			for s1 := range s {
				g.part[s1] = x[s1] * x[g.Trans(a, s1, s2)]
			}
			split(g.heads[a*s+s2], g.part, g.share)
			for s1, k := range g.share {
				uses[s1] += k
				uses[g.Trans(a, s1, s2)] += k
			}
		}
	}
	g.eachTail(func(tail, a3, z4, a4, r4 int) {
		for s3 := range s {
			for s4 := range s {
				g.part[s4] = x[g.Trans(a3, s3, s4)] * x[g.Obs(a3, s4, z4)] * x[g.Rew(a4, s4, r4)]
			}
			split(g.tails[tail*s+s3], g.part, g.share)
			for s4, k := range g.share {
				uses[g.Trans(a3, s3, s4)] += k
				uses[g.Obs(a3, s4, z4)] += k
				uses[g.Rew(a4, s4, r4)] += k
			}
		}
	})
}

// drawParameters draws each distribution from its Dirichlet posterior given the states.
func (g *Gibbs) drawParameters() {
	for _, d := range g.Simplices {
		for i := d.At; i < d.At+d.Size; i++ {
			g.x[i] = max(distuv.Gamma{Alpha: g.uses[i] + g.prior, Beta: 1, Src: g.rng}.Rand(), math.SmallestNonzeroFloat64)
		}
		num.DivideBySum(g.x[d.At : d.At+d.Size])
	}
}

// sharing shares n out among parts in proportion to p, in whole numbers or not.
type sharing func(n float64, p, shares []float64)

// fewDraws is up to how many episodes each is drawn by itself, which is faster than a binomial.
const fewDraws = 12

// drawn shares out at random: multinomial, for the few parts that states are.
func (g *Gibbs) drawn(n float64, p, shares []float64) {
	rest := num.Sum(p)
	for i, v := range p {
		k := n
		switch {
		case n == 0 || i == len(p)-1:
		case n <= fewDraws:
			k = 0
			for range int(n) {
				if g.rng.Float64()*rest < v {
					k++
				}
			}
		default:
			k = num.Binomial(g.rng, n, min(v/rest, 1))
		}
		shares[i] = k
		n, rest = n-k, rest-v
	}
}

// expected shares out in proportion: the mean of such draws, whose sweep is a step of EM.
func expected(n float64, p, shares []float64) {
	total := num.Sum(p)
	for i, v := range p {
		shares[i] = 0
		if total > 0 {
			shares[i] = n * v / total
		}
	}
}
