package model

import (
	"eeporl/moments/bounds"
	"eeporl/planning"
)

// PutIn are the estimates that stand for the truth in a log's chain of lemmas;
// NaN is what cannot be estimated.
func PutIn(p *bounds.Plugged) []Figure {
	return []Figure{
		{Name: "c", Value: planning.Exactly(p.C)},
		{Name: "ε_a", Value: planning.Exactly(p.EpsilonA)},
		{Name: "σ_T", Value: planning.Exactly(p.SigmaT.Value)},
		{Name: "σ_Z", Value: planning.Exactly(p.SigmaZ.Value)},
		{Name: "σ_R", Value: planning.Exactly(p.SigmaR.Value)},
		{Name: "‖T⁻¹‖₂", Value: planning.Exactly(p.InverseT)},
		{Name: "σ_k(P₁₂)", Value: planning.Exactly(p.SigmaK12)},
		{Name: "σ_k(P₁₃)", Value: planning.Exactly(p.SigmaK13)},
		{Name: "κ(M₁)", Value: planning.Exactly(p.CondM1)},
		{Name: "C_ddd(δ/3)", Value: planning.Exactly(p.Cddd(TheoryDelta / 3))},
	}
}
