package model_test

import (
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/moments"
)

// The sentence of the spectrum speaks of the moment that is not clear of the
// noise: P̂₁₃ where P̂₁₂ already is.
func TestSpectrumTellsWhichMomentIsFaint(t *testing.T) {
	s := do(t, session(t, "tea", 7), model.Intent{Verb: model.LeapBy, N: 2500}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Forward})
	e := s.Now().Estimate
	if e.Spectrum.SigmaK() <= moments.NoiseMargin*e.Noise.P12 || e.Spectrum.SigmaK13() > moments.NoiseMargin*e.Noise.P13 {
		t.Fatalf("expected σ_k of P̂₁₃ alone to be faint, found %g of %g and %g of %g", e.Spectrum.SigmaK(), e.Noise.P12, e.Spectrum.SigmaK13(), e.Noise.P13)
	}
	if sentence, _ := s.Account(true); !strings.HasPrefix(sentence, "σ₈(P̂₁₃)") {
		t.Errorf("found %q, expected it to speak of P̂₁₃", sentence)
	}
}
