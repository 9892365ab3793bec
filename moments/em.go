package moments

import (
	"context"
	"fmt"
	"math"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// EM is what one would do without spectral learning: Baum and Welch's iteration on the
// cell counts, extrapolated, in the POMDP's own parameters, from random starts. The best start is the
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
	runs := fromStarts(l, o, o.Restarts, func(l *likelihood, x []float64) climbed { return l.extrapolated(ctx, x, limit) })
	best := 0
	for i, r := range runs {
		if r.value > runs[best].value {
			best = i
		}
	}
	if ctx.Err() != nil || len(runs[best].trace) == 0 {
		e.add(cancelledOr(ctx, "No start has a likelihood."))
		return e
	}
	e.Likelihood = &Likelihood{Saturated: l.logSat, Misfit: math.NaN(), Trace: runs[best].trace, Converged: runs[best].converged}
	for _, r := range runs {
		m, err := l.model("em", r.x, e.Options.Horizon, e.Options.rewards(l.n.R))
		if err != nil {
			m = nil
		}
		e.Likelihood.Starts = append(e.Likelihood.Starts, Start{LogLikelihood: r.value, Iterations: len(r.trace) - 1, Converged: r.converged, Model: m})
		if r.value >= runs[best].value-SameMaximum {
			e.Likelihood.Best++
		}
	}
	if !runs[best].converged {
		e.add(finding.New(finding.NotConverged, float64(limit), float64(limit), fmt.Sprintf("EM's best start was still rising after %s.", figure.Counted(limit, "iteration", "iterations"))))
	}
	e.finish(l.layout, runs[best].x, counts)
	return e
}

// Limits of EM: the number of iterations, each two steps and their extrapolation, and the gain
// in log-likelihood of one below which it has converged.
const (
	emIterations = 1000
	emGain       = 1e-6 // for 10⁴ episodes or more; in proportion below
)

// fromStarts climbs from random starts side by side.
func fromStarts(l *likelihood, o Options, starts int, climb func(l *likelihood, x []float64) climbed) []climbed {
	runs, done := make([]climbed, starts), o.progress(starts)
	workers.Each(starts, func() func(int) {
		own := l.clone()
		return func(i int) {
			runs[i] = climb(own, l.random(o.Seed, i))
			done()
		}
	})
	return runs
}

// extrapolated climbs by EM, extrapolated, from x until a cycle gains nearly nothing.
func (l *likelihood) extrapolated(ctx context.Context, x []float64, limit int) climbed {
	return extrapolate(ctx, l, l.layout, x, limit, emGain*math.Min(1, l.total()/1e4))
}

// em takes so many steps of EM from x, which it overwrites.
func (l *likelihood) em(x []float64, steps int) climbed {
	grad := make([]float64, l.size)
	for range steps {
		l.uses(x, grad)
		l.emStep(x, grad)
	}
	return climbed{x: x, value: l.value(x)}
}

// step is one step of EM from x to another vector. It returns the log-likelihood at x.
func (l *likelihood) step(x, to []float64) float64 {
	value := l.gradient(x, to, false)
	for i, v := range x {
		to[i] *= v
	}
	l.maximise(x, to)
	return value
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
