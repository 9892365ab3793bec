package likelihood

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// EM is what one would do without spectral learning: Baum and Welch's iteration on the
// cell counts, extrapolated, in the POMDP's own parameters, from random starts. The best start is the
// answer; Likelihood.Starts keeps all of them. Every start draws from its own stream, so
// that the answer does not depend on how many run at once. There may be more states than
// outcomes (z, r). A bootstrap replicate climbs from options.start instead, by scoring.
func EM(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("em", counts, states, options)
	if !e.AcceptCounts(counts) {
		return e
	}
	limit := e.Options.Iterations
	if limit <= 0 {
		limit = emIterations
	}
	l := NewLikelihood(counts, states)
	if options.From() != nil {
		a := newAscent(l)
		copy(a.x, options.From())
		a.Interior(a.x, StartInterior)
		e.Likelihood = a.scoring(ctx, scoringIterations, counts.Exact())
		e.Finish(l.Layout, a.x, counts)
		return e
	}
	o := e.Options
	o.Progress = options.Progress
	runs := fromStarts(ctx, l, o, o.Restarts, func(l *Likelihood, x []float64) params.Climbed { return l.extrapolated(ctx, x, limit) })
	best := 0
	for i, r := range runs {
		if r.Value > runs[best].Value {
			best = i
		}
	}
	if ctx.Err() != nil || len(runs[best].Trace) == 0 {
		e.Add(cancelledOr(ctx, "No start has a likelihood."))
		return e
	}
	e.Likelihood = &moments.Likelihood{Saturated: l.logSat, Misfit: math.NaN(), Trace: runs[best].Trace, Converged: runs[best].Converged}
	for _, r := range runs {
		e.Likelihood.Starts++
		if r.Value >= runs[best].Value-moments.SameMaximum {
			e.Likelihood.Best++
		}
	}
	if !runs[best].Converged {
		e.Add(finding.New(finding.NotConverged, float64(limit), float64(limit), fmt.Sprintf("EM's best start was still rising after %s.", figure.Counted(limit, "iteration", "iterations"))))
	}
	e.Finish(l.Layout, runs[best].X, counts)
	return e
}

// Limits of EM: the number of iterations, each two steps and their extrapolation, and the gain
// in log-likelihood of one below which it has converged.
const (
	emIterations = 1000
	emGain       = 1e-6 // for 10⁴ episodes or more; in proportion below
)

// fromStarts climbs from random starts side by side, until ctx ends.
func fromStarts(ctx context.Context, l *Likelihood, o moments.Options, starts int, climb func(l *Likelihood, x []float64) params.Climbed) []params.Climbed {
	runs, done := make([]params.Climbed, starts), o.Counting(starts)
	workers.Until(ctx, starts, func() func(int) {
		own := l.Clone()
		return func(i int) {
			runs[i] = climb(own, l.Random(o.Seed, i))
			done()
		}
	})
	return runs
}

// extrapolated climbs by EM, extrapolated, from x until a cycle gains nearly nothing.
func (l *Likelihood) extrapolated(ctx context.Context, x []float64, limit int) params.Climbed {
	return params.Extrapolate(ctx, l, l.Layout, x, limit, emGain*math.Min(1, l.total()/1e4))
}

// em takes so many steps of EM from x, which it overwrites.
func (l *Likelihood) em(x []float64, steps int) params.Climbed {
	grad := make([]float64, l.Size)
	for range steps {
		l.Uses(x, grad)
		l.EmStep(x, grad)
	}
	return params.Climbed{X: x, Value: l.Value(x)}
}

// Step is one step of EM from x to another vector. It returns the log-likelihood at x.
func (l *Likelihood) Step(x, to []float64) float64 {
	value := l.gradient(x, to, false)
	for i, v := range x {
		to[i] *= v
	}
	l.Maximise(x, to)
	return value
}

func (l *Likelihood) total() float64 { return num.Sum(l.mass) }

// Clone shares the counts and has its own buffers.
func (l *Likelihood) Clone() *Likelihood {
	c := *l
	for _, b := range []*[]float64{&c.e, &c.pi, &c.a1, &c.m2, &c.a2, &c.b3, &c.ge, &c.gpi, &c.g1, &c.gm, &c.g2, &c.g3} {
		*b = make([]float64, len(*b))
	}
	return &c
}
