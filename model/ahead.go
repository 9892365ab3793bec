package model

import (
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"
)

// stage is one of an estimate's: who comes to it, what it will do, and what it has done.
type stage struct {
	gives moments.Gives // what an estimator must give to come to it
	ahead func(moments.Estimator, Config) string
	done  func(Session) (sentence, equation string)
}

// stages are those of all estimators.
func stages() [BeatParameters + 1]stage {
	return [...]stage{
		BeatMoments: {0, momentsAhead, Session.accountMoments},
		BeatSpectrum: {moments.GivesSpectrum, func(_ moments.Estimator, c Config) string {
			return fmt.Sprintf("the strongest k = %d directions, if they stand above the noise", c.Model.Sizes().K())
		}, Session.accountSpectrum},
		BeatEigen: {moments.GivesSpectrum, words("triples tell the columns apart: real eigenvalues with a gap"), Session.accountEigen},
		BeatLikelihood: {moments.GivesLikelihood, func(by moments.Estimator, _ Config) string {
			if by.Random() {
				return "from a random start up to a likeliest model"
			}
			return "from there up to the likeliest parameters"
		}, Session.accountLikelihood},
		BeatOperators: {moments.GivesOperators, func(by moments.Estimator, _ Config) string {
			if by.Uses == moments.FromMoments {
				return "the directions of P̂₁₂ that stand above chance, and a matrix for each symbol: no state is named"
			}
			return "which tests and histories tell most, and a matrix for each action and outcome: no state is named"
		}, Session.accountOperators},
		BeatHistories: {moments.GivesHistories, words("how often each history occurred, and what followed it: no model is made"), func(s Session) (string, string) {
			d := s.now.Estimate.Histories.Upto(s.now.Estimate.Options.Horizon)
			last := d[len(d)-1]
			return fmt.Sprintf("Histories stand in for states: with the action of step %d there are %s of them, and %s occurred.",
				len(d), figure.Count(last.Possible), figure.Count(float64(last.Seen))), "p̂(o | h, a) = n(h, a, o) / n(h, a)   Even-Dar et al. 2005"
		}},
		BeatDraws: {moments.GivesDraws, words("draws of states given parameters and of parameters given states, in turn: the posterior"), func(s Session) (string, string) {
			const drawn = "θ ~ Dirichlet(α + uses),  uses ~ p(states | cells, θ)   Gibbs sampling"
			if math.IsInf(s.now.Estimate.Episodes, 1) {
				return "Of the exact law the posterior is one point: the maximum of the likelihood.", drawn
			}
			p := s.now.Estimate.Posterior
			return fmt.Sprintf("%s are kept, of %d sweeps a chain. The plan is made for their mixture: acting shows which of them fits.",
				figure.Counted(len(p.Draws), "draw", "draws"), len(p.LogLikelihood[0])), drawn
		}},
		BeatPower: {moments.GivesPower, words("whitened by the pair moments, triples become a tensor: its fixed points, one by one"), func(s Session) (string, string) {
			return s.accountPower(), "v ← M₃(I, v, v) / ‖·‖,  μ = λ(Wᵀ)⁺v   Anandkumar et al. 2014"
		}},
		BeatColumns: {moments.GivesColumns, func(by moments.Estimator, _ Config) string {
			if !by.Gives(moments.GivesSpectrum) {
				return "the Ô and T̂ of the model that was found"
			}
			return "Ô and T̂, their columns in an order that nobody knows"
		}, Session.accountColumns},
		BeatLabels: {moments.GivesColumns, func(by moments.Estimator, c Config) string {
			if by.Gives(moments.GivesLabels) {
				return fmt.Sprintf("an entry above %s names the action pair of its column", figure.Number(c.Estimator.Threshold/float64(c.Model.Sizes().Outcomes())))
			}
			return "the actions are observed, so each column's pair is known"
		}, Session.accountLabels},
		BeatParameters: {moments.GivesParameters, func(by moments.Estimator, _ Config) string {
			if by.Gives(moments.GivesOneOrder) {
				return "b̂, T̂, Ẑ and R̂, as if all actions had one order of the states"
			}
			return "b̂, T̂, Ẑ and R̂ of each pair, the states in an order of its own"
		}, Session.accountParameters},
	}
}

// words are the same for all estimators.
func words(text string) func(moments.Estimator, Config) string {
	return func(moments.Estimator, Config) string { return text }
}

// momentsAhead says what an estimator will be handed.
func momentsAhead(by moments.Estimator, _ Config) string {
	switch by.Uses {
	case moments.FromActions:
		return "of each action alone, the episodes that took it four times"
	case moments.FromEpisodes:
		return "whole episodes, every step of each, and no moments"
	case moments.FromEarned:
		return "whole episodes: each triple, and what the first action earned"
	case moments.FromTriples:
		if by.Gives(moments.GivesOperators) {
			return "how often each reward followed each action, after what was done and seen"
		}
		return "how often each triple occurred"
	}
	if by.Gives(moments.GivesOperators) {
		return "P̂₁₂ and P̂₁₂₃: the estimator sees nothing else"
	}
	return "P̂₁₂, P̂₁₃ and P̂₁₂₃: the estimator sees nothing else"
}

