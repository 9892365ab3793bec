package params

import (
	"context"
	"math"
	"slices"

	"eeporl/moments/num"
)

// Climbed is where a climb led.
type Climbed struct {
	X         []float64
	Value     float64
	Trace     []float64
	Converged bool
}

// Stepper is a likelihood that EM climbs: step writes one step from x, and returns the
// log-likelihood at x.
type Stepper interface {
	Step(x, to []float64) float64
	Value(x []float64) float64
}

// Extrapolate takes cycles of two steps of EM and an extrapolation of them (Varadhan and Roland
// 2008, SQUAREM), from start, until one gains less than gain.
func Extrapolate(ctx context.Context, em Stepper, l *Layout, start []float64, cycles int, gain float64) Climbed {
	x, x1, x2, y := slices.Clone(start), make([]float64, l.Size), make([]float64, l.Size), make([]float64, l.Size)
	out := Climbed{Value: math.Inf(-1)}
	for range cycles {
		value := em.Step(x, x1)
		if math.IsInf(value, -1) || ctx.Err() != nil {
			break
		}
		out.Trace = append(out.Trace, value)
		if n := len(out.Trace); n > 1 && value-out.Trace[n-2] < gain {
			out.Converged = true
			break
		}
		after := em.Step(x1, x2)
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
		for _, d := range l.Simplices {
			num.DivideBySum(y[d.At : d.At+d.Size])
		}
		if em.Value(y) >= after {
			x, y = y, x
		} else {
			x, x2 = x2, x
		}
	}
	out.X = x
	if n := len(out.Trace); n > 0 {
		out.Value = math.Max(out.Trace[n-1], em.Value(x))
		out.Trace = append(out.Trace, out.Value)
	}
	return out
}
