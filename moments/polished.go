package moments

import (
	"context"
	"fmt"
	"math"

	"eeporl/pomdp/figure"
)

// Polished is maximum likelihood on the cell counts in the POMDP's own
// parameters (b, T_a, Z_a, R_a shared by all blocks), by damped Fisher scoring
// from Aligned's answer, with EM where a step does not raise the likelihood.
// Where Aligned has no answer it starts from the best of a few runs of EM, and
// says so; where the maximum that it finds does not fit the counts it looks for
// a better one from random starts.
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
	if z := l.misfit(e.Likelihood.Last(), counts.exact, options.resampled); z > poorFit || from.Model == nil {
		e.searchFurther(ctx, a, limit, counts.exact)
		if z = l.misfit(e.Likelihood.Last(), counts.exact, options.resampled); z > poorFit {
			e.add(poorlyFits(states, z, counts.exact, e.Likelihood))
		}
	}
	if ctx.Err() != nil {
		e.add(cancelled(ctx))
		return e
	}
	if !e.Likelihood.Converged {
		e.add(finding(NotConverged, float64(len(e.Likelihood.Trace)-1), float64(limit), fmt.Sprintf(
			"The likelihood was still rising, or could not be raised, after %s.", plural(len(e.Likelihood.Trace)-1, "iteration", "iterations"))))
	}
	if e.finish(l.layout, a.x, counts) && a.fisher != nil {
		e.identifiable(a)
	}
	return e
}

// identifiable adds the finding of a singular information matrix at the
// answer: then the likelihood is flat along a direction, and where on it the
// answer lies means nothing.
func (e *Estimate) identifiable(a *ascent) {
	weight, total := append([]float64(nil), a.mass...), a.total()
	for i := range weight {
		weight[i] /= total
	}
	for _, f := range a.fisher.at(a.x, weight).Findings {
		if f.Code == UnidentifiableParameter {
			e.add(f)
		}
	}
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
	for _, run := range runEM(ctx, l, e.Options, fallbackStarts, fallbackEMSteps) {
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

const (
	fallbackStarts  = 10
	fallbackEMSteps = 50
	// poorFit is how many standard deviations G² may exceed its degrees of
	// freedom. Sparse tables have a smaller G² than χ² says and pass.
	poorFit = 6
	// poorFitExact is the Kullback–Leibler divergence of the exact law beyond
	// which a maximum is not the global one.
	poorFitExact = 1e-12
)

// misfit standardises the deviance G² = −2·value by its χ² distribution.
func (l *likelihood) misfit(value float64, exact, resampled bool) float64 {
	if exact {
		return poorFit * -value / poorFitExact
	}
	free := float64(-l.free())
	cells := l.n.Outcomes() * l.n.Outcomes() * l.n.Outcomes()
	for _, m := range l.mass {
		if m > 0 {
			free += float64(cells - 1)
		}
	}
	if free < 1 {
		return 0
	}
	if resampled {
		value /= 2
	}
	return (-2*value - free) / math.Sqrt(2*free)
}

// poorlyFits is the finding of a maximum that misses the counts by z standard
// deviations of G², or the exact law by more than rounding.
func poorlyFits(states int, z float64, exact bool, l *Likelihood) Finding {
	best := "The best model found with " + plural(states, "state", "states")
	if exact {
		return finding(PoorFit, -l.Last(), poorFitExact, fmt.Sprintf(
			"%s has a divergence of %s from the exact law, where rounding explains %s: another number of states is needed, or this is not the global maximum.",
			best, figure.Number(-l.Last()), figure.Number(poorFitExact)))
	}
	return finding(PoorFit, z, poorFit, fmt.Sprintf(
		"%s misses the counts by %s standard deviations of G², where chance explains %d: they ask for another number of states, or are not a POMDP's.",
		best, figure.Number(z), poorFit))
}

// searchFurther climbs from random starts, a few EM steps and then scoring,
// and keeps the best maximum.
func (e *Estimate) searchFurther(ctx context.Context, a *ascent, limit int, exact bool) {
	best, kept := append([]float64(nil), a.x...), e.Likelihood
	for _, run := range runEM(ctx, a.likelihood, e.Options, fallbackStarts, fallbackEMSteps) {
		if ctx.Err() != nil {
			break
		}
		copy(a.x, run.x)
		a.damping = 0
		if l := a.scoring(ctx, limit, exact); l.Last() > kept.Last() {
			kept = l
			copy(best, a.x)
		}
	}
	a.x, e.Likelihood = best, kept
}

func cancelledOr(ctx context.Context, detail string) Finding {
	if ctx.Err() != nil {
		return cancelled(ctx)
	}
	return finding(NumericalFailure, none, none, detail).fatal()
}
