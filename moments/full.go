package moments

import (
	"context"
	"fmt"
	"math"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Full is the paper's estimator: the extended method of moments (Lemma 2;
// Anandkumar et al. 2012, Alg. B), LabelActions (Algorithm 2, Lemma 3) and the
// parameters of the POMDP (section "Parameter Estimation", Lemma 4) for a given
// number of states. It is a pure function of its arguments. What went wrong on
// the way is in the estimate's findings; a cancelled context ends it with the
// finding "cancelled".
func Full(ctx context.Context, counts *Counts, states int, options Options) *Estimate {
	e := newEstimate("full", counts, states, options)
	if !e.acceptCounts(counts) || !e.tellsApart() {
		return e
	}
	s, ok := e.spectrum(counts)
	if !ok || !e.eigen(ctx, s) || !e.observations(s) {
		return e
	}
	e.label()
	if _, stopped := e.Stopped(); stopped {
		return e
	}
	if initial, ok := e.beliefs(); ok {
		e.parameters(initial)
	}
	return e
}

// spectrum decomposes the pair moments and compares σ_k with the noise. It returns false
// when the estimate cannot go on.
func (e *Estimate) spectrum(counts *Counts) (*spectral, bool) {
	s, spectrum, ok := decompose(counts, e.Sizes)
	if !ok {
		e.add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "The singular value decomposition of the moments did not converge.").Ends())
		return nil, false
	}
	e.Spectrum, e.Subspaces = spectrum, s.subspaces()
	e.Noise = new(Noise)
	if !e.Options.replicate {
		e.Noise = s.noise(spectrum, e.Subspaces.U3, noiseReplicates, e.Options.Seed)
	}
	e.Stage = StageSpectrum
	decided := spectrum.SigmaK() > rounding(spectrum.P12) // else rounding decides which are the top k
	for a2, got := range spectrum.Chosen {
		if want := e.Sizes.A * e.Sizes.S; got != want && decided {
			e.add(finding.New(finding.BlockRank, float64(got), float64(want), fmt.Sprintf(
				"The block of action %d holds %d of the %d largest singular values of P̂₁₂ where |A||S| = %d belong to it.", a2+1, got, spectrum.K, want)))
		}
	}
	stop := false
	for _, m := range []struct {
		name           string
		values         []float64
		sigma1, sigmaK float64
		noise          Floor
	}{
		{"P̂₁₂", spectrum.P12, nth(spectrum.P12, 1), spectrum.SigmaK(), e.Noise.P12},
		{"P̂₁₃", spectrum.P13, nth(spectrum.P13, 1), spectrum.SigmaK13(), e.Noise.P13},
	} {
		zero := rounding(m.values)
		what := "σ" + figure.Sub(spectrum.K) + "(" + m.name + ")"
		switch {
		case m.sigmaK <= zero && counts.exact:
			e.add(finding.New(finding.AssumptionViolated, m.sigmaK, zero, fmt.Sprintf(
				"%s although the law is exact: model and exploration lack the rank that the method needs.", vanishing(what, m.sigmaK))).Ends())
			stop = true
		case m.sigmaK <= zero:
			e.add(finding.New(finding.SigmaBelowNoise, m.sigmaK, zero, fmt.Sprintf(
				"%s: the counts do not have rank %d.", vanishing(what, m.sigmaK), spectrum.K)).Ends())
			stop = true
		case m.sigmaK <= m.noise.Limit:
			e.add(finding.New(finding.SigmaBelowNoise, m.sigmaK, m.noise.Limit, faint(what, m.sigmaK, m.noise)+"."))
		}
	}
	return s, !stop
}

// eigen tries the rotations and keeps the best one's eigenvectors.
func (e *Estimate) eigen(ctx context.Context, s *spectral) bool {
	s.contract(e.Subspaces.U3)
	e.Rotations, e.Chosen, e.Eigen = s.rotate(ctx, e.Options)
	if ctx.Err() != nil {
		e.add(cancelled(ctx))
		return false
	}
	if e.Eigen == nil {
		e.add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), fmt.Sprintf(
			"No eigenproblem of %s could be solved.", figure.Counted(len(e.Rotations), "rotation", "rotations"))).Ends())
		return false
	}
	e.Stage = StageEigen
	best := e.Rotations[e.Chosen]
	if !best.Real() {
		e.add(finding.New(finding.ComplexEigenvalues, best.MaxImaginary, 0, fmt.Sprintf(
			"%s complex eigenvalues (imaginary part %s in the best): %s exceeds the eigenvalue gap.",
			everyRotation(len(e.Rotations)), figure.Number(best.MaxImaginary), e.noiseName())).Ends())
		return false
	}
	if !s.invert() || !(best.Cond < singular) {
		e.add(finding.New(finding.IllConditioned, best.Cond, singular, fmt.Sprintf(
			"The eigenvectors R are linearly dependent to working precision: cond(R) = %s.", figure.Number(best.Cond))).Ends())
		return false
	}
	e.Eigen.Contractions = s.contractions(e.Eigen.Theta)
	e.Eigen.GapError = s.gapError(e.Subspaces, e.Eigen.Theta.RawRowView(0))
	if limit := 2 * e.Eigen.GapError; best.Gap < limit {
		e.add(finding.New(finding.SmallGap, best.Gap, limit, fmt.Sprintf(
			"The closest two eigenvalues%s lie %s apart, within two standard errors of %s: another sample could swap or merge them.",
			e.ClosestColumns(), figure.Number(best.Gap), figure.Number(e.Eigen.GapError))))
	} else if best.Gap < smallestGap {
		e.add(finding.New(finding.SmallGap, best.Gap, smallestGap, fmt.Sprintf(
			"The closest two eigenvalues lie only %s apart: rounding decides their eigenvectors.", figure.Number(best.Gap))))
	}
	if best.Cond > illConditioned {
		e.add(finding.New(finding.IllConditioned, best.Cond, illConditioned, fmt.Sprintf(
			"cond(R) = %s: the eigenvectors are nearly dependent and magnify %s as much.", figure.Number(best.Cond), e.noiseName())))
	}
	return true
}

// observations computes Ô and ÔT, and T̂ and ŵ where Ô has full column rank.
func (e *Estimate) observations(s *spectral) bool {
	if !s.columns(e) {
		e.add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "U₁ᵀP̂₁₃U₃ is singular: Ô cannot be solved for.").Ends())
		return false
	}
	e.Stage = StageColumns
	if failed, cond := e.transitions(s.counts, s.pointers()); failed >= 0 {
		e.add(finding.New(finding.SingularObservations, cond, singular, fmt.Sprintf(
			"Ô lacks full column rank: its condition number is %s, so T̂ and ŵ cannot be solved for.", figure.Number(cond))).Ends())
	}
	return true
}

// label runs LabelActions.
func (e *Estimate) label() {
	var findings []finding.Finding
	e.Labels, e.Columns, findings = LabelActions(e.O, e.Sizes, e.Threshold())
	e.add(findings...)
	e.Stage = StageLabels
}
