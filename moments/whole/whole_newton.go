package whole

import (
	"context"
	"math"

	"eeporl/moments/likelihood"
	"eeporl/moments/num"
	"eeporl/moments/params"

	"gonum.org/v1/gonum/mat"
)

// Limits of Newton's steps.
const (
	newtonSteps  = 15
	newtonTries  = 8    // of one step, with more damping each
	newtonGain   = 1e-7 // promised by a step, below which the climb has come to its end
	newtonAtZero = 1e-8 // an entry that is smaller, and whose likelihood falls with it, stays where it is
	leastCurve   = 1e-6
	littleDamped = 1e-3 // damping with which a step's promise is taken at its word
	keptPromise  = .8   // share of its promise that a step must keep for its curvature to serve the next one
	keptOnWay    = .1   // share of an entry that a step may leave, where it would make it negative
)

// newton ends a climb that EM has brought near a maximum: EM creeps along ridges, which damped steps by
// the second derivatives cross. Each takes a pass over the tree for every free parameter.
func (w *Likelihood) newton(ctx context.Context, top params.Climbed) params.Climbed {
	gradient := func(x, grad []float64) float64 {
		value := w.Expected(x, grad)
		for i, v := range x {
			grad[i] /= v
		}
		return value
	}
	grad := make([]float64, w.Size)
	damping, kept := littleDamped, false
	top.Converged = false
	c := likelihood.Curvature{Layout: w.Layout, Alone: true, Inside: true, Gradient: func() func(x, grad []float64) {
		return func(x, grad []float64) { gradient(x, grad) }
	}}
	for range newtonSteps {
		c.X = append(c.X[:0], top.X...)
		for i := range c.X {
			c.X[i] = math.Max(c.X[i], likelihood.LeastX)
		}
		value := gradient(c.X, grad)
		if !kept {
			c.Coordinates = w.CoordinatesAt(c.X)
		}
		c.Slope, c.Bound = make([]float64, len(c.FreeAt)), make([]bool, len(c.FreeAt))
		c.Reduce(grad, c.Slope)
		var inside []int
		for i, at := range c.FreeAt {
			if c.Bound[i] = c.X[at] < newtonAtZero && c.Slope[i] < 0; !c.Bound[i] {
				inside = append(inside, i)
			}
		}
		if len(inside) == 0 || !kept && !c.Derive(ctx) || !num.Finite(c.Minus.RawSymmetric().Data) {
			break
		}
		better, done := false, false
		for range newtonTries {
			x, promise, ok := step(&c, inside, damping)
			if ok {
				done = promise < newtonGain && damping <= littleDamped
				if v := w.Value(x); v > math.Max(value, top.Value) {
					kept = v-value > keptPromise*promise
					top.X, top.Value, better = x, v, true
					damping = math.Max(damping/10, 1e-9)
					break
				}
				if done {
					break
				}
			}
			damping *= 10
		}
		top.Trace = append(top.Trace, top.Value)
		if !better && !done && kept {
			kept = false
			continue
		}
		if done || !better {
			top.Converged = done
			break
		}
	}
	return top
}

// step is where a damped Newton step leads, and the gain that it promises.
func step(c *likelihood.Curvature, inside []int, damping float64) (x []float64, promise float64, ok bool) {
	n := len(inside)
	h, g := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	most := leastCurve
	for _, i := range inside {
		for _, j := range inside {
			most = math.Max(most, math.Abs(c.Minus.At(i, j)))
		}
	}
	for p, i := range inside {
		g.SetVec(p, c.Slope[i])
		for q := range p + 1 {
			h.SetSym(p, q, c.Minus.At(i, inside[q]))
		}
	}
	for p, i := range inside { // an indefinite curvature is made definite by a share of its largest entry
		h.SetSym(p, p, c.Minus.At(i, i)+damping*most)
	}
	var chol mat.Cholesky
	var d mat.VecDense
	if !chol.Factorize(h) || chol.SolveVecTo(&d, g) != nil {
		return nil, 0, false
	}
	x = append([]float64(nil), c.X...)
	for p, i := range inside {
		at, pivot := c.FreeAt[i], c.Pivot[i]
		to := math.Max(x[at]+d.AtVec(p), likelihood.LeastX)
		if to < keptOnWay*x[at] && x[at] > newtonAtZero {
			to = keptOnWay * x[at]
		}
		x[pivot] -= to - x[at]
		x[at] = to
	}
	for _, pivot := range c.Pivots {
		if x[pivot] < likelihood.LeastX {
			return nil, 0, false
		}
	}
	return x, mat.Dot(g, &d) / 2, true
}
