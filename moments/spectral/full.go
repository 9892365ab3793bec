// Package spectral learns by decomposing moments: the paper's own estimator (Full), its kin, the tensor power method
// and HKZ.
package spectral

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Full is the paper's estimator: the extended method of moments (Lemma 2;
// Anandkumar et al. 2012, Alg. B), LabelActions (Algorithm 2, Lemma 3) and the
// parameters of the POMDP (section "Parameter Estimation", Lemma 4) for a given
// number of states. It is a pure function of its arguments. What went wrong on
// the way is in the estimate's findings; a cancelled context ends it with the
// finding "cancelled".
func Full(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("full", counts, states, options)
	if !e.AcceptCounts(counts) || !e.TellsApart() {
		return e
	}
	s, ok := spectrum(e, counts)
	if !ok || !eigen(e, ctx, s) || !observations(e, s) {
		return e
	}
	label(e)
	if _, stopped := e.Stopped(); stopped {
		return e
	}
	if initial, ok := e.FillBeliefs(); ok {
		e.FillParameters(initial)
	}
	return e
}

// spectrum decomposes the pair moments and compares σ_k with the noise. It returns false
// when the estimate cannot go on.
func spectrum(e *moments.Estimate, counts *moments.Counts) (*spectral, bool) {
	s, spectrum, ok := decompose(counts, e.Sizes)
	if !ok {
		e.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "The singular value decomposition of the moments did not converge.").Ends())
		return nil, false
	}
	e.Spectrum, e.Subspaces = spectrum, s.subspaces()
	e.Noise = new(moments.Noise)
	if !e.Options.IsReplicate() {
		e.Noise = s.noise(spectrum, e.Subspaces.U3, moments.NoiseReplicates, e.Options.Seed)
	}
	e.Stage = moments.StageSpectrum
	decided := spectrum.SigmaK() > num.Rounding(spectrum.P12) // else rounding decides which are the top k
	for a2, got := range spectrum.Chosen {
		if want := e.Sizes.A * e.Sizes.S; got != want && decided {
			e.Add(finding.New(finding.BlockRank, float64(got), float64(want), fmt.Sprintf(
				"The block of action %d holds %d of the %d largest singular values of P̂₁₂ where |A||S| = %d belong to it.", a2+1, got, spectrum.K, want)))
		}
	}
	stop := false
	for _, m := range []struct {
		name   string
		values []float64
		sigmaK float64
		noise  moments.Floor
	}{
		{"P̂₁₂", spectrum.P12, spectrum.SigmaK(), e.Noise.P12},
		{"P̂₁₃", spectrum.P13, spectrum.SigmaK13(), e.Noise.P13},
	} {
		zero := num.Rounding(m.values)
		what := "σ" + figure.Sub(spectrum.K) + "(" + m.name + ")"
		switch {
		case m.sigmaK <= zero && counts.Exact():
			e.Add(finding.New(finding.AssumptionViolated, m.sigmaK, zero, fmt.Sprintf(
				"%s although the law is exact: model and exploration lack the rank that the method needs.", moments.Vanishing(what, m.sigmaK))).Ends())
			stop = true
		case m.sigmaK <= zero:
			e.Add(finding.New(finding.SigmaBelowNoise, m.sigmaK, zero, fmt.Sprintf(
				"%s: the counts do not have rank %d.", moments.Vanishing(what, m.sigmaK), spectrum.K)).Ends())
			stop = true
		case m.sigmaK <= m.noise.Limit:
			e.Add(finding.New(finding.SigmaBelowNoise, m.sigmaK, m.noise.Limit, moments.Faint(what, m.sigmaK, m.noise)+"."))
		}
	}
	return s, !stop
}

// eigen tries the rotations and keeps the best one's eigenvectors.
func eigen(e *moments.Estimate, ctx context.Context, s *spectral) bool {
	s.contract(e.Subspaces.U3)
	e.Rotations, e.Chosen, e.Eigen = s.rotate(ctx, e.Options)
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return false
	}
	if e.Eigen == nil {
		e.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), fmt.Sprintf(
			"No eigenproblem of %s could be solved.", figure.Counted(len(e.Rotations), "rotation", "rotations"))).Ends())
		return false
	}
	e.Stage = moments.StageEigen
	best := e.Rotations[e.Chosen]
	if !best.Real() {
		e.Add(finding.New(finding.ComplexEigenvalues, best.MaxImaginary, 0, fmt.Sprintf(
			"%s complex eigenvalues (imaginary part %s in the best): %s exceeds the eigenvalue gap.",
			moments.EveryRotation(len(e.Rotations)), figure.Number(best.MaxImaginary), e.NoiseName())).Ends())
		return false
	}
	if !s.invert() || !(best.Cond < num.Singular) {
		e.Add(finding.New(finding.IllConditioned, best.Cond, num.Singular, fmt.Sprintf(
			"The eigenvectors R are linearly dependent to working precision: cond(R) = %s.", figure.Number(best.Cond))).Ends())
		return false
	}
	e.Eigen.Contractions = s.contractions(e.Eigen.Theta)
	e.Eigen.GapError = s.gapError(e.Subspaces, e.Eigen.Theta.RawRowView(0))
	if limit := 2 * e.Eigen.GapError; best.Gap < limit {
		e.Add(finding.New(finding.SmallGap, best.Gap, limit, fmt.Sprintf(
			"The closest two eigenvalues%s lie %s apart, within two standard errors of %s: another sample could swap or merge them.",
			e.ClosestColumns(), figure.Number(best.Gap), figure.Number(e.Eigen.GapError))))
	} else if best.Gap < smallestGap {
		e.Add(finding.New(finding.SmallGap, best.Gap, smallestGap, fmt.Sprintf(
			"The closest two eigenvalues lie only %s apart: rounding decides their eigenvectors.", figure.Number(best.Gap))))
	}
	if best.Cond > illConditioned {
		e.Add(finding.New(finding.IllConditioned, best.Cond, illConditioned, fmt.Sprintf(
			"cond(R) = %s: the eigenvectors are nearly dependent and magnify %s as much.", figure.Number(best.Cond), e.NoiseName())))
	}
	return true
}

// observations computes Ô and ÔT, and T̂ and ŵ where Ô has full column rank.
func observations(e *moments.Estimate, s *spectral) bool {
	if !s.columns(e) {
		e.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "U₁ᵀP̂₁₃U₃ is singular: Ô cannot be solved for.").Ends())
		return false
	}
	e.Stage = moments.StageColumns
	if failed, cond := transitions(e, s.counts, s.pointers()); failed >= 0 {
		e.Add(finding.New(finding.SingularObservations, cond, num.Singular, fmt.Sprintf(
			"Ô lacks full column rank: its condition number is %s, so T̂ and ŵ cannot be solved for.", figure.Number(cond))).Ends())
	}
	return true
}

// label runs LabelActions.
func label(e *moments.Estimate) {
	var findings []finding.Finding
	e.Labels, e.Columns, findings = moments.LabelActions(e.O, e.Sizes, e.Threshold())
	e.Add(findings...)
	e.Stage = moments.StageLabels
}

// What counts as a small gap between two eigenvalues, and as an ill-conditioned 𝓡.
const (
	smallestGap    = 1e-10
	illConditioned = 1e6
)
