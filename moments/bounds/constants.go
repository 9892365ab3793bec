package bounds

import "math"

// C123 is C_{1,2,3}(δ) of Anandkumar, Hsu and Kakade 2012, Theorem 3.1, as
// Lemma 2 quotes it. Its inverse is the factor by which a sampling error in the
// moments is magnified on its way to M₃ = OT. 0 where the moments lack rank.
func (b *Model) C123(delta float64) float64 {
	return b.sensitivity(b.Separation3, b.SigmaK12, b.SigmaK13, delta)
}

// C132 is C_{1,3,2}(δ), the same with x₂ and x₃ exchanged: for M₂ = O. The
// proof of Lemma 2 once calls it C_{3,1,2}.
func (b *Model) C132(delta float64) float64 {
	return b.sensitivity(b.Separation2, b.SigmaK13, b.SigmaK12, delta)
}

// Cddd is C_{d,d,d}(δ), the smaller of the two.
func (b *Model) Cddd(delta float64) float64 { return math.Min(b.C123(delta), b.C132(delta)) }

// sensitivity is min(separation·σ²/(‖P₁₂₃‖₂ k⁵ κ(M₁)⁴) · δ/ln(k/δ), other).
func (b *Model) sensitivity(separation, sigma, other, delta float64) float64 {
	if sigma == 0 || other == 0 || math.IsInf(b.CondM1, 1) {
		return 0
	}
	k := float64(b.Sizes.K())
	x := separation * sigma * sigma / (b.NormP123 * math.Pow(k, 5) * math.Pow(b.CondM1, 4))
	if log := math.Log(k / delta); log > 0 { // 0 for k = δ = 1: nothing is asked
		return math.Min(x*delta/log, other)
	}
	return other
}

// columnFactors are what ColumnError(episodes, delta) is the product of; nil
// where it is no such product: the moments lack rank, or σ_k alone decides.
func (b *Model) columnFactors(episodes, delta float64) []Factor {
	third, k := delta/3, float64(b.Sizes.K())
	separation, sigma, of := b.Separation3, b.SigmaK12, "P₁₂"
	if b.C132(third) < b.C123(third) {
		separation, sigma, of = b.Separation2, b.SigmaK13, "P₁₃"
	}
	root := math.Sqrt(math.Log(3 / delta))
	factors := []Factor{
		{"1/√N", 1 / math.Sqrt(episodes)},
		{"|A|√(|Z||R|)", math.Sqrt(float64(b.Sizes.Pairs() * b.Sizes.Outcomes()))},
		{"(1 + √ln(3/δ)) √ln(3/δ)", (1 + root) * root},
		{"‖P₁₂₃‖₂ over the least distance of two states' columns", b.NormP123 / separation},
		{"k⁵", math.Pow(k, 5)},
		{"κ(M₁)⁴", math.Pow(b.CondM1, 4)},
		{"1/σ_k(" + of + ")²", 1 / (sigma * sigma)},
		{"3 ln(3k/δ)/δ", math.Log(k/third) / third},
	}
	product := 1.
	for _, f := range factors {
		product *= f.Value
	}
	if whole := b.ColumnError(episodes, delta); !(math.Abs(product-whole) <= 1e-9*whole) || whole == 0 {
		return nil
	}
	return factors
}

// The lemmas' inequalities, each once. They are linear in the errors, so that
// the theorem's ε is their composition; only the growth of the repaired Lemma
// 6 is not.

// transitionGain is ‖T̂ − T‖₂ per unit of ε₁: 18|A||S|⁴q (Lemma 2).
func (b *Model) transitionGain() float64 {
	return 18 * float64(b.Sizes.A) * math.Pow(float64(b.Sizes.S), 4) * b.Q()
}

// middleGain is ‖ŵ − w‖₂ per unit of ε₁: 14|A|²|S|^2.5 q (Lemma 2).
func (b *Model) middleGain() float64 {
	return 14 * float64(b.Sizes.Pairs()) * math.Pow(float64(b.Sizes.S), 2.5) * b.Q()
}

// observationGain is ‖Ô − O‖₂ per unit of ε₁: |A||S|^½ (Lemma 2).
func (b *Model) observationGain() float64 {
	return float64(b.Sizes.A) * math.Sqrt(float64(b.Sizes.S))
}

