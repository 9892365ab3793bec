package bounds

import (
	"fmt"
	"math"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Model is what the bounds need to know of a POMDP and its exploration: exact
// quantities that no sample enters. It never changes after Of.
//
// k = |A|²|S| hidden states and d = |A|²|Z||R| symbols of the induced HMM.
// M₁, M₂ = O and M₃ = OT are the d × k views of x₁, x₂, x₃ given h₂.
type Model struct {
	Sizes    pomdp.Sizes
	C        float64 // c of π_explore
	EpsilonA float64 // ε_a, the smallest entry of Π
	Horizon  int     // H
	RMax     float64 // R_max = max |r|
	Spread   float64 // max r − min r: no policy loses more than H times it

	SigmaT, SigmaZ, SigmaR Weakest // σ_T, σ_Z, σ_R: min over a of σ_|S| of T_a, Z_a, R_a

	NormT, InverseT float64 // ‖T‖₂, ‖T⁻¹‖₂ (+Inf where T is singular)
	NormO, SigmaO   float64 // ‖O‖₂, σ_min(O)
	CondM1          float64 // κ(M₁); +Inf where a hidden state is out of reach

	SigmaK12, SigmaK13       float64 // σ_k of the exact P₁₂ and P₁₃
	NormP123                 float64 // ‖P₁₂₃‖₂ = ‖P₁₃₂‖₂, see tensorNorm
	Separation2, Separation3 float64 // min over i ≠ j of ‖M(eᵢ − eⱼ)‖₂ for M₂, M₃; +Inf for k = 1

	// Reason says why no number of episodes is enough, "" where one is: the
	// quantity in the theorem's denominator that is 0.
	Reason string

	hmm *pomdp.InducedHMM
	ot  *mat.Dense // d × k: O·T
}

// Weakest is the smallest singular value among the matrices of all actions.
type Weakest struct {
	Value  float64 // 0 where a matrix lacks full column rank
	Action int     // whose matrix it is
}

// Of computes the exact quantities. It is a pure function and never fails:
// what a degenerate model lacks comes out as 0 or +Inf, with a Reason.
func Of(m *pomdp.POMDP, e pomdp.Exploration) *Model {
	n, hmm := m.Sizes(), pomdp.Induce(m, e)
	b := &Model{Sizes: n, C: e.C(), EpsilonA: e.Smallest(), Horizon: m.Horizon(), hmm: hmm}
	b.rewards(m.RewardValues())
	b.SigmaT = weakest(n.A, n.S, n.S, func(a, i, j int) float64 { return m.T(a, i, j) })
	b.SigmaZ = weakest(n.A, n.Z, n.S, func(a, z, s int) float64 { return m.Z(a, s, z) })
	b.SigmaR = weakest(n.A, n.R, n.S, func(a, r, s int) float64 { return m.R(a, s, r) })

	p12, p13 := hmm.PairSingularValues()
	b.SigmaK12, b.SigmaK13 = snapped(p12), snapped(p13)
	b.spectra(hmm.Triangle())
	b.ot = hmm.Emitted(hmm.T)
	b.Reason = b.reason(m)
	return b
}

// spectra computes what follows from the induced HMM. o is its O, or has the same columns in other coordinates, on which none
// of it depends.
func (b *Model) spectra(o *mat.Dense) {
	hmm := b.hmm
	var smallest float64
	b.NormT, smallest = extremes(hmm.T)
	b.InverseT = 1 / smallest
	b.NormO, b.SigmaO = extremes(o)

	var ot mat.Dense
	ot.Mul(o, hmm.T)
	m1, reached := firstView(hmm, o)
	b.CondM1 = math.Inf(1)
	if largest, least := extremes(m1); reached {
		b.CondM1 = largest / least
	}
	b.NormP123 = tensorNorm(b.Sizes, hmm.W, m1, o, &ot)
	b.Separation2, b.Separation3 = separation(o), separation(&ot)
}

// rewards sets RMax and Spread.
func (b *Model) rewards(values []float64) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range values {
		b.RMax = math.Max(b.RMax, math.Abs(r))
		least, most = math.Min(least, r), math.Max(most, r)
	}
	b.Spread = most - least
}

// VMax is V_max = H·R_max, the most that an episode's rewards can sum to in magnitude.
func (b *Model) VMax() float64 { return float64(b.Horizon) * b.RMax }

// Tau is τ = 2(1 + c|A|)/σ_T, Lemma 1's bound of ‖T⁻¹‖₂.
func (b *Model) Tau() float64 { return 2 * (1 + b.C*float64(b.Sizes.A)) / b.SigmaT.Value }

// Q is q = (σ_Rσ_Z)⁻⁴, Lemma 2's bound of ‖(OᵀO)⁻¹‖₂². Both σ are at most 1, as a
// distribution has a 2-norm of at most 1.
func (b *Model) Q() float64 { return math.Pow(b.SigmaR.Value*b.SigmaZ.Value, -4) }

func (b *Model) reason(m *pomdp.POMDP) string {
	both := ""
	if b.SigmaO > 0 {
		both = fmt.Sprintf("; the method needs only O's full rank, and σ_min(O) = %.3g, but the bound asks for both factors", b.SigmaO)
	}
	switch {
	case b.Horizon < 4:
		return fmt.Sprintf("H = %d: an episode is too short for (x₁, x₂, x₃)", b.Horizon)
	case math.IsInf(b.C, 1):
		return "c = ∞: Π is singular, so ‖T⁻¹‖₂ is unbounded"
	case b.SigmaT.Value == 0:
		return fmt.Sprintf("σ_T = 0: T of %s lacks full rank", m.ActionName(b.SigmaT.Action))
	case b.SigmaZ.Value == 0:
		return fmt.Sprintf("σ_Z = 0: Z of %s lacks full column rank%s", m.ActionName(b.SigmaZ.Action), both)
	case b.SigmaR.Value == 0:
		return fmt.Sprintf("σ_R = 0: R of %s lacks full column rank%s", m.ActionName(b.SigmaR.Action), both)
	case b.SigmaK12 == 0:
		return "σ_k(P₁₂) = 0: a state is out of reach of some action's first step"
	case b.SigmaK13 == 0:
		return "σ_k(P₁₃) = 0: a state is out of reach of some action's first step"
	case !(b.Cddd(1) > 0):
		return "C_ddd = 0 to working precision"
	}
	return ""
}
