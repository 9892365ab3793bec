package model

import (
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
	symbols        = "B_x = Uᵀ P̂₃ₓ₁ (UᵀP̂₂₁)⁺   Hsu et al. 2009"
	levelled       = "V_t = max_a Σ p̂·(r + γV_{t−1}), Σ p̂ = 1"
	scoring        = "θ ← θ + J⁻¹∇ log p   Fisher scoring"
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
