package likelihood

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"

	"gonum.org/v1/gonum/mat"
)

// ascent maximises the likelihood over the product of simplices: damped Fisher
// scoring, each step the maximum of the quadratic model g·d − ½dᵀJd subject to
// the bounds, so that entries reach 0 exactly and leave it again; where no
// damped step raises the likelihood, EM takes over for a few steps.
type ascent struct {
	*Likelihood
	fisher    *fisher // nil for a model too large for it
	wide      *wide   // for a model so large that all processors are worth waking, else nil
	x, y      []float64
	grad      []float64
	g, d, low []float64 // free coordinates: gradient, step, lower bounds of the step
	bound     []bool
	damping   float64

	informed   *mat.SymDense // J at informedAt: see information
	informedAt []float64
}

func newAscent(l *Likelihood) *ascent {
	a := &ascent{Likelihood: l, x: make([]float64, l.Size), y: make([]float64, l.Size), grad: make([]float64, l.Size)}
	f := l.Free()
	a.g, a.d, a.low, a.bound = make([]float64, f), make([]float64, f), make([]float64, f), make([]bool, f)
	if InformationWork(l.N) <= min(scoringBudget, max(scoringAlways, scoringGradients*float64(l.visits))) {
		a.fisher = newFisher(l)
	}
	if l.visits >= wideFrom {
		a.wide = newWide(l)
	}
	return a
}

// wideFrom is the number of cells from which all processors share a gradient.
const wideFrom = 50_000

// height is the log-likelihood at x. A wide gradient is taken with it: it is most often asked for next.
func (a *ascent) height(x []float64) float64 {
	if a.wide != nil {
		return a.wide.at(x)
	}
	return a.Value(x)
}

// slope is height with its centred gradient.
func (a *ascent) slope(x, grad []float64) float64 {
	if a.wide != nil {
		return a.wide.gradient(x, grad)
	}
	return a.gradient(x, grad, true)
}

// Limits of the multiplications that one information matrix takes: where it takes more, scoring
// gives way to a quasi-Newton climb.
const (
	scoringBudget    = 1e10 // some ten seconds
	scoringGradients = 1000 // for each cell of a gradient: as long as some fifty gradients
	scoringAlways    = 1e7  // but none that takes some ten milliseconds is too many
)

// Limits of the iterations.
const (
	scoringIterations = 60
	emFallbackSteps   = 10
	// convergedGain is the gain, in units of the log-likelihood, that the quadratic
	// model still promises when scoring ends. One unit moves the parameters by about
	// a standard error; far below that only digits are left to gain.
	convergedGain      = 1e-9
	convergedGainExact = 1e-26 // for the exact law: a divergence, per episode
)

// scoring climbs from a.x, in place, and returns the record of the climb. Without an
// information matrix it climbs by quasi instead.
func (a *ascent) scoring(ctx context.Context, limit int, exact bool) *moments.Likelihood {
	out := &moments.Likelihood{Saturated: a.logSat}
	if a.fisher == nil {
		return a.quasi(ctx)
	}
	tolerance := convergedGain
	if exact {
		tolerance = convergedGainExact
	}
	var j *mat.SymDense // of this point, or of an earlier one while that serves
	before := math.Inf(1)
	for range limit {
		value := a.slope(a.x, a.grad)
		out.Trace = append(out.Trace, value)
		if ctx.Err() != nil {
			return out
		}
		if math.IsInf(value, -1) {
			a.Interior(a.x, 1e-3)
			j = nil
			continue
		}
		fresh := j == nil
		if fresh {
			if j = a.information(); j == nil {
				out.Converged = true // nothing is free
				return out
			}
		}
		if ctx.Err() != nil {
			return out
		}
		a.fisher.Reduce(a.grad, a.g)
		next, promised, ok := a.step(j, value)
		arrived := math.Abs(promised) <= tolerance // a direction down promises a loss, and is no arrival
		if ok {
			out.Scoring++
		}
		if !fresh && !arrived && !(ok && next > value) {
			j = nil
			continue
		}
		if !ok && !arrived {
			next = a.climbEM(value)
		}
		if arrived || !(next > value) {
			out.Converged = math.Abs(promised) < hidden
			if ok {
				out.Trace = append(out.Trace, next)
			}
			return out
		}
		if !ok || !(promised < before/kept) {
			j = nil
		}
		before = promised
	}
	out.Trace = append(out.Trace, a.height(a.x))
	return out
}

// kept is the factor by which a step must promise less than the one before for J to be kept: a step
// with the J of an earlier point costs a small part of one with its own.
const kept = 10

// information is J of the counts at a.x, and chooses the free coordinates there; nil where nothing
// is free.
func (a *ascent) information() *mat.SymDense {
	if a.informed == nil || !slices.Equal(a.informedAt, a.x) {
		a.fisher.choosePivots(a.x)
		a.informed, a.informedAt = a.fisher.compute(a.x, a.mass), append(a.informedAt[:0], a.x...)
	}
	return a.informed
}

// hidden is a gain of the log-likelihood that rounding may hide: an ascent that promises
// less has arrived.
const hidden = 1e-3

