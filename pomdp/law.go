package pomdp

import "eeporl/pomdp/workers"

// Law is the exact distribution of (x₁, x₂, x₃) under π_explore, over the
// |A|⁴(|Z||R|)³ cells that can occur: P[CellIndex] sums to 1.
type Law struct {
	Sizes Sizes
	P     []float64
}

// ExactLaw computes the law of a triple by one forward pass along each action
// path. It uses only the first four actions and does not check that H ≥ 4.
func ExactLaw(m *POMDP, e Exploration) *Law {
	n := m.sizes
	law := &Law{Sizes: n, P: make([]float64, n.Cells())}
	paths := n.Pairs() * n.Pairs()
	cells := n.Cells() / paths
	workers.Each(paths, func() func(int) {
		outcomes := NewPathOutcomes(m, e)
		return func(path int) {
			own := law.P[path*cells : (path+1)*cells]
			outcomes.Spread(path, 1, func(_ float64, p, parts []float64) { copy(parts, p) }, func(cell int, p float64) { own[cell] = p })
		}
	})
	return law
}

// PathOutcomes walks the outcomes (o₁, o₂, o₃) of one action path (a₁, a₂, a₃, a₄) after
// another, with the unnormalised state probabilities that lead there. It has buffers of its
// own: one goroutine at a time.
type PathOutcomes struct {
	model   *POMDP
	explore Exploration
	actions [4]int
	split   func(n float64, p, parts []float64)
	count   func(cell int, k float64)

	before []float64 // [s₁]
	levels [3]outcomeLevel
}

// outcomeLevel is what is known when xₜ is to come.
type outcomeLevel struct {
	moved []float64 // [s] before z and r
	after []float64 // [o][s] with them
	p     []float64 // [o] summed over s
	parts []float64 // [o] what split makes of n
}

// NewPathOutcomes walks the outcomes of a model under π_explore.
func NewPathOutcomes(m *POMDP, e Exploration) *PathOutcomes {
	n := m.sizes
	w := &PathOutcomes{model: m, explore: e, before: make([]float64, n.S)}
	for t := range w.levels {
		o := n.Outcomes()
		w.levels[t] = outcomeLevel{make([]float64, n.S), make([]float64, o*n.S), make([]float64, o), make([]float64, o)}
	}
	return w
}

// Spread divides n among the outcomes of an action path, first by o₁, then by o₂, then by o₃.
// split makes parts of a number for outcomes of probabilities p, in any positive scale (the path's
// is Path). The cells (o₁|Z||R| + o₂)|Z||R| + o₃ that get a part other than 0 are handed to count, in
// this order; outcomes that get none are not walked.
func (w *PathOutcomes) Spread(path int, n float64, split func(n float64, p, parts []float64), count func(cell int, k float64)) {
	a, pairs := w.model.sizes.A, w.model.sizes.Pairs()
	w.actions = [4]int{path / (a * pairs), path / pairs % a, path / a % a, path % a}
	w.split, w.count = split, count
	p := w.explore.Path(w.actions)
	for s := range w.before {
		w.before[s] = w.model.Initial(s) * p
	}
	w.walk(0, 0, n, w.before)
}

func (w *PathOutcomes) walk(t, cell int, n float64, before []float64) {
	l, states := &w.levels[t], w.model.sizes.S
	w.weigh(t, before)
	w.split(n, l.p, l.parts)
	for o, part := range l.parts {
		switch at := cell*len(l.parts) + o; {
		case part == 0:
		case t == len(w.levels)-1:
			w.count(at, part)
		default:
			w.walk(t+1, at, part, l.after[o*states:][:states])
		}
	}
}

// weigh moves the states and weighs them by each outcome.
func (w *PathOutcomes) weigh(t int, before []float64) {
	m, n, l := w.model, w.model.sizes, &w.levels[t]
	a, next := w.actions[t], w.actions[t+1]
	clear(l.moved)
	for s, p := range before {
		for s2 := range l.moved {
			l.moved[s2] += p * m.T(a, s, s2)
		}
	}
	for o := range l.p {
		z, r := n.OutcomeAt(o)
		after, sum := l.after[o*n.S:][:n.S], 0.0
		for s, p := range l.moved {
			after[s] = p * m.Z(a, s, z) * m.R(next, s, r)
			sum += after[s]
		}
		l.p[o] = sum
	}
}
