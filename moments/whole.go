package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Limits of the climb: cycles, and the gain of one, in units of the log-likelihood, below which
// it has converged.
const (
	wholeCycles    = 1000 // where a pass over the tree costs little, and
	dearCycles     = 100  // where it costs much
	wholeGain      = 1e-6 // for wholeSteps steps or fewer; in proportion above
	wholeSteps     = 1e4
	wholeRoughGain = 1e-1
	wholeClose     = 200 // units of AIC and BIC that a rough climb may miss
)

// Whole is maximum likelihood on whole episodes in the POMDP's own parameters, given the actions,
// by EM with extrapolation (Varadhan and Roland 2008, SQUAREM). It starts from the given estimate, if
// any, and from random starts. counts, the episodes' triples, only say how the induced HMM is shown;
// they may be nil.
func Whole(ctx context.Context, episodes *Episodes, counts *Counts, states int, options Options, from *Estimate) *Estimate {
	return WholeFrom(ctx, episodes, counts, wholeRough(ctx, episodes, counts, states, options, from, wholeRoughGain))
}

// WholeFrom climbs on from a rough fit to the same episodes, looks for a better maximum where it may
// be missed, and judges what it found. A bootstrap replicate is only climbed.
func WholeFrom(ctx context.Context, episodes *Episodes, counts *Counts, rough *Estimate) *Estimate {
	if !rough.OK() {
		return rough
	}
	e := *rough
	w := newWhole(episodes, e.Sizes.S)
	top := w.climb(ctx, e.vectorOf(w.layout))
	l := *e.Likelihood
	e.Likelihood, e.Findings = &l, slices.Clone(e.Findings)
	l.Trace = append(slices.Clone(l.Trace), top.trace...)
	if !e.Options.replicate && e.Sizes.S > 1 && (e.doubtful || w.cheap()) {
		top = e.searchWhole(ctx, w, top)
	}
	if ctx.Err() != nil {
		e.add(cancelled(ctx))
		return &e
	}
	if !e.Options.replicate {
		top = e.judgeWhole(ctx, w, top)
	}
	l.Converged = top.converged
	if last := l.Trace[len(l.Trace)-1]; top.value > last {
		l.Trace = append(l.Trace, top.value)
	}
	if !top.converged {
		e.add(finding.New(finding.NotConverged, float64(len(top.trace)), float64(w.cycles()), fmt.Sprintf("The likelihood was still rising after %s.", figure.Counted(len(top.trace), "cycle", "cycles"))))
	}
	e.finishWhole(w, top.x, counted(episodes, counts))
	return &e
}

// finishWhole makes the estimate's parameters of a vector.
func (e *Estimate) finishWhole(w *whole, x []float64, counts *Counts) {
	e.finish(w.layout, x, counts)
	e.GoingOn = nil
	if w.again > 0 {
		e.GoingOn = slices.Clone(x[w.again:][:w.n.S])
	}
}

// vectorOf writes the estimate's model, and where stretches begin, as one vector.
func (e *Estimate) vectorOf(l *layout) []float64 {
	x := l.vector(e.Model)
	if l.again > 0 && e.GoingOn != nil {
		copy(x[l.again:], e.GoingOn)
	}
	return x
}

func counted(episodes *Episodes, counts *Counts) *Counts {
	if counts == nil || counts.Sizes() != episodes.sizes {
		return NewCounts(episodes.sizes)
	}
	return counts
}

// wholeRough climbs from every start for a few cycles, and from the best one until a cycle gains less
// than gain.
func wholeRough(ctx context.Context, episodes *Episodes, counts *Counts, states int, options Options, from *Estimate, gain float64) *Estimate {
	counts = counted(episodes, counts)
	e := newEstimate(WholeName, counts, states, options)
	e.Episodes = episodes.total
	if states < 1 || episodes.steps == 0 {
		e.add(finding.New(finding.TooFewEpisodes, episodes.total, 1, "There is no episode to learn from.").Ends())
		return e
	}
	e.Stage = StageMoments
	w := newWhole(episodes, states)
	var starts [][]float64
	e.doubtful = true
	if from != nil && from.Model != nil && from.Sizes == w.n {
		x := w.vector(from.Model)
		w.interior(x, startInterior)
		starts = append(starts, x)
		e.doubtful = episodes.total < fewEpisodes || from.doubted()
	}
	random, _ := episodes.screened(ctx, states, e.Options.Seed, roughEffort, roughKept, nil)
	starts = append(starts, random...)
	best := climbed{value: math.Inf(-1)}
	for _, start := range starts {
		if c := extrapolate(ctx, w, w.layout, start, roughTrial, wholeRoughGain); c.value > best.value {
			best = c
		}
	}
	if best.x != nil {
		best = extrapolate(ctx, w, w.layout, best.x, w.cycles(), gain)
	}
	e.Likelihood = &Likelihood{Trace: best.trace, Converged: best.converged, Next: math.Inf(-1), Misfit: math.NaN()}
	switch {
	case ctx.Err() != nil:
		e.add(cancelled(ctx))
	case best.x == nil:
		e.add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "No start has a likelihood.").Ends())
	default:
		e.finishWhole(w, best.x, counts)
	}
	return e
}