// step tries the scoring step with growing damping, each with a line search. promised is
// the quadratic model's gain for the first direction that there is, +Inf where none is.
func (a *ascent) step(j *mat.SymDense, value float64) (next, promised float64, ok bool) {
	promised = math.Inf(1)
	for range 4 {
		if !a.direction(j) {
			a.damping = math.Max(100*a.damping, 1e-9)
			continue
		}
		slope := num.Dot(a.g, a.d)
		d := mat.NewVecDense(len(a.d), a.d)
		gain := slope - mat.Inner(d, j, d)/2
		if math.IsInf(promised, 1) {
			promised = gain
		}
		if !(slope > 0) {
			return value, promised, false
		}
		for _, t := range [...]float64{1, 0.5, 0.25, 0.125, 1.0 / 32} {
			a.move(t)
			if next = a.height(a.y); next >= value+1e-4*t*slope {
				a.x, a.y = a.y, a.x
				if t == 1 {
					a.damping /= 100
				}
				return next, promised, true
			}
		}
		a.damping = math.Max(100*a.damping, 1e-6)
	}
	return value, promised, false
}

// move writes x + t·d to y, with t reduced so that no pivot loses more than 95 %.
func (a *ascent) move(t float64) {
	f := a.fisher
	i := 0
	for k, s := range a.Simplices {
		total := 0.0
		for range s.Size - 1 {
			total += a.d[i]
			i++
		}
		if p := a.x[f.Pivots[k]]; t*total > 0.95*p {
			t = 0.95 * p / total
		}
	}
	copy(a.y, a.x)
	i = 0
	for k, s := range a.Simplices {
		rest := 1.0
		for range s.Size - 1 {
			at := f.FreeAt[i]
			// A bound that the step reaches is met exactly.
			if v := a.x[at] + t*a.d[i]; v > 0 && !(t == 1 && a.bound[i]) {
				a.y[at] = v
			} else {
				a.y[at] = 0
			}
			rest -= a.y[at]
			i++
		}
		a.y[f.Pivots[k]] = rest
	}
}

// direction maximises g·d − ½dᵀJd over d ≥ −x by the primal-dual active set
// method (Hintermüller, Ito, Kunisch 2002): guess which entries end on their
// bound, solve for the others, correct the guess.
func (a *ascent) direction(j *mat.SymDense) bool {
	n := len(a.g)
	raw := j.RawSymmetric()
	at := func(i, k int) float64 {
		if i > k {
			i, k = k, i
		}
		return raw.Data[i*raw.Stride+k]
	}
	largest := 0.0
	for i := range n {
		largest = math.Max(largest, at(i, i))
		a.low[i] = -a.x[a.fisher.FreeAt[i]]
		a.bound[i] = a.low[i] == 0 && a.g[i] <= 0
	}
	if !(largest > 0) {
		return false
	}
	free := make([]int, 0, n)
	for range 30 {
		free = free[:0]
		for i := range n {
			if !a.bound[i] {
				free = append(free, i)
			}
		}
		for i := range n {
			a.d[i] = a.low[i]
		}
		if len(free) > 0 && !a.solveFree(at, free, largest) {
			return false
		}
		changed := false
		for i := range n {
			if !a.bound[i] {
				if a.d[i] < a.low[i] {
					a.bound[i], changed = true, true
				}
				continue
			}
			pull := a.g[i]
			for k := range n {
				pull -= at(i, k) * a.d[k]
			}
			if pull > 1e-12*math.Abs(a.g[i]) {
				a.bound[i], changed = false, true
			}
		}
		if !changed {
			return true
		}
	}
	// The guess went in circles: cut the last step off at its bounds.
	for i := range n {
		a.d[i] = math.Max(a.d[i], a.low[i])
	}
	return true
}

// solveFree solves for the entries off their bounds, by Cholesky with a ridge.
func (a *ascent) solveFree(at func(i, k int) float64, free []int, largest float64) bool {
	m := mat.NewSymDense(len(free), nil)
	right := mat.NewVecDense(len(free), nil)
	for p, i := range free {
		rhs := a.g[i]
		for k := range a.d {
			if a.bound[k] {
				rhs -= at(i, k) * a.d[k]
			}
		}
		right.SetVec(p, rhs)
		for q := p; q < len(free); q++ {
			m.SetSym(p, q, at(i, free[q]))
		}
		m.SetSym(p, p, at(i, i)*(1+a.damping)+1e-14*largest)
	}
	var chol mat.Cholesky
	if !chol.Factorize(m) {
		return false
	}
	if err := chol.SolveVecTo(right, right); err != nil && !num.Finite(right.RawVector().Data) {
		return false
	}
	for p, i := range free {
		a.d[i] = right.AtVec(p)
	}
	return num.Finite(a.d)
}

// climbEM does a few EM steps from x, in place, and returns the value reached, or the
// given one if that is larger.
func (a *ascent) climbEM(value float64) float64 {
	for range emFallbackSteps {
		a.Uses(a.x, a.grad)
		a.EmStep(a.x, a.grad)
	}
	return math.Max(a.height(a.x), value)
}
