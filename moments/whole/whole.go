// Package whole climbs the likelihood of whole episodes.
package whole

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/params"
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
	WholeRoughGain = 1e-1
	WholeClose     = 200 // units of AIC and BIC that a rough climb may miss
)

// Whole is maximum likelihood on whole episodes in the POMDP's own parameters, given the actions,
// by EM with extrapolation (Varadhan and Roland 2008, SQUAREM). It starts from the given estimate, if
// any, and from random starts. counts, the episodes' triples, only say how the induced HMM is shown;
// they may be nil.
func Whole(ctx context.Context, episodes *moments.Episodes, counts *moments.Counts, states int, options moments.Options, from *moments.Estimate) *moments.Estimate {
	return WholeFrom(ctx, episodes, counts, WholeRough(ctx, episodes, counts, states, options, from, WholeRoughGain))
}

// WholeFrom climbs on from a rough fit to the same episodes, looks for a better maximum where it may
// be missed, and judges what it found. A bootstrap replicate is only climbed.
func WholeFrom(ctx context.Context, episodes *moments.Episodes, counts *moments.Counts, rough *moments.Estimate) *moments.Estimate {
	if !rough.OK() {
		return rough
	}
	e := *rough
	w := NewLikelihood(episodes, e.Sizes.S)
	top := w.Climb(ctx, VectorOf(&e, w.Layout))
	l := *e.Likelihood
	e.Likelihood, e.Findings = &l, slices.Clone(e.Findings)
	l.Trace = append(slices.Clone(l.Trace), top.Trace...)
	if !e.Options.IsReplicate() && e.Sizes.S > 1 && (e.Doubtful || w.cheap()) {
		top = searchWhole(&e, ctx, w, top)
	}
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return &e
	}
	if !e.Options.IsReplicate() {
		top = judgeWhole(&e, ctx, w, top)
	}
	l.Converged = top.Converged
	if last := l.Trace[len(l.Trace)-1]; top.Value > last {
		l.Trace = append(l.Trace, top.Value)
	}
	if !top.Converged {
		e.Add(finding.New(finding.NotConverged, float64(len(top.Trace)), float64(w.Cycles()), fmt.Sprintf("The likelihood was still rising after %s.", figure.Counted(len(top.Trace), "cycle", "cycles"))))
	}
	FinishWhole(&e, w, top.X, Counted(episodes, counts))
	return &e
}

// FinishWhole makes the estimate's parameters of a vector.
func FinishWhole(e *moments.Estimate, w *Likelihood, x []float64, counts *moments.Counts) {
	e.Finish(w.Layout, x, counts)
	e.GoingOn = nil
	if w.Again > 0 {
		e.GoingOn = slices.Clone(x[w.Again:][:w.N.S])
	}
}

// VectorOf writes the estimate's model, and where stretches begin, as one vector.
func VectorOf(e *moments.Estimate, l *params.Layout) []float64 {
	x := l.Vector(e.Model)
	if l.Again > 0 && e.GoingOn != nil {
		copy(x[l.Again:], e.GoingOn)
	}
	return x
}

// Counted are the counts, or empty ones where they are nil or of other sizes than the episodes.
func Counted(episodes *moments.Episodes, counts *moments.Counts) *moments.Counts {
	if counts == nil || counts.Sizes() != episodes.Sizes() {
		return moments.NewCounts(episodes.Sizes())
	}
	return counts
}

// WholeRough climbs from every start for a few cycles, and from the best one until a cycle gains less
// than gain.
func WholeRough(ctx context.Context, episodes *moments.Episodes, counts *moments.Counts, states int, options moments.Options, from *moments.Estimate, gain float64) *moments.Estimate {
	counts = Counted(episodes, counts)
	e := moments.NewEstimate(moments.WholeName, counts, states, options)
	e.Episodes = episodes.Total()
	if states < 1 || episodes.Steps() == 0 {
		e.Add(finding.New(finding.TooFewEpisodes, episodes.Total(), 1, "There is no episode to learn from.").Ends())
		return e
	}
	e.Stage = moments.StageMoments
	w := NewLikelihood(episodes, states)
	var starts [][]float64
	e.Doubtful = true
	if from != nil && from.Model != nil && from.Sizes == w.N {
		x := w.Vector(from.Model)
		w.Interior(x, likelihood.StartInterior)
		starts = append(starts, x)
		e.Doubtful = episodes.Total() < moments.FewEpisodes || likelihood.Doubted(from)
	}
	random, _ := screened(episodes, ctx, states, e.Options.Seed, roughEffort, roughKept, nil)
	starts = append(starts, random...)
	best := params.Climbed{Value: math.Inf(-1)}
	for _, start := range starts {
		if c := params.Extrapolate(ctx, w, w.Layout, start, roughTrial, WholeRoughGain); c.Value > best.Value {
			best = c
		}
	}
	if best.X != nil {
		best = params.Extrapolate(ctx, w, w.Layout, best.X, w.Cycles(), gain)
	}
	e.Likelihood = &moments.Likelihood{Trace: best.Trace, Converged: best.Converged, Next: math.Inf(-1), Misfit: math.NaN()}
	switch {
	case ctx.Err() != nil:
		e.Add(moments.Cancelled(ctx))
	case best.X == nil:
		e.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "No start has a likelihood.").Ends())
	default:
		FinishWhole(e, w, best.X, counts)
	}
	return e
}
