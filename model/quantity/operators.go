package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
)

// operators are what an estimator came to that predicts without states.
func operators() []Quantity {
	tests := func(of func(t *moments.TestSpectrum) float64) reading {
		return shown(model.BeatOperators, func(_ model.Session, e *experiment.Estimated) float64 {
			if e.Tests == nil {
				return math.NaN()
			}
			return of(e.Tests)
		})
	}
	return []Quantity{
		{Name: "tests_sigma", Detail: true, Is: "the weakest direction that was taken", Formula: "σ_k(P_TH), k = |S|; hkz: σ_k(P̂₁₂)", Matters: "Where it is no more than chance, what is seen next does not tell the states apart.",
			Read: tests(func(t *moments.TestSpectrum) float64 { return t.Sigma[t.Taken-1] })},
		{Name: "tests_noise", Detail: true, Is: "what chance makes of a direction that is not there", Formula: "√(mean over rows of Σ p(1−p)/n)", Matters: "A direction has to stand well above it.",
			Read: tests(func(t *moments.TestSpectrum) float64 { return t.Noise.Level })},
		{Name: "tests_limit", Detail: true, Is: "what chance makes of a direction at most, but seldom", Formula: "a direction that stands below it may be chance alone", Matters: "A direction has to stand well above it.",
			Read: tests(func(t *moments.TestSpectrum) float64 { return t.Noise.Limit })},
		{Name: "closure", Detail: true, Is: "by how much the predicted outcomes fail to add up", Formula: "max |Σ b_∞ᵀB_{a,r,z} − b_∞ᵀ| / max |b_∞|", Matters: "It is 0 for the law of a POMDP, and jumps where there are more directions than states.",
			Read: tests(func(t *moments.TestSpectrum) float64 {
				if t.Taken > len(t.Closure) {
					return math.NaN()
				}
				return t.Closure[t.Taken-1]
			})},
	}
}
