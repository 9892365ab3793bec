package moments

import (
	"context"
	"math"

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
func (w *whole) newton(ctx context.Context, top climbed) climbed {
	gradient := func(x, grad []float64) float64 {
		value := w.expected(x, grad)
		for i, v := range x {
			grad[i] /= v
		}
		return value
	}
	grad := make([]float64, w.size)
	damping, kept := littleDamped, false
	top.converged = false
	c := curvature{layout: w.layout, alone: true, gradient: func() func(x, grad []float64) {
		return func(x, grad []float64) { gradient(x, grad) }
	}}
	for range newtonSteps {
		c.x = append(c.x[:0], top.x...)
		for i := range c.x {
			c.x[i] = math.Max(c.x[i], leastX)
		}
		value := gradient(c.x, grad)
		if !kept {
			c.coordinates = w.coordinatesAt(c.x)
		}
		c.slope, c.bound = make([]float64, len(c.freeAt)), make([]bool, len(c.freeAt))
		c.reduce(grad, c.slope)
		var inside []int
		for i, at := range c.freeAt {
			if c.bound[i] = c.x[at] < newtonAtZero && c.slope[i] < 0; !c.bound[i] {
				inside = append(inside, i)
			}
		}
		if len(inside) == 0 || !kept && !c.derive(ctx) || !finite(c.minus.RawSymmetric().Data) {
			break
		}
		better, done := false, false
		for range newtonTries {
			x, promise, ok := c.step(inside, damping)
			if ok {
				done = promise < newtonGain && damping <= littleDamped
				if v := w.value(x); v > math.Max(value, top.value) {
					kept = v-value > keptPromise*promise
					top.x, top.value, better = x, v, true
					damping = math.Max(damping/10, 1e-9)
					break
				}
				if done {
					break
				}
			}
			damping *= 10
		}
		top.trace = append(top.trace, top.value)
		if !better && !done && kept {
			kept = false
			continue
		}
		if done || !better {
			top.converged = done
			break
		}
	}
	return top
}

// step is where a damped Newton step leads, and the gain that it promises.
func (c *curvature) step(inside []int, damping float64) (x []float64, promise float64, ok bool) {
	n := len(inside)
	h, g := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	most := leastCurve
	for _, i := range inside {
		for _, j := range inside {
			most = math.Max(most, math.Abs(c.minus.At(i, j)))
		}
	}
	for p, i := range inside {
		g.SetVec(p, c.slope[i])
		for q := range p + 1 {
			h.SetSym(p, q, c.minus.At(i, inside[q]))
		}
	}
	for p, i := range inside { // an indefinite curvature is made definite by a share of its largest entry
		h.SetSym(p, p, c.minus.At(i, i)+damping*most)
	}
	var chol mat.Cholesky
	var d mat.VecDense
	if !chol.Factorize(h) || chol.SolveVecTo(&d, g) != nil {
		return nil, 0, false
	}
	x = append([]float64(nil), c.x...)
	for p, i := range inside {
		at, pivot := c.freeAt[i], c.pivot[i]
		to := math.Max(x[at]+d.AtVec(p), leastX)
		if to < keptOnWay*x[at] && x[at] > newtonAtZero {
			to = keptOnWay * x[at]
		}
		x[pivot] -= to - x[at]
		x[at] = to
	}
	for _, pivot := range c.pivots {
		if x[pivot] < leastX {
			return nil, 0, false
		}
	}
	return x, mat.Dot(g, &d) / 2, true
}
