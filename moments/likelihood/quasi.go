package likelihood

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/optimize"
)

// Limits of the quasi-Newton climb.
const (
	quasiIterations = 500
	quasiStore      = 20    // pairs of steps and gradients that it remembers
	quasiGain       = 1e-13 // of the log-likelihood per episode, over quasiPatience iterations, below which it has converged
	quasiPatience   = 10
	leastUse        = 1e-6 // share of the episodes that use an entry, for its unit
	quasiParts      = 16   // into which a gradient is cut: sums do not depend on the number of processors
)

// quasi climbs from a.x, in place, where a model is too large for its information matrix: by
// L-BFGS (Nocedal 1980) on the logarithms of all entries, whose gradient by message passing is
// linear in the cells. Entries only come near to 0 that way.
func (a *ascent) quasi(ctx context.Context) *moments.Likelihood {
	out := &moments.Likelihood{Saturated: a.logSat}
	total, w := a.total(), a.wide
	if w == nil {
		w = newWide(a.Likelihood)
	}
	x, uses := make([]float64, a.Size), make([]float64, a.Size)
	unit := a.units(total)
	soft := func(theta []float64) {
		for _, d := range a.Simplices {
			run := x[d.At : d.At+d.Size]
			top := math.Inf(-1)
			for i, v := range theta[d.At : d.At+d.Size] {
				top = math.Max(top, v*unit[d.At+i])
			}
			for i, v := range theta[d.At : d.At+d.Size] {
				run[i] = math.Exp(v*unit[d.At+i] - top)
			}
			num.DivideBySum(run)
		}
	}
	best := math.Inf(-1)
	problem := optimize.Problem{
		Func: func(theta []float64) float64 {
			soft(theta)
			return -w.gradient(x, uses) / total
		},
		Grad: func(grad, theta []float64) {
			soft(theta)
			value := w.gradient(x, uses)
			if value > best {
				best = value
				copy(a.x, x)
			}
			for _, d := range a.Simplices {
				mean := num.Dot(x[d.At:d.At+d.Size], uses[d.At:d.At+d.Size])
				for i := d.At; i < d.At+d.Size; i++ {
					grad[i] = -x[i] * (uses[i] - mean) / total * unit[i]
				}
			}
		},
		Status: func() (optimize.Status, error) {
			if ctx.Err() != nil {
				return optimize.Failure, ctx.Err()
			}
			return optimize.NotTerminated, nil
		},
	}
	theta := make([]float64, a.Size)
	for i, v := range a.x {
		theta[i] = math.Log(math.Max(v, 1e-12)) / unit[i]
	}
	out.Trace = append(out.Trace, a.Value(a.x))
	found, err := optimize.Minimize(problem, theta, &optimize.Settings{
		MajorIterations: quasiIterations,
		Converger:       &optimize.FunctionConverge{Absolute: quasiGain, Iterations: quasiPatience},
		Concurrent:      1,
	}, &optimize.LBFGS{Store: quasiStore})
	// A line search that finds nothing better than the best so far has arrived too.
	rose := err == nil || best > out.Trace[0]
	out.Converged = found != nil && found.Status != optimize.IterationLimit && rose && ctx.Err() == nil
	out.Trace = append(out.Trace, math.Max(best, out.Trace[0]))
	return out
}

// units are the lengths in which steps in the logarithm of each entry of a.x are measured: the log-
// likelihood of an episode curves about as much along every one of them, by the share of episodes
// that uses the entry, so that L-BFGS begins near its end.
func (a *ascent) units(total float64) []float64 {
	out := make([]float64, a.Size)
	a.Uses(a.x, out)
	for i, v := range a.x {
		out[i] = 1 / math.Sqrt(math.Max(out[i]/total*v*(1-v), leastUse))
	}
	return out
}

// wide is the gradient on all processors.
type wide struct {
	*Likelihood
	thirds [quasiParts][]float64
	values [quasiParts]float64
	x      []float64 // where it was taken last
	grad   []float64
	value  float64
}

func newWide(l *Likelihood) *wide {
	w := &wide{Likelihood: l, grad: make([]float64, l.Size)}
	for i := range w.thirds {
		w.thirds[i] = make([]float64, len(l.g3))
	}
	return w
}

// gradient is likelihood.gradient, centred.
func (w *wide) gradient(x, grad []float64) float64 {
	value := w.at(x)
	copy(grad, w.grad)
	return value
}

// at takes value and gradient at x, where it was not taken last.
func (w *wide) at(x []float64) float64 {
	if slices.Equal(w.x, x) {
		return w.value
	}
	w.tables(x)
	for _, g := range [][]float64{w.grad, w.ge, w.gpi, w.g1, w.gm, w.g2, w.g3} {
		clear(g)
	}
	groups := w.N.Pairs() * w.N.A // paths that share their first three actions write to the same places
	workers.Each(quasiParts, func() func(int) {
		return func(part int) {
			clear(w.thirds[part])
			sum := 0.0
			for g := groups * part / quasiParts; g < groups*(part+1)/quasiParts; g++ {
				for last := range w.N.A {
					sum += w.cells(g*w.N.A+last, w.thirds[part], lessMass)
				}
			}
			w.values[part] = sum
		}
	})
	w.value = 0
	for part, third := range w.thirds {
		w.value += w.values[part]
		for i, v := range third {
			w.g3[i] += v
		}
	}
	w.backward(x, w.grad)
	w.x = append(w.x[:0], x...)
	return w.value
}
