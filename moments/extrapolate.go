package moments

import (
	"context"
	"math"
	"slices"
)

// climbed is where a climb led.
type climbed struct {
	x         []float64
	value     float64
	trace     []float64
	converged bool
}

// stepper is a likelihood that EM climbs: step writes one step from x, and returns the
// log-likelihood at x.
type stepper interface {
	step(x, to []float64) float64
	value(x []float64) float64
}

// extrapolate takes cycles of two steps of EM and an extrapolation of them (Varadhan and Roland
// 2008, SQUAREM), from start, until one gains less than gain.
func extrapolate(ctx context.Context, em stepper, l *layout, start []float64, cycles int, gain float64) climbed {
	x, x1, x2, y := slices.Clone(start), make([]float64, l.size), make([]float64, l.size), make([]float64, l.size)
	out := climbed{value: math.Inf(-1)}
	for range cycles {
		value := em.step(x, x1)
		if math.IsInf(value, -1) || ctx.Err() != nil {
			break
		}
		out.trace = append(out.trace, value)
		if n := len(out.trace); n > 1 && value-out.trace[n-2] < gain {
			out.converged = true
			break
		}
		after := em.step(x1, x2)
		rr, vv := 0.0, 0.0
		for i := range x {
			r := x1[i] - x[i]
			v := x2[i] - x1[i] - r
			rr, vv = rr+r*r, vv+v*v
		}
		if !(vv > 0) {
			x, x2 = x2, x
			continue
		}
		alpha := math.Max(math.Sqrt(rr/vv), 1)
		for i := range x {
			r := x1[i] - x[i]
			v := x2[i] - x1[i] - r
			y[i] = math.Max(x[i]+2*alpha*r+alpha*alpha*v, x2[i]/10) // stays inside
		}
		for _, d := range l.simplices {
			divideBySum(y[d.at : d.at+d.size])
		}
		if em.value(y) >= after {
			x, y = y, x
		} else {
			x, x2 = x2, x
		}
	}
	out.x = x
	if n := len(out.trace); n > 0 {
		out.value = math.Max(out.trace[n-1], em.value(x))
		out.trace = append(out.trace, out.value)
	}
	return out
}
