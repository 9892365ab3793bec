package moments

import (
	"context"
	"fmt"
	"math"
)

// Polished is maximum likelihood on the cell counts in the POMDP's own
// parameters (b, T_a, Z_a, R_a shared by all blocks), by damped Fisher scoring
// from Aligned's answer, with EM where a step does not raise the likelihood.
// Where Aligned has no answer it starts from the best of a few runs of EM, and
// says so.
func Polished(ctx context.Context, counts *Counts, states int, options Options) *Estimate {
	from := Aligned(ctx, counts, states, options)
	e := newEstimate("polished", counts, states, options)
	e.inherit(from)
	e.From = from
	if from.Stage < StageMoments || ctx.Err() != nil {
		return e
	}
	l := newLikelihood(counts, states)
	a := newAscent(l)
	if from.Model != nil {
		copy(a.x, l.vector(from.Model))
	} else if !e.startFromEM(ctx, l, a.x) {
		return e
	}
	a.interior(a.x, startInterior)
	limit := e.Options.Iterations
	if limit <= 0 {
		limit = scoringIterations
	}
	e.Likelihood = a.scoring(ctx, limit, counts.exact)
	if ctx.Err() != nil {
		e.add(cancelled(ctx))
		return e
	}
	if !e.Likelihood.Converged {
		e.add(finding(NotConverged, float64(len(e.Likelihood.Trace)-1), float64(limit), fmt.Sprintf(
			"The likelihood was still rising, or could not be raised, after %d iterations.", len(e.Likelihood.Trace)-1)))
	}
	e.finish(l.layout, a.x, counts)
	return e
}

// startInterior is the share of the uniform distribution in polished's start:
// scoring leaves it again in one step, and no cell that was seen starts at
// probability 0.
const startInterior = 1e-3

func (e *Estimate) startFromEM(ctx context.Context, l *likelihood, x []float64) bool {
	for i := range e.Findings { // what stopped aligned does not stop polished
		e.Findings[i].Fatal = false
	}
	best := math.Inf(-1)
	for _, run := range runEM(ctx, l, e.Options, fallbackStarts, emIterations) {
		if run.trace != nil && run.value() > best {
			best = run.value()
			copy(x, run.x)
		}
	}
	if ctx.Err() != nil || math.IsInf(best, -1) {
		e.add(cancelledOr(ctx, "EM found no start."))
		return false
	}
	e.add(finding(FallbackStart, fallbackStarts, none, fmt.Sprintf(
		"The moments gave no start: polished from the best of %d random starts of EM.", fallbackStarts)))
	return true
}

const fallbackStarts = 10

func cancelledOr(ctx context.Context, detail string) Finding {
	if ctx.Err() != nil {
		return cancelled(ctx)
	}
	return finding(NumericalFailure, none, none, detail).fatal()
}
