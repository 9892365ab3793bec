// Package likelihood climbs the likelihood of triples (EM, Polished), and says what its curvature tells: the Fisher
// information and the Cramér–Rao bound.
package likelihood

import (
	"math"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/workers"
)

// Likelihood evaluates the log-likelihood of counts given the actions, and its
// gradient, for one POMDP's parameters. It costs one pass over the cells and
// reuses its buffers: no allocation an evaluation.
//
// Along an action path, p(o₁, o₂, o₃ | a₁…a₄) = Σ_{s₃} α₂(o₁, o₂, s₃)·β₃(o₃, s₃)
// with α₂ from the past and β₃ from the future.
type Likelihood struct {
	*params.Layout
	counts [][]float64 // [path] its table; nil where seen is used, or nothing was seen
	mass   []float64   // [path] Σ of its cells
	logSat float64     // Saturated
	visits int         // cells that a pass visits
	// seen lists the cells of each path that were seen, where they are few: then
	// the others are never visited. nil where they are not.
	seen [][]seenCell

	e, pi, a1, m2, a2, b3 []float64 // tables of the model: see tables
	ge, gpi, g1, gm, g2   []float64 // derivatives by the same tables
	g3                    []float64
}

// NewLikelihood is the likelihood of models with so many states.
func NewLikelihood(c *moments.Counts, states int) *Likelihood {
	n := c.Sizes()
	n.S = states
	p, o := n.Pairs(), n.Outcomes()
	l := &Likelihood{Layout: params.NewLayout(n), counts: make([][]float64, len(c.Paths)), mass: make([]float64, len(c.Paths))}
	logSat := make([]float64, len(c.Paths))
	workers.Each(len(c.Paths), func() func(int) {
		return func(i int) {
			if c.Paths[i] == nil {
				return
			}
			l.mass[i] = c.Paths[i].Sum()
			for _, k := range c.Paths[i].Each {
				if k > 0 {
					logSat[i] += k * math.Log(k/l.mass[i])
				}
			}
		}
	})
	l.logSat = num.Sum(logSat)
	for _, b := range []struct {
		size      int
		into, der *[]float64
	}{
		{p * o * n.S, &l.e, &l.ge},            // [a a'][o][s] Z_a[z, s]·R_a'[r, s]
		{n.A * n.S, &l.pi, &l.gpi},            // [a₁][s₂] bᵀT_{a₁}
		{p * o * n.S, &l.a1, &l.g1},           // [a₁ a₂][o₁][s₂] π·e
		{p * o * n.S, &l.m2, &l.gm},           // [a₁ a₂][o₁][s₃] α₁ᵀT_{a₂}
		{p * n.A * o * o * n.S, &l.a2, &l.g2}, // [a₁ a₂ a₃][o₁ o₂][s₃] m₂·e
		{p * o * n.S, &l.b3, &l.g3},           // [a₃ a₄][o₃][s₃] T_{a₃}e
	} {
		*b.into, *b.der = make([]float64, b.size), make([]float64, b.size)
	}
	l.visits = c.Visited()
	if c.Sparse() {
		l.listSeen(c)
		return l
	}
	for i, t := range c.Paths {
		if t != nil {
			l.counts[i] = t.Cells(nil)
		}
	}
	return l
}

// tables fills e, π, α₁, m₂, α₂ and β₃ for parameters x.
func (l *Likelihood) tables(x []float64) {
	n := l.N
	s, o := n.S, n.Outcomes()
	l.tableE(x)
	clear(l.pi)
	for a := range n.A {
		for i := range s {
			for j := range s {
				l.pi[a*s+j] += x[i] * x[l.Trans(a, i, j)]
			}
		}
	}
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		for out := range o {
			at := (pair*o + out) * s
			e, a1, m2, b3 := l.e[at:at+s], l.a1[at:at+s], l.m2[at:at+s], l.b3[at:at+s]
			for i := range s {
				a1[i] = l.pi[a*s+i] * e[i]
			}
			for j := range s {
				m2[j], b3[j] = 0, 0
			}
			for i := range s {
				future := x[l.Trans(a, i, 0) : l.Trans(a, i, 0)+s]
				past := x[l.Trans(next, i, 0) : l.Trans(next, i, 0)+s]
				for j := range s {
					m2[j] += a1[i] * past[j]
					b3[i] += future[j] * e[j]
				}
			}
		}
	}
	i := 0
	for path := range n.Pairs() * n.A { // a₁ a₂ a₃
		for o1 := range o {
			m2 := l.m2[(path/n.A*o+o1)*s:]
			for o2 := range o {
				e := l.e[(path%n.Pairs()*o+o2)*s:]
				for j := range s {
					l.a2[i] = m2[j] * e[j]
					i++
				}
			}
		}
	}
}

func (l *Likelihood) tableE(x []float64) {
	n, i := l.N, 0
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		for out := range n.Outcomes() {
			z, r := n.OutcomeAt(out)
			for s := range n.S {
				l.e[i] = x[l.Obs(a, s, z)] * x[l.Rew(next, s, r)]
				i++
			}
		}
	}
}

// Value is the log-likelihood less that of the saturated model: −G²/2, where
// every cell adds a term that is not positive, so that nothing cancels at 10¹⁵
// episodes. It is −Inf where a cell that was seen has probability 0.
func (l *Likelihood) Value(x []float64) float64 {
	l.tables(x)
	total := 0.0
	for path := range l.counts {
		total += l.cells(path, l.g3, valued)
	}
	return total
}

