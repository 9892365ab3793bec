package moments

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp/workers"
)

// singularInformation is the smallest eigenvalue, for a unit diagonal, from
// which a direction counts as not identified.
const singularInformation = 1e-11

// curvature is a log-likelihood around its maximum x.
type curvature struct {
	*layout
	x        []float64
	gradient func() func(x, grad []float64) // one for each goroutine
	alone    bool                           // a gradient uses all processors itself

	coordinates
	bound []bool        // [free parameter] it is at 0
	slope []float64     // [free parameter] of the log-likelihood
	minus *mat.SymDense // its second derivatives, negative
}

// How far away second derivatives are taken, and what counts as 0.
const (
	nearby    = 1e-6 // of an entry and of the one that makes up for it: 1e-6 of a derivative is lost to the next one, and 1e-8 to rounding
	nearBound = 1e-8 // of 1, for an entry at 0
	leastUsed = .5   // expected uses of an entry below which it is at 0
	leastX    = 1e-12
)

// begin chooses the coordinates. An entry that is hardly ever used is at its bound.
func (c *curvature) begin() {
	c.x = append([]float64(nil), c.x...)
	grad := make([]float64, c.size)
	for i := range c.x {
		c.x[i] = math.Max(c.x[i], leastX)
	}
	c.gradient()(c.x, grad)
	c.coordinates = c.coordinatesAt(c.x)
	c.slope, c.bound = make([]float64, len(c.freeAt)), make([]bool, len(c.freeAt))
	c.reduce(grad, c.slope)
	for i, at := range c.freeAt {
		c.bound[i] = c.x[at]*grad[at] < leastUsed
	}
}

// derive takes differences between the gradient nearby and here. It is false when ctx ended.
func (c *curvature) derive(ctx context.Context) bool {
	free := len(c.freeAt)
	columns := make([][]float64, free)
	column := func(gradient func(x, grad []float64), i int) {
		at, pivot := c.freeAt[i], c.pivot[i]
		step := nearby * math.Min(c.x[at], c.x[pivot])
		if c.bound[i] {
			step = nearBound
		}
		x, grad, slope := append([]float64(nil), c.x...), make([]float64, c.size), make([]float64, free)
		x[at], x[pivot] = x[at]+step, x[pivot]-step
		gradient(x, grad)
		c.reduce(grad, slope)
		for j := range slope {
			slope[j] = (slope[j] - c.slope[j]) / step
		}
		columns[i] = slope
	}
	if c.alone {
		gradient := c.gradient()
		for i := range columns {
			if ctx.Err() != nil {
				return false
			}
			column(gradient, i)
		}
	} else {
		workers.Each(free, func() func(int) {
			gradient := c.gradient()
			return func(i int) {
				if ctx.Err() == nil {
					column(gradient, i)
				}
			}
		})
	}
	if ctx.Err() != nil {
		return false
	}
	if free == 0 {
		return true
	}
	c.minus = mat.NewSymDense(free, nil)
	for i := range free {
		for j := range i + 1 {
			c.minus.SetSym(j, i, -(columns[i][j]+columns[j][i])/2)
		}
	}
	return true
}
