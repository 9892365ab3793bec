package spectral

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// What a component may be off by before that is a finding.
const (
	duplicateOverlap = .5 // |vᵀv'| of two components, which are orthogonal
	sumOff           = .1 // |𝟏ᵀμ − 1|
	residualChance   = 2  // ‖𝕋 − Σλv³‖, in multiples of what chance alone has
	weightOff        = .5 // |λ⁻² − ŵ|, as a share of the mean weight 1/k
)

// Tensor is the tensor power method (Anandkumar, Ge, Hsu, Kakade and Telgarsky 2014): whitened by the pair moments, the
// triples become a symmetric tensor with orthonormal components, and each of them attracts v ↦ 𝕋(I,v,v)/‖·‖. Labels and
// parameters follow as in Full. With Options.Blocks each middle pair (a₂, a₃) has a tensor of its own, |S| × |S| × |S|, and
// labels hold by construction.
func Tensor(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("tensor", counts, states, options)
	if !e.AcceptCounts(counts) || !e.TellsApart() || !power(e, counts) {
		return e
	}
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return e
	}
	judgePower(e)
	if !weights(e, counts) {
		return e
	}
	if e.Options.Blocks {
		e.LabelByConstruction()
		e.Stage = moments.StageLabels
	} else {
		label(e)
	}
	if _, stopped := e.Stopped(); stopped {
		return e
	}
	judgeWeights(e)
	if initial, ok := e.FillBeliefs(); ok {
		e.FillParameters(initial)
	}
	return e
}

// power decomposes the tensor, or those of all middle pairs, into Ô.
func power(e *moments.Estimate, counts *moments.Counts) bool {
	n, episodes := e.Sizes, counts.Mass()
	if counts.Exact() {
		episodes = 0
	}
	e.O = mat.NewDense(n.D(), n.K(), nil)
	p := &moments.Power{}
	if !e.Options.Blocks {
		w, ok := jointViews(counts).decomposed(n.K(), episodes, num.NewRand(e.Options.Seed, pomdp.StreamEstimator, tensorStream))
		if !whiten(e, p, w, ok, n.K(), counts.Exact()) {
			return false
		}
		e.O.Copy(w.columns)
	} else {
		all, ok := decomposedPairs(counts, n.S, episodes, e.Options.Seed)
		for pair, w := range all {
			if !whiten(e, p, w, ok[pair], n.S, counts.Exact()) {
				return false
			}
			e.O.Slice(pair*n.Outcomes(), (pair+1)*n.Outcomes(), pair*n.S, (pair+1)*n.S).(*mat.Dense).Copy(w.columns)
		}
	}
	e.Stage = moments.StageColumns
	return true
}

// whitened adds a block to what is known of the method's way; false where its tensor could not be made.
func whiten(e *moments.Estimate, p *moments.Power, w whitened, ok bool, k int, exact bool) bool {
	p.Whitening = append(p.Whitening, w.power.Whitening...)
	p.Components = append(p.Components, w.power.Components...)
	p.Others, p.Asymmetry = max(p.Others, w.power.Others), max(p.Asymmetry, w.power.Asymmetry)
	p.Residual, p.Chance = math.Hypot(p.Residual, w.power.Residual), math.Hypot(p.Chance, w.power.Chance)
	if len(p.Whitening) > 0 {
		e.Power, e.Stage = p, moments.StagePower
	}
	switch {
	case w.failed > 0:
		e.O = nil
		e.Add(finding.New(finding.WhiteningFailed, float64(w.failed), 0, fmt.Sprintf(
			"%s of the k = %d largest eigenvalues of M₂, made symmetric, are not positive: these episodes tell %s apart.", figure.Count(float64(w.failed)), k, figure.Counted(k-w.failed, "column", "columns"))).Ends())
	case !ok && exact:
		e.O = nil
		e.Add(finding.New(finding.AssumptionViolated, math.NaN(), math.NaN(), fmt.Sprintf(
			"P̂₁₃ has fewer than k = %d directions although the law is exact: model and exploration lack the rank that the method needs.", k)).Ends())
	case !ok:
		e.O = nil
		e.Add(finding.New(finding.SigmaBelowNoise, math.NaN(), math.NaN(), fmt.Sprintf("P̂₁₃ does not have rank %d, or its pseudo-inverse came out infinite.", k)).Ends())
	}
	return ok && w.failed == 0
}