// inversionLimit is the ε₁ up to which Lemma 2 bounds T̂ and ŵ:
// 1/(6|A||S|^1.5 q).
func (b *Model) inversionLimit() float64 {
	return 1 / (6 * float64(b.Sizes.A) * math.Pow(float64(b.Sizes.S), 1.5) * b.Q())
}

// labelLimit is the max-norm error of Ô up to which LabelActions is right:
// 1/(3|Z||R|) (Lemma 3).
func (b *Model) labelLimit() float64 { return 1 / (3 * float64(b.Sizes.Outcomes())) }

// outcomeError is the error of p̂(z|·) and p̂(r|·) for each unit of ε_O: 4|Z||R| (Lemma 4).
func (b *Model) outcomeError() float64 { return 4 * float64(b.Sizes.Outcomes()) }

// transitionError is the error of p̂(s'|s,a): 4|S|ε_T/ε_a² (Lemma 4).
func (b *Model) transitionError(epsT float64) float64 {
	return 4 * float64(b.Sizes.S) * epsT / (b.EpsilonA * b.EpsilonA)
}

// startError is the error of T̂⁻²ŵ: ‖T⁻¹‖₂²ε_w + 6‖T⁻¹‖₂³ε_T (Lemma 4).
func startError(inverse, epsW, epsT float64) float64 {
	return inverse*inverse*epsW + 6*inverse*inverse*inverse*epsT
}

// startLimit is how large startError may be: 1/(2|A|²|S|) (Lemma 4).
func (b *Model) startLimit() float64 { return 1 / (2 * float64(b.Sizes.K())) }

// beliefError is the error of b̂ from that of T̂⁻²ŵ: 4|A|⁴|S| times (Lemma 4).
func (b *Model) beliefError(start float64) float64 {
	return 4 * math.Pow(float64(b.Sizes.A), 4) * float64(b.Sizes.S) * start
}

// stepError is |R|ε_R + |S|ε_T + |Z|ε_Z: the total variation of one step.
func (b *Model) stepError(epsR, epsT, epsZ float64) float64 {
	n := b.Sizes
	return float64(n.R)*epsR + float64(n.S)*epsT + float64(n.Z)*epsZ
}

// alphaError is t²R_max(|R|ε_R + |S|ε_T + |Z|ε_Z) from stepError (Lemma 6).
func (b *Model) alphaError(t int, step float64) float64 {
	if b.RMax == 0 {
		return 0 // no reward, no error, however large the step's
	}
	return float64(t*t) * b.RMax * step
}

// regret is ε = 2ε_b V_max + 2ε_α with V_max = t·R_max (proof of Theorem 1).
func (b *Model) regret(t int, epsB, epsAlpha float64) float64 {
	if b.RMax == 0 {
		return 2 * epsAlpha
	}
	return 2*epsB*float64(t)*b.RMax + 2*epsAlpha
}

// growth is Σ_{i≤t} i ρ^{t−i}: what the error of one step becomes after t of
// them. Lemma 6's induction e_{t+1} = (t+1)R_max·step + ρ e_t takes ρ = 1, the
// sum of the weights p̂(r|s,a) p̂(s′|s,a) p̂(z|a,s′), and rounds
// t(t+1)/2 up to t². Where every action pair has its own estimate a branch is
// weighted by p̂ of its own next action, and the weights sum to at most
// ρ = 1 + |S|ε_T + |Z|ε_Z. As long as the growth stays below t², Lemma 6 holds
// as printed all the same.
func growth(t int, rho float64) float64 {
	sum := 0.0
	for i := 1; i <= t; i++ {
		sum = rho*sum + float64(i)
	}
	return sum
}

// pairAlphaError is Lemma 6 with the true growth in place of t².
func (b *Model) pairAlphaError(t int, step, rho float64) float64 {
	if b.RMax == 0 {
		return 0
	}
	return b.RMax * step * growth(t, rho)
}

// pairRegret is ε with the belief's part as Hölder's inequality has it. Two
// beliefs both sum to 1, so |(b̂ − b)·α| is at most half of ‖b̂ − b‖₁ ≤ |S|ε_b
// times the spread of α's entries, t(max r − min r). The paper takes ε_b V_max,
// which suffices only for two states with rewards of one sign.
func (b *Model) pairRegret(t int, epsB, epsAlpha float64) float64 {
	if b.Spread == 0 {
		return 2 * epsAlpha
	}
	return float64(b.Sizes.S)*epsB*float64(t)*b.Spread + 2*epsAlpha
}
