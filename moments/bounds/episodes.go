package bounds

import (
	"fmt"
	"math"
)

// Episodes says how many episodes of phase 1 Theorem 1 asks for.
type Episodes struct {
	Epsilon, Delta float64 // regret at most ε, with probability at least 1 − δ

	// Printed has C_ddd((δ/3)²) in its denominator, as both statements of the
	// theorem print it; Appendix has (C_ddd(δ/3))², as the appendix's last line
	// does, which is meant; Chained follows the lemmas without the theorem's
	// rounding up of powers and keeps the |Z||R| of Lemma 2.
	Printed, Appendix, Chained Count

	Epsilon1 float64 // the column error ε₁ that Chained is for
	Limits   []Limit // what bounds ε₁: the target and the lemmas' conditions
	Binding  string  // the name of the smallest
}

// Count is a number of episodes.
type Count struct {
	Name    string
	Says    string // in a few words how it differs from the others
	Formula string
	N       float64
	Log10   float64 // of N: finite beyond float64's range
	Reason  string  // why N = +Inf, "" where it is finite
}

// Limit is one upper bound of ε₁.
type Limit struct {
	Name     string
	Formula  string
	Epsilon1 float64
}

// Target is the name of the limit that ε itself sets.
const Target = "target"

// Episodes computes the theorem's N, with the constant of O(·) taken as 1.
// Where no N is enough, or ε and δ make no sense, N is +Inf with a reason.
func (b *Model) Episodes(epsilon, delta float64) Episodes {
	n := b.Sizes
	const head = "H⁴V_max²|A|¹²|R|⁴|Z|⁴|S|¹² (1 + √ln(3/δ))² ln(3/δ) / ("
	const tail = " σ_T⁶ σ_R⁸ σ_Z⁸ ε²)"
	out := Episodes{
		Epsilon: epsilon, Delta: delta, Epsilon1: math.NaN(),
		Printed:  Count{Name: "as printed", Says: "the formula as the theorem prints it", Formula: head + "C_ddd((δ/3)²)" + tail},
		Appendix: Count{Name: "appendix", Says: "the formula that its proof in the appendix ends with", Formula: head + "(C_ddd(δ/3))²" + tail},
		Chained:  Count{Name: "chained", Says: "each lemma's bound put into the next", Formula: "|A|²|Z||R| (1 + √ln(3/δ))² ln(3/δ) / (C_ddd(δ/3)² ε₁²)"},
	}
	if reason := b.unanswerable(epsilon, delta); reason != "" {
		for _, c := range []*Count{&out.Printed, &out.Appendix, &out.Chained} {
			c.N, c.Log10, c.Reason = math.Inf(1), math.Inf(1), reason
		}
		return out
	}
	third := delta / 3
	confidence := 2*math.Log10(1+math.Sqrt(-math.Log(third))) + math.Log10(-math.Log(third))
	numerator := 4*math.Log10(float64(b.Horizon)) + 2*math.Log10(b.VMax()) + 12*math.Log10(float64(n.A)*float64(n.S)) +
		4*math.Log10(float64(n.Outcomes())) + confidence
	denominator := 6*math.Log10(b.SigmaT.Value) + 8*math.Log10(b.SigmaR.Value*b.SigmaZ.Value) + 2*math.Log10(epsilon)
	out.Printed.set(numerator - denominator - math.Log10(b.Cddd(third*third)))
	out.Appendix.set(numerator - denominator - 2*math.Log10(b.Cddd(third)))

	out.Limits = append([]Limit{{Target, "ε/K, K from L2, L4 and L6", epsilon / b.gain(b.Horizon)}}, b.limits()...)
	least := out.Limits[0]
	for _, l := range out.Limits[1:] {
		if l.Epsilon1 < least.Epsilon1 {
			least = l
		}
	}
	out.Epsilon1, out.Binding = least.Epsilon1, least.Name
	out.Chained.set(math.Log10(float64(n.Pairs()*n.Outcomes())) + confidence - 2*math.Log10(b.Cddd(third)*least.Epsilon1))
	return out
}

func (c *Count) set(log10 float64) {
	c.Log10, c.N = log10, math.Pow(10, log10)
	if math.IsInf(c.N, 1) {
		c.Reason = fmt.Sprintf("10^%.0f is beyond float64", log10)
	}
}

func (b *Model) unanswerable(epsilon, delta float64) string {
	switch {
	case !(epsilon > 0) || math.IsInf(epsilon, 1):
		return fmt.Sprintf("ε = %g: expected a positive number", epsilon)
	case !(delta > 0 && delta <= 1):
		return fmt.Sprintf("δ = %g: expected a probability above 0", delta)
	}
	return b.Reason
}

// limits are the lemmas' conditions as bounds of ε₁.
func (b *Model) limits() []Limit {
	tau := b.Tau()
	return []Limit{
		{"L2", "1/(6|A||S|^1.5 (σ_Rσ_Z)⁻⁴)", b.inversionLimit()},
		{"L3", "1/(3|Z||R|)", b.labelLimit()},
		{"L4, T̂⁻¹", "18|A||S|⁴(σ_Rσ_Z)⁻⁴ ε₁ ≤ 1/(2τ), τ = 2(1 + c|A|)/σ_T", 1 / (2 * tau * b.transitionGain())},
		{"L4, b̂", "(14τ²|A|²|S|^2.5 + 108τ³|A||S|⁴)(σ_Rσ_Z)⁻⁴ ε₁ ≤ 1/(2|A|²|S|)",
			b.startLimit() / startError(tau, b.middleGain(), b.transitionGain())},
	}
}

// gain is K, the regret that a unit of ε₁ may cost in t steps: the theorem's
// ε = 2ε_b V_max + 2ε_α with Lemma 4 for ε_b and Lemmas 4 and 6 for ε_α, each
// at ε₁ = 1, and τ for ‖T⁻¹‖₂.
func (b *Model) gain(t int) float64 {
	epsB := b.beliefError(startError(b.Tau(), b.middleGain(), b.transitionGain()))
	outcome := b.outcomeError()
	step := b.stepError(outcome, b.transitionError(b.transitionGain()), outcome)
	return b.regret(t, epsB, b.alphaError(t, step))
}

// ColumnError is the ε₁ that N episodes promise with probability 1 − δ: Lemma
// 2's N, solved for ε₁. 0 for the exact law, +Inf where C_ddd = 0.
func (b *Model) ColumnError(episodes, delta float64) float64 {
	if math.IsNaN(episodes) || !(delta > 0 && delta <= 1) {
		return math.NaN()
	}
	c := b.Cddd(delta / 3)
	if c == 0 {
		return math.Inf(1)
	}
	log := math.Log(3 / delta)
	return math.Sqrt(float64(b.Sizes.Pairs()*b.Sizes.Outcomes())*log/episodes) * (1 + math.Sqrt(log)) / c
}