// gradient is value with its derivatives by all entries of x. Centred, every
// cell's weight is k/p − mass in place of k/p: the same along the simplices,
// with less cancellation; uncentred, x·∂ is EM's expected number of uses of
// each entry. Where few cells were seen it is uncentred.
func (l *Likelihood) gradient(x, grad []float64, centred bool) float64 {
	weight := plain
	if centred {
		weight = lessMass
	}
	return l.derivatives(x, grad, weight)
}

// Uses is the uncentred gradient alone: the logarithms of the value take longer than it does.
func (l *Likelihood) Uses(x, grad []float64) { l.derivatives(x, grad, unvalued) }

// weighting says what a cell adds to the derivatives, and whether to the value.
type weighting int

const (
	plain    weighting = iota // k/p
	lessMass                  // k/p − mass
	unvalued                  // k/p, and nothing to the value
	valued                    // nothing to the derivatives
)

func (l *Likelihood) derivatives(x, grad []float64, by weighting) float64 {
	l.tables(x)
	for _, g := range [][]float64{grad, l.ge, l.gpi, l.g1, l.gm, l.g2, l.g3} {
		clear(g)
	}
	total := 0.0
	for path := range l.counts {
		total += l.cells(path, l.g3, by)
	}
	l.backward(x, grad)
	return total
}

// cells adds the derivatives by α₂ and β₃ of one path's cells, the latter to all3, and returns
// the path's part of the value.
func (l *Likelihood) cells(path int, all3 []float64, by weighting) float64 {
	n, total := l.N, 0.0
	s, o := n.S, n.Outcomes()
	if l.mass[path] == 0 {
		return 0
	}
	mass, sub := l.mass[path], 0.0
	b3, g3 := l.b3[path%n.Pairs()*o*s:], all3[path%n.Pairs()*o*s:]
	if l.seen != nil {
		first := path / n.A * o * o * s
		all2, der2 := l.a2[first:], l.g2[first:]
		for _, c := range l.seen[path] {
			a2 := all2[c.alpha:][:s]
			g2, b, g := der2[c.alpha:][:len(a2)], b3[c.beta:][:len(a2)], g3[c.beta:][:len(a2)]
			p := num.Dot(a2, b)
			if by != unvalued {
				total += c.k * math.Log(p*mass/c.k)
			}
			if w := c.k / p; by != valued && !math.IsInf(w, 0) {
				for i, v := range a2 {
					g2[i] += w * b[i]
					g[i] += w * v
				}
			}
		}
		return total
	}
	probability, weight := make([]float64, o), make([]float64, o)
	for o12 := range o * o {
		at := (path/n.A*o*o + o12) * s
		a2, g2 := l.a2[at:at+s], l.g2[at:at+s]
		counts := l.counts[path][o12*o : (o12+1)*o]
		num.Products(probability, a2, b3)
		if by != unvalued {
			for o3, k := range counts {
				sub += num.Deviation(k, probability[o3], mass)
			}
		}
		if by == valued {
			continue
		}
		less := 0.0
		if by == lessMass {
			less = mass
		}
		for o3, k := range counts {
			w := -less
			if p := probability[o3]; p > k*smallestShare {
				w += k / p
			} else if k != 0 {
				w = 0
			}
			weight[o3] = w
		}
		num.Accumulate(weight, a2, b3, g2, g3)
	}
	return total - sub
}

// backward takes the derivatives by α₂ and β₃ to those by the parameters.
func (l *Likelihood) backward(x, grad []float64) {
	n := l.N
	s, o := n.S, n.Outcomes()
	i := 0
	for path := range n.Pairs() * n.A {
		for o1 := range o {
			at := (path/n.A*o + o1) * s
			m2, gm := l.m2[at:], l.gm[at:]
			for o2 := range o {
				at := (path%n.Pairs()*o + o2) * s
				e, ge := l.e[at:], l.ge[at:]
				for j := range s {
					ge[j] += l.g2[i] * m2[j]
					gm[j] += l.g2[i] * e[j]
					i++
				}
			}
		}
	}
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		for out := range o {
			at := (pair*o + out) * s
			e, ge, a1 := l.e[at:at+s], l.ge[at:at+s], l.a1[at:at+s]
			for i := range s {
				future, past := l.Trans(a, i, 0), l.Trans(next, i, 0)
				g1 := 0.0
				for j := range s {
					grad[future+j] += l.g3[at+i] * e[j]
					ge[j] += l.g3[at+i] * x[future+j]
					grad[past+j] += a1[i] * l.gm[at+j]
					g1 += x[past+j] * l.gm[at+j]
				}
				l.g1[at+i] = g1
			}
			for i := range s {
				ge[i] += l.g1[at+i] * l.pi[a*s+i]
				l.gpi[a*s+i] += l.g1[at+i] * e[i]
			}
		}
	}
	for a := range n.A {
		for i := range s {
			for j := range s {
				grad[i] += x[l.Trans(a, i, j)] * l.gpi[a*s+j]
				grad[l.Trans(a, i, j)] += x[i] * l.gpi[a*s+j]
			}
		}
	}
	l.backwardE(x, grad)
}

func (l *Likelihood) backwardE(x, grad []float64) {
	n, i := l.N, 0
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		for out := range n.Outcomes() {
			z, r := n.OutcomeAt(out)
			for s := range n.S {
				zi, ri := l.Obs(a, s, z), l.Rew(next, s, r)
				grad[zi] += l.ge[i] * x[ri]
				grad[ri] += l.ge[i] * x[zi]
				i++
			}
		}
	}
}

// smallestShare is the least p/k for which k/p is a number.
const smallestShare = 1e-300
