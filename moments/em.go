package moments

import (
	"context"
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// EM is what one would do without spectral learning: Baum and Welch's iteration on the
// cell counts, in the POMDP's own parameters, from random starts. The best start is the
// answer; Likelihood.Starts keeps all of them. Every start draws from its own stream, so
// that the answer does not depend on how many run at once. There may be more states than
// outcomes (z, r). A bootstrap replicate climbs from options.start instead, by scoring.
func EM(ctx context.Context, counts *Counts, states int, options Options) *Estimate {
	e := newEstimate("em", counts, states, options)
	if !e.acceptCounts(counts) {
		return e
	}
	limit := e.Options.Iterations
	if limit <= 0 {
		limit = emIterations
	}
	l := newLikelihood(counts, states)
	if options.start != nil {
		a := newAscent(l)
		copy(a.x, options.start)
		a.interior(a.x, startInterior)
		e.Likelihood = a.scoring(ctx, scoringIterations, counts.exact)
		e.finish(l.layout, a.x, counts)
		return e
	}
	o := e.Options
	o.Progress = options.Progress
	runs := runEM(ctx, l, o, o.Restarts, limit)
	if ctx.Err() != nil {
		e.add(cancelled(ctx))
		return e
	}
	best := 0
	for i, r := range runs {
		if r.value() > runs[best].value() {
			best = i
		}
	}
	e.Likelihood = &Likelihood{Saturated: l.logSat, Trace: runs[best].trace, Converged: runs[best].converged}
	for _, r := range runs {
		m, err := l.model("em", r.x, e.Options)
		if err != nil {
			m = nil
		}
		e.Likelihood.Starts = append(e.Likelihood.Starts, Start{LogLikelihood: r.value(), Iterations: len(r.trace) - 1, Converged: r.converged, Model: m})
		if r.value() >= runs[best].value()-SameMaximum {
			e.Likelihood.Best++
		}
	}
	if !runs[best].converged {
		e.add(finding.New(finding.NotConverged, float64(limit), float64(limit), fmt.Sprintf("EM's best start was still rising after %s.", plural(limit, "iteration", "iterations"))))
	}
	e.finish(l.layout, runs[best].x, counts)
	return e
}

// Limits of EM: the number of iterations, and the gain in log-likelihood of one iteration
// below which it has converged.
const (
	emIterations = 1000
	emGain       = 1e-6 // for 10⁴ episodes or more; in proportion below
)

// emRun is one start of EM and where it led.
type emRun struct {
	x         []float64
	trace     []float64
	converged bool
}

func (r *emRun) value() float64 { return r.trace[len(r.trace)-1] }

// runEM runs the starts side by side.
func runEM(ctx context.Context, l *likelihood, o Options, starts, limit int) []emRun {
	runs, done := make([]emRun, starts), o.progress(starts)
	workers.Each(starts, func() func(int) {
		own := l.clone()
		return func(i int) {
			x := make([]float64, l.size)
			rng := newRand(o.Seed, pomdp.StreamEstimator, emStream+uint64(i))
			for _, d := range l.simplices {
				for j := d.at; j < d.at+d.size; j++ {
					x[j] = rng.ExpFloat64() + 1e-3
				}
				divideBySum(x[d.at : d.at+d.size])
			}
			runs[i] = own.em(ctx, x, limit)
			done()
		}
	})
	return runs
}

// emStream separates EM's starts from the rotations in the same stream.
const emStream = 1 << 32

// em iterates from x, which it overwrites.
func (l *likelihood) em(ctx context.Context, x []float64, limit int) emRun {
	grad := make([]float64, l.size)
	run := emRun{x: x, trace: make([]float64, 0, min(limit, 4096)+1)}
	tolerance := emGain * math.Min(1, l.total()/1e4)
	for range limit {
		value := l.gradient(x, grad, false)
		last := len(run.trace) - 1
		run.trace = append(run.trace, value)
		if ctx.Err() != nil {
			return run
		}
		if last >= 0 && value-run.trace[last] < tolerance {
			run.converged = true
			return run
		}
		l.emStep(x, grad)
	}
	run.trace = append(run.trace, l.value(x))
	return run
}

func (l *likelihood) total() float64 { return sum(l.mass) }

// clone shares the counts and has its own buffers.
func (l *likelihood) clone() *likelihood {
	c := *l
	for _, b := range []*[]float64{&c.e, &c.pi, &c.a1, &c.m2, &c.a2, &c.b3, &c.ge, &c.gpi, &c.g1, &c.gm, &c.g2, &c.g3} {
		*b = make([]float64, len(*b))
	}
	return &c
}
