package model

import "eeporl/moments/bounds"

// PutIn are the estimates that stand for the truth in a log's chain of lemmas;
// NaN is what cannot be estimated.
func PutIn(p *bounds.Plugged) []Figure {
	return []Figure{
		{Name: "c", Value: p.C},
		{Name: "ε_a", Value: p.EpsilonA},
		{Name: "σ_T", Value: p.SigmaT.Value},
		{Name: "σ_Z", Value: p.SigmaZ.Value},
		{Name: "σ_R", Value: p.SigmaR.Value},
		{Name: "‖T⁻¹‖₂", Value: p.InverseT},
		{Name: "σ_k(P₁₂)", Value: p.SigmaK12},
		{Name: "σ_k(P₁₃)", Value: p.SigmaK13},
		{Name: "κ(M₁)", Value: p.CondM1},
		{Name: "C_ddd(δ/3)", Value: p.Cddd(TheoryDelta / 3)},
	}
}