// judgePower says where the components are not what the method makes of a law.
func judgePower(e *moments.Estimate) {
	p := e.Power
	same, off, worst := 0, 0, 0.0
	for _, c := range p.Components {
		if c.Overlap > duplicateOverlap {
			same++
		}
		if x := math.Abs(c.Sum - 1); !(x <= sumOff) {
			off, worst = off+1, max(worst, x)
		}
	}
	if same > 0 {
		e.Add(finding.New(finding.DuplicateComponent, float64(same), 0, fmt.Sprintf(
			"%s of %d lie within 60° of another, where all are orthogonal: the same column was found twice.", figure.Counted(same, "component", "components"), len(p.Components))))
	}
	if off > 0 {
		e.Add(finding.New(finding.ColumnSumOff, worst, sumOff, fmt.Sprintf(
			"%s of %d sum to something else than 1 before they are scaled, by up to %s: the error sits in whitening.", figure.Counted(off, "column", "columns"), len(p.Components), figure.Number(worst))))
	}
	if limit := residualChance * p.Chance; p.Chance > 0 && p.Residual > limit {
		e.Add(finding.New(finding.TensorResidual, p.Residual, limit, fmt.Sprintf(
			"The components leave %s of the tensor, and chance alone %s: there are more than k = %d of them, or whitening bent them.", figure.Number(p.Residual), figure.Number(p.Chance), len(p.Components))))
	}
}

// weights solves ŵ = Ô⁺p̂(x₂) and T̂ = Ô⁺ P̂₂₃ᵀ (Ô⁺)ᵀ diag(ŵ)⁻¹: pair moments have less noise than a third view.
func weights(e *moments.Estimate, counts *moments.Counts) bool {
	n, k := e.Sizes, e.Sizes.K()
	plus, ok := pseudoInverse(e.O, k)
	if !ok {
		e.Add(finding.New(finding.SingularObservations, math.NaN(), math.NaN(), "Ô lacks full column rank: T̂ and ŵ cannot be solved for.").Ends())
		return false
	}
	p2 := make([]float64, n.D())
	for x := range p2 {
		p2[x] = counts.P2(x)
	}
	var moved, t, ot mat.Dense
	moved.Mul(jointViews(counts).pairs(1, 2), plus.T())
	t.Mul(plus, &moved)
	e.W = make([]float64, k)
	for c := range k {
		e.W[c] = num.Dot(plus.RawRowView(c), p2)
	}
	// P̂₂₃ = Ô diag(w) (ÔT)ᵀ, so that Ô⁺ P̂₂₃ (Ô⁺)ᵀ = diag(w) Tᵀ.
	e.T = mat.NewDense(k, k, nil)
	for from := range k {
		for to := range k {
			e.T.Set(to, from, t.At(from, to)/e.W[from])
		}
	}
	if !num.Finite(e.T.RawMatrix().Data) {
		e.T = nil
		e.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "T̂ came out infinite: a weight is 0.").Ends())
		return false
	}
	ot.Mul(e.O, e.T)
	e.OT = &ot
	return true
}

// judgeWeights holds ŵ against λ⁻².
func judgeWeights(e *moments.Estimate) {
	worst, limit := 0.0, weightOff/float64(len(e.W))
	for i, c := range e.Power.Components {
		worst = max(worst, math.Abs(1/(c.Lambda*c.Lambda)-e.W[i]))
	}
	if worst > limit {
		e.Add(finding.New(finding.WeightsDisagree, worst, limit, fmt.Sprintf(
			"λ⁻² and ŵ = Ô⁺p̂(x₂), which are one and the same under the law, differ by up to %s; a weight is %s on average.", figure.Number(worst), figure.Number(1/float64(len(e.W))))))
	}
}
