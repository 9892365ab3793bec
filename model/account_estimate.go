package model

import (
	"fmt"
	"slices"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// accountEstimate says what the stage of an estimate at the cursor has done.
func (s Session) accountEstimate() (sentence, equation string) {
	e := s.now.Estimate
	if e == nil {
		return "No estimate.", ""
	}
	if s.now.Whole && !e.OK() {
		if f, ok := e.Stopped(); ok {
			why := "The estimate ends here. " + f.Detail
			if lacks := s.truth.Findings(); len(lacks) > 0 {
				why = "The estimate ends here, as it must: " + s.lacks()
			}
			return why, string(f.Code)
		}
	}
	return stages()[s.now.Beat.Kind].done(s)
}

// accountSpectrum says how far the directions stand above the noise.
func (s Session) accountSpectrum() (sentence, equation string) {
	e, k := s.now.Estimate, s.config.Model.Sizes().K()
	if f, low := e.Find(finding.SigmaBelowNoise); low { // of P̂₁₂ or, often sooner, of P̂₁₃
		return fmt.Sprintf("%s Some of the k = %d directions may be noise.", f.Detail, k), singular
	}
	return fmt.Sprintf("σ%s(P̂₁₂) = %s against %s from %s alone: the top k = %d singular vectors become U₁ and U₂.",
		figure.Sub(k), figure.Number(e.Spectrum.SigmaK()), noise(e), e.Chance(), k), singular
}

// accountMoments says what an estimator is handed.
func (s Session) accountMoments() (sentence, equation string) {
	e := s.now.Estimate
	switch estimators.By(e.Estimate).Uses {
	case moments.FromActions:
		return fmt.Sprintf("Of N = %s episodes %s uses, for each action alone, those that took it four times: one HMM an action.", figure.Count(e.Episodes), e.Estimator),
			naiveCells
	case moments.FromEpisodes:
		return fmt.Sprintf("%s is handed every step of N = %s whole episodes and asks which model makes what was earned and seen likeliest, whatever chose the actions.", e.Estimator, figure.Count(e.Episodes)), wholeLaw
	case moments.FromEarned:
		return fmt.Sprintf("%s is handed N = %s episodes with what their first action earned, which the triples do not hold.", e.Estimator, figure.Count(e.Episodes)), frequencies
	case moments.FromTriples:
		if estimators.By(e.Estimate).Gives(moments.GivesOperators) {
			return fmt.Sprintf("%s is handed how often each triple occurred in N = %s episodes: with what frequency rewards follow actions and histories.", e.Estimator, figure.Count(e.Episodes)), frequencies
		}
		asks := "asks which model makes that likeliest"
		if estimators.By(e.Estimate).Gives(moments.GivesDraws) {
			asks = "draws models, each as often as this makes it probable"
		}
		return fmt.Sprintf("%s is handed how often each triple occurred in N = %s episodes and %s.", e.Estimator, figure.Count(e.Episodes), asks), tripleLaw
	}
	handed := "P̂₁₂, P̂₁₃ and P̂₁₂₃"
	if estimators.By(e.Estimate).Gives(moments.GivesOperators) {
		handed = "P̂₁₂ and P̂₁₂₃"
	}
	return fmt.Sprintf("The estimator is handed %s of N = %s episodes; it sees nothing else.", handed, figure.Count(e.Episodes)), pairFrequency
}

// accountEigen says which mix of slices was taken.
func (s Session) accountEigen() (sentence, equation string) {
	e := s.now.Estimate
	r := e.Eigen.Used
	if !r.Real() {
		cause := "the noise exceeds the gap between them."
		if lacks := s.lacks(); lacks != "" {
			cause = "there is no gap for the noise to leave: " + lacks
		}
		return fmt.Sprintf("None of %d random mixes gave real eigenvalues: %s", len(e.Rotations), cause), contraction
	}
	if f, small := e.Find(finding.SmallGap); small {
		return fmt.Sprintf("Of %d random mixes the one with the widest gap is used. %s", len(e.Rotations), f.Detail), contraction
	}
	return fmt.Sprintf("Of %d random mixes that one is taken whose closest two eigenvalues of one a₂ lie furthest apart: by %s%s.",
		len(e.Rotations), figure.Number(r.Gap), e.ClosestColumns()), contraction
}

// accountOperators says what predicts without states.
func (s Session) accountOperators() (sentence, equation string) {
	e := s.now.Estimate
	if e.Operators == nil {
		return "Of the tests and histories no operators could be made.", operators
	}
	if estimators.By(e.Estimate).Uses == moments.FromMoments {
		return fmt.Sprintf("%s of P̂₁₂ describe a situation, and for each symbol a matrix carries it a step further. No eigenvectors, labels or states are needed.", figure.Counted(e.Operators.Rank(), "direction", "directions")), symbols
	}
	return fmt.Sprintf("%s describe a situation, and for each action and outcome a matrix carries it a step further. They mean no state: they predict what is seen next.", figure.Counted(e.Operators.Rank(), "number", "numbers")), operators
}

// accountColumns says where Ô and T̂ come from.
func (s Session) accountColumns() (sentence, equation string) {
	e := s.now.Estimate
	if slices.Contains(e.Theirs, moments.StageColumns) {
		return "Ô and T̂ are the program's own, in the order that it gives them.", ""
	}
	if e.Power != nil {
		return "Each component, mapped back and scaled to sum to 1, is a column of Ô, in the order in which it was found.", "μ = λ(Wᵀ)⁺v   Anandkumar et al. 2014"
	}
	if estimators.By(e.Estimate).Gives(moments.GivesDraws) {
		return "Each draw's states are put in one order; the means then make Ô and T̂: what each hidden state emits, and where it leads.", modelColumns
	}
	if e.L2 == nil {
		if s.truth.Unknown != "" {
			return "The model's parameters make the HMM's Ô and T̂: what each hidden state emits, and where it leads.", modelColumns
		}
		return "The model's parameters make the HMM's Ô and T̂, which can be held against the truth.", modelColumns
	}
	return "Each row of Ô belongs to one symbol x₂: its eigenvalues, one for each hidden state.",
		rotatedColumns
}

// accountParameters says in which order, or orders, the parameters come.
func (s Session) accountParameters() (sentence, equation string) {
	e := s.now.Estimate
	if estimators.By(e.Estimate).Gives(moments.GivesDraws) {
		return "b̂, T̂, Ẑ and R̂ are the draws' means, to be held against the truth. The plan is made with the draws themselves.", oneModel
	}
	if e.Model != nil {
		const one = "b̂, T̂, Ẑ and R̂ come in one order of the states for all actions, as any planner takes them"
		f, mixed := e.Find(finding.MixedOrders)
		switch {
		case estimators.By(e.Estimate).Uses != moments.FromActions:
			return one + ".", oneModel
		case mixed:
			return f.Detail, oneModel
		}
		return one + "; " + e.Estimator + " has it by assumption only.", oneModel
	}
	if slices.Contains(e.Theirs, moments.StageParameters) {
		return "Every pair (a, a') has its own b̂, p̂(z), p̂(r) and p̂(s') now, as the program gives them.", ""
	}
	if c := e.Comparison; c != nil && c.Order.Different() > 1 && estimators.By(e.Estimate).Gives(moments.GivesLabels) {
		return "Each pair (a, a') has b̂, p̂(z), p̂(r) and p̂(s') in its own order; T̂ leads from one to the next, so that does no harm.", pairParameters
	}
	negative := "no entry was negative"
	if most := e.Negative.Most(); most > rounding {
		negative = "noise left at most " + figure.Percent(most) + " of a distribution below 0"
	}
	return fmt.Sprintf("Every pair (a, a') has its own b̂, p̂(z), p̂(r) and p̂(s') now; %s before normalising.", negative), pairParameters
}
