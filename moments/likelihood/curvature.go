package likelihood

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/moments/params"
	"eeporl/pomdp/workers"
)

// SingularInformation is the smallest eigenvalue, for a unit diagonal, from
// which a direction counts as not identified.
const SingularInformation = 1e-11

// Curvature is a log-likelihood around its maximum x.
type Curvature struct {
	*params.Layout
	X        []float64
	Gradient func() func(x, grad []float64) // one for each goroutine
	Alone    bool                           // a gradient uses all processors itself
	Inside   bool                           // derivatives by entries at 0 are not asked for, and stay 0

	params.Coordinates
	Bound []bool        // [free parameter] it is at 0
	Slope []float64     // [free parameter] of the log-likelihood
	Minus *mat.SymDense // its second derivatives, negative
}

// How far away second derivatives are taken, and what counts as 0.
const (
	nearby    = 1e-6 // of an entry and of the one that makes up for it: 1e-6 of a derivative is lost to the next one, and 1e-8 to rounding
	NearBound = 1e-8 // of 1, for an entry at 0
	leastUsed = .5   // expected uses of an entry below which it is at 0
	LeastX    = 1e-12
)

// Begin chooses the coordinates. An entry that is hardly ever used is at its bound.
func (c *Curvature) Begin() {
	c.X = append([]float64(nil), c.X...)
	grad := make([]float64, c.Size)
	for i := range c.X {
		c.X[i] = math.Max(c.X[i], LeastX)
	}
	c.Gradient()(c.X, grad)
	c.Coordinates = c.CoordinatesAt(c.X)
	c.Slope, c.Bound = make([]float64, len(c.FreeAt)), make([]bool, len(c.FreeAt))
	c.Reduce(grad, c.Slope)
	for i, at := range c.FreeAt {
		c.Bound[i] = c.X[at]*grad[at] < leastUsed
	}
}

// Derive takes differences between the gradient nearby and here. It is false when ctx ended.
func (c *Curvature) Derive(ctx context.Context) bool {
	free := len(c.FreeAt)
	columns := make([][]float64, free)
	column := func(gradient func(x, grad []float64), i int) {
		at, pivot := c.FreeAt[i], c.Pivot[i]
		step := nearby * math.Min(c.X[at], c.X[pivot])
		if c.Bound[i] {
			step = NearBound
		}
		x, grad, slope := append([]float64(nil), c.X...), make([]float64, c.Size), make([]float64, free)
		if columns[i] = slope; c.Inside && c.Bound[i] {
			return
		}
		x[at], x[pivot] = x[at]+step, x[pivot]-step
		gradient(x, grad)
		c.Reduce(grad, slope)
		for j := range slope {
			slope[j] = (slope[j] - c.Slope[j]) / step
		}
	}
	if c.Alone {
		gradient := c.Gradient()
		for i := range columns {
			if ctx.Err() != nil {
				return false
			}
			column(gradient, i)
		}
	} else {
		workers.Until(ctx, free, func() func(int) {
			gradient := c.Gradient()
			return func(i int) { column(gradient, i) }
		})
	}
	if ctx.Err() != nil {
		return false
	}
	if free == 0 {
		return true
	}
	c.Minus = mat.NewSymDense(free, nil)
	for i := range free {
		for j := range i + 1 {
			c.Minus.SetSym(j, i, -(columns[i][j]+columns[j][i])/2)
		}
	}
	return true
}
