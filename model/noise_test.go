package model_test

import (
	"strings"
	"testing"

	"eeporl/model"
)

// The sentence of the spectrum speaks of the moment that is not clear of the
// noise: P̂₁₃ where P̂₁₂ already is.
func TestSpectrumTellsWhichMomentIsFaint(t *testing.T) {
	s := do(t, session(t, "tea", 7), model.Intent{Verb: model.LeapBy, N: 1500}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Forward})
	e := s.Now().Estimate
	if e.Spectrum.SigmaK() <= e.Noise.P12.Limit || e.Spectrum.SigmaK13() > e.Noise.P13.Limit {
		t.Fatalf("expected σ_k of P̂₁₃ alone to be faint, found %g of %g and %g of %g", e.Spectrum.SigmaK(), e.Noise.P12.Limit, e.Spectrum.SigmaK13(), e.Noise.P13.Limit)
	}
	if sentence, _ := s.Account(true); !strings.HasPrefix(sentence, "σ₈(P̂₁₃)") {
		t.Errorf("found %q, expected it to speak of P̂₁₃", sentence)
	}
}
