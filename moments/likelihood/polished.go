package likelihood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// Polished is maximum likelihood on the cell counts in the POMDP's own
// parameters (b, T_a, Z_a, R_a shared by all blocks), by damped Fisher scoring
// from Aligned's answer, with EM where a step does not raise the likelihood.
// The likelihood has many maxima where episodes are few or the moments in doubt:
// then, and where the maximum does not fit the counts, Polished looks for a
// better one from random starts. It may have more states than there are
// outcomes (z, r), which the moments cannot tell apart.
func Polished(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("polished", counts, states, options)
	inDoubt := false
	if options.From() == nil {
		if inDoubt = startFromMoments(e, ctx, counts, options); e.Stage < moments.StageMoments || ctx.Err() != nil {
			return e
		}
	}
	l := NewLikelihood(counts, states)
	a := newAscent(l)
	limit := e.Options.Iterations
	if limit <= 0 {
		limit = scoringIterations
	}
	switch {
	case options.From() != nil:
		copy(a.x, options.From())
	case e.From != nil && e.From.Model != nil:
		copy(a.x, l.Vector(e.From.Model))
	case !search(e, ctx, a, limit, counts):
		e.Add(cancelledOr(ctx, "EM found no start."))
		return e
	}
	if e.Likelihood == nil {
		a.Interior(a.x, StartInterior)
		e.Likelihood = a.scoring(ctx, limit, counts.Exact())
		if inDoubt && ctx.Err() == nil {
			search(e, ctx, a, limit, counts)
		}
	}
	if !options.IsReplicate() {
		judgeFit(e, ctx, a, limit, counts)
	}
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return e
	}
	judgeSearch(e)
	if !e.Likelihood.Converged {
		e.Add(finding.New(finding.NotConverged, float64(len(e.Likelihood.Trace)-1), float64(limit), fmt.Sprintf(
			"The likelihood was still rising, or could not be raised, after %s.", figure.Counted(len(e.Likelihood.Trace)-1, "iteration", "iterations"))))
	}
	if e.Finish(l.Layout, a.x, counts) && a.fisher != nil && !options.IsReplicate() {
		identifiable(e, a)
	}
	return e
}

// startFromMoments runs Aligned for a start, and says whether it is in doubt which maximum
// Aligned's answer is near. Where Aligned has no answer, its fatal findings become ordinary
// ones: they do not stop Polished.
func startFromMoments(e *moments.Estimate, ctx context.Context, counts *moments.Counts, options moments.Options) (inDoubt bool) {
	if !e.AcceptCounts(counts) || e.Sizes.S > e.Sizes.Outcomes() {
		return true
	}
	from := spectral.Aligned(ctx, counts, e.Sizes.S, options)
	spectral.Inherit(e, from)
	e.From = from
	if from.Model == nil {
		for i := range e.Findings {
			e.Findings[i].Fatal = false
		}
		if ctx.Err() == nil {
			e.Add(finding.New(finding.FallbackStart, math.NaN(), math.NaN(), "The moments gave no start: polished from random starts of EM."))
		}
		return true
	}
	if counts.Exact() {
		return false
	}
	return Doubted(from) || counts.Mass() < moments.FewEpisodes
}

// Doubted says whether a moment estimator's own findings put in doubt which maximum it is near.
func Doubted(e *moments.Estimate) bool {
	return slices.ContainsFunc(e.Findings, func(f finding.Finding) bool {
		return f.Code == finding.SigmaBelowNoise || f.Code == finding.AmbiguousMatch || f.Code == finding.IllConditioned
	})
}

// StartInterior is the share of the uniform distribution in polished's start:
// scoring leaves it again in one step, and no cell that was seen starts at
// probability 0.
const StartInterior = 1e-3

// judgeFit looks for a better maximum where the present one does not fit the counts, and
// adds a finding where none does. It sets Likelihood.Misfit.
func judgeFit(e *moments.Estimate, ctx context.Context, a *ascent, limit int, counts *moments.Counts) {
	fits := func() (z float64, ok bool) {
		if counts.Exact() {
			divergence := -e.Likelihood.Last()
			return divergence, divergence <= poorFitExact
		}
		z = a.misfit()
		return z, z <= PoorFit
	}
	z, ok := fits()
	if !ok && e.Likelihood.Searched == 0 && ctx.Err() == nil {
		search(e, ctx, a, limit, counts)
		z, ok = fits()
	}
	e.Likelihood.Misfit = z
	if !ok {
		e.Add(poorlyFits(e.Sizes.S, z, counts.Exact()))
	}
}

const (
	// PoorFit is how many standard deviations G² may exceed what the model
	// explains: chance exceeds it in 1 of 1,000 samples, and in fewer than 1 of 100
	// however sparse the table is.
	PoorFit = 3.1
	// poorFitExact is the Kullback–Leibler divergence of the exact law beyond
	// which a maximum is not the global one.
	poorFitExact = 1e-12
)

// poorlyFits is the finding of a maximum that misses the counts by z standard
// deviations of G², or the exact law by more than rounding.
func poorlyFits(states int, z float64, exact bool) finding.Finding {
	best := "The best model found with " + figure.Counted(states, "state", "states")
	if exact {
		return finding.New(finding.PoorFit, z, poorFitExact, fmt.Sprintf(
			"%s has a divergence of %s from the exact law, where rounding explains %s: another number of states is needed, or this is not the global maximum.",
			best, figure.Number(z), figure.Number(poorFitExact)))
	}
	return finding.New(finding.PoorFit, z, PoorFit, fmt.Sprintf(
		"%s misses the counts by %s standard deviations of G² above chance's mean; chance exceeds %s in fewer than 1 of 100 samples. The counts ask for another number of states, or are not a POMDP's.",
		best, figure.Number(z), figure.Number(PoorFit)))
}

// identifiable adds the finding of a singular information matrix at the
// answer: then the likelihood is flat along a direction, and where on it the
// answer lies means nothing.
func identifiable(e *moments.Estimate, a *ascent) {
	j := a.information()
	for _, f := range a.fisher.about(a.x, func() *mat.SymDense { return j }).Findings {
		if f.Code == finding.UnidentifiableParameter {
			e.Add(f)
		}
	}
}

func cancelledOr(ctx context.Context, detail string) finding.Finding {
	if ctx.Err() != nil {
		return moments.Cancelled(ctx)
	}
	return finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), detail).Ends()
}