// BeatGives is what an estimator must give to come to a stage.
func BeatGives(k BeatKind) moments.Gives { return stages()[k].gives }

// EstimateAhead lists the stages through which the next estimate will go.
func (s Session) EstimateAhead() []Ahead {
	by, _ := estimators.Named(s.method)
	var out []Ahead
	for k, all := BeatMoments, stages(); k <= BeatParameters; k++ {
		if x := all[k]; by.Gives(x.gives) {
			out = append(out, Ahead{k.Stage(), x.ahead(by, s.config)})
		}
	}
	return out
}

// Ahead is what is to come: a stage by its name, and what it will do.
type Ahead struct{ Name, Words string }

// Equations behind the stages.
const (
	pairFrequency  = "P̂₁₂[i,j] = p̂(x₁=i, x₂=j)"
	naiveCells     = "cells a₁ = a₂ = a₃ = a₄   paper, section 4"
	tripleLaw      = "p(x₁, x₂, x₃ | b, T_a, Z_a, R_a)"
	wholeLaw       = "Π_t p(r_t, z_{t+1} | what was done, earned and seen before, a_t, θ)"
	singular       = "P̂₁₂ = U₁ Σ U₂ᵀ   Anandkumar et al. 2012"
	contraction    = "B₁₂₃(η) = (U₁ᵀF) diag(λ) (U₁ᵀF)⁻¹,  λ = M₃ᵀη"
	frequencies    = "p̂(o | do a) = n(o, a) / n(a)"
	operators      = "B_{a,r,z} = Uᵀ P_{T,aoH} (UᵀP_TH)⁺   Boots et al. 2011"
	symbols        = "B_x = Uᵀ P̂_{3x1} (UᵀP̂₂₁)⁺   Hsu et al. 2009"
	levelled       = "V_t = max_a Σ p̂·(r + γV_{t−1}), Σ p̂ = 1"
	scoring        = "θ ← θ + J⁻¹ ∂ log p/∂θ   Fisher scoring"
	likeliest      = tripleLaw + "   maximum likelihood"
	modelColumns   = "O[x, h] = δ(a) δ(a') Z_a[z, s] R_a'[r, s]   Lemma 1"
	rotatedColumns = "Ô[x₂] = diagonal of F⁻¹·quotient·F,  T̂ = Ô⁺(ÔT)"
	oneModel       = "one POMDP (b̂, T̂_a, Ẑ_a, R̂_a)"
	pairParameters = "p̂(z) = normalize(Σ_r Ô^{a,a'})   Lemma 4"
	bestVector     = "argmax b̂·β   Algorithm 3, Lemma 7"
	branching      = "f(r, z)   Definition 3"
	lastStep       = "β₁(s) = Σ_r p̂(r|s,a)·r   Definition 3"
	backup         = "β_{t+1} = Σ p̂(r) p̂(s') p̂(z|s') (r + γβ_t)"
	oneMoreStep    = "β_{t+1}^{a,f}(s) = Σ_{r,z} p̂(r|s,a) Σ_s' p̂(s'|s,a) p̂(z|a,s') (r + γ β_t^{f(r,z)}(s'))"
)

// foundLabel is the equation of a label by a share of 1/(|R||Z|).
func foundLabel(share float64) string {
	return "label = (a, a') of a row ≥ " + moments.ThresholdFormula(share) + "   Lemma 3"
}

// Backup is how a β-vector is made: of the vectors with a step less, or of the last rewards.
const Backup = oneMoreStep + ",  " + lastStep

// PlanAhead lists what planning with an estimate will do, and what an episode
// of phase 2 does with the plan.
func (s Session) PlanAhead() []Ahead {
	outcome := "(r, z)"
	if s.config.Observe == planning.ObserveZ {
		outcome = "z"
	}
	horizon := s.config.Model.Horizon()
	by, _ := estimators.Named(s.method)
	if e := s.now.Estimate; e != nil {
		by = estimators.By(e.Estimate)
	}
	if !by.Gives(moments.GivesParameters) {
		return []Ahead{
			{"tree", "every action, and whatever " + outcome + " is predicted after it, down to the last step: no vectors over states"},
			{"phase 2", "each " + outcome + " selects a branch of the tree; no belief is updated"},
		}
	}
	earns, goes := "", ""
	if !by.Gives(moments.GivesOneOrder) {
		earns, goes = ", in the order of its pair", "; s' is in the order of that vector's pair"
	}
	out := []Ahead{{"Γ₁", "with one step to go: what each action earns in each state" + earns}}
	if horizon > 1 {
		name := "Γ₂ … Γ" + figure.Sub(horizon)
		if horizon == 2 {
			name = "Γ₂"
		}
		out = append(out,
			Ahead{name, "one step more: an action, and for each outcome " + outcome + " a vector to go on with" + goes},
			Ahead{"pruning", "the formula says how many vectors there are; those that are best at no belief are dropped"})
	}
	return append(out,
		Ahead{"policy", "the vector that promises most at b̂, with its tree"},
		Ahead{"phase 2", "each " + outcome + " selects a branch of the tree; no belief is updated"})
}
