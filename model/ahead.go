package model

import (
	"fmt"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"
)

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
	histories      = "p̂(o | h, a) = n(h, a, o) / n(h, a)   Even-Dar et al. 2005"
	symbols        = "B_x = Uᵀ P̂₃ₓ₁ (UᵀP̂₂₁)⁺   Hsu et al. 2009"
	powerStep      = "v ← 𝕋(I, v, v) / ‖·‖,  μ = λ(Wᵀ)⁺v   Anandkumar et al. 2014"
	drawn          = "θ ~ Dirichlet(α + uses),  uses ~ p(states | cells, θ)   Gibbs sampling"
	levelled       = "V_t = max_a Σ p̂·(r + γV_{t−1}), Σ p̂ = 1"
	scoring        = "θ ← θ + J⁻¹∇ log p   Fisher scoring"
	likeliest      = tripleLaw + "   maximum likelihood"
	modelColumns   = "O[x, h] = δ(a) δ(a') Z_a[z, s] R_a'[r, s]   Lemma 1"
	rotatedColumns = "Ô[x₂] = diagonal of F⁻¹·quotient·F,  T̂ = Ô⁺(ÔT)"
	givenLabel     = "x = (a, z, r, a')"
	oneModel       = "one POMDP (b̂, T̂_a, Ẑ_a, R̂_a)"
	pairParameters = "p̂(z) = normalize(Σ_r Ô^{a,a'})   Lemma 4"
	bestVector     = "argmax b̂·β   Algorithm 3, Lemma 7"
	branching      = "f(r, z)   Definition 3"
	lastStep       = "β₁(s) = Σ_r p̂(r|s,a)·r   Definition 3"
	backup         = "β_{t+1} = Σ p̂(r) p̂(s') p̂(z|s') (r + γβ_t)"
	oneMoreStep    = "β_{t+1}^{a,f}(s) = Σ_{r,z} p̂(r|s,a) Σ_s' p̂(s'|s,a) p̂(z|a,s') (r + γ β_t^{f(r,z)}(s'))"
)

// EstimateAhead lists the stages through which the next estimate will go.
func (s Session) EstimateAhead() []Ahead {
	n := s.config.Model.Sizes()
	by, _ := estimators.Named(s.method)
	ahead := [BeatParameters + 1]Ahead{
		BeatMoments:    {"", "P̂₁₂, P̂₁₃ and P̂₁₂₃: the estimator sees nothing else"},
		BeatSpectrum:   {"", fmt.Sprintf("the strongest k = %d directions, if they stand above the noise", n.K())},
		BeatEigen:      {"", "triples tell the columns apart: real eigenvalues with a gap"},
		BeatLikelihood: {"", "from there up to the likeliest parameters"},
		BeatHistories:  {"", "how often each history occurred, and what followed it: no model is made"},
		BeatDraws:      {"", "draws of states given parameters and of parameters given states, in turn: the posterior"},
		BeatPower:      {"", "whitened by the pair moments, triples become a tensor: its fixed points, one by one"},
		BeatOperators:  {"", "which tests and histories tell most, and a matrix for each action and outcome: no state is named"},
		BeatColumns:    {"", "Ô and T̂, their columns in an order that nobody knows"},
		BeatLabels:     {"", "the actions are observed, so each column's pair is known"},
		BeatParameters: {"", "b̂, T̂, Ẑ and R̂, as if all actions had one order of the states"},
	}
	change := func(k BeatKind, words string) { ahead[k].Words = words }
	if by.Gives(moments.GivesLabels) {
		change(BeatLabels, fmt.Sprintf("an entry above %s names the action pair of its column", figure.Number(s.config.Estimator.Threshold/float64(n.Outcomes()))))
	}
	if !by.Gives(moments.GivesOneOrder) {
		change(BeatParameters, "b̂, T̂, Ẑ and R̂ of each pair, the states in an order of its own")
	}
	if by.Uses == moments.FromActions {
		change(BeatMoments, "of each action alone, the episodes that took it four times")
	}
	if by.Uses == moments.FromTriples {
		change(BeatMoments, "how often each triple occurred")
	}
	if by.Gives(moments.GivesOperators) && by.Uses == moments.FromTriples {
		change(BeatMoments, "how often each reward followed each action, after what was done and seen")
	}
	if by.Gives(moments.GivesOperators) && by.Uses == moments.FromMoments {
		change(BeatMoments, "P̂₁₂ and P̂₁₂₃: the estimator sees nothing else")
		change(BeatOperators, "the directions of P̂₁₂ that stand above chance, and a matrix for each symbol: no state is named")
	}
	if by.Uses == moments.FromEpisodes {
		change(BeatMoments, "whole episodes, every step of each, and no moments")
	}
	if by.Uses == moments.FromEarned {
		change(BeatMoments, "whole episodes: each triple, and what the first action earned")
	}
	if by.Random() {
		change(BeatLikelihood, "from a random start up to a likeliest model")
	}
	if !by.Gives(moments.GivesSpectrum) {
		change(BeatColumns, "the Ô and T̂ of the model that was found")
	}
	out := make([]Ahead, 0, len(ahead))
	for k := BeatMoments; k <= BeatParameters; k++ {
		if !by.Gives(BeatGives(k)) {
			continue
		}
		x := ahead[k]
		x.Name = k.Stage()
		out = append(out, x)
	}
	return out
}

// BeatGives is what an estimator must give to come to a stage.
func BeatGives(k BeatKind) moments.Gives {
	switch k {
	case BeatSpectrum, BeatEigen:
		return moments.GivesSpectrum
	case BeatLikelihood:
		return moments.GivesLikelihood
	case BeatOperators:
		return moments.GivesOperators
	case BeatHistories:
		return moments.GivesHistories
	case BeatDraws:
		return moments.GivesDraws
	case BeatPower:
		return moments.GivesPower
	case BeatColumns, BeatLabels:
		return moments.GivesColumns
	case BeatParameters:
		return moments.GivesParameters
	}
	return 0
}

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
