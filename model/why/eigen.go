package why

import (
	"fmt"
	"math"
	"math/cmplx"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/pomdp/figure"

	"gonum.org/v1/gonum/mat"
)

// rotation explains one draw of Θ by the eigenvalue gap that it left.
func (x *explainer) rotation() {
	i := x.Target.I
	x.Title = fmt.Sprintf("rotation %d, its eigenvalue gap", i+1)
	x.Formula = "gap(Θ) = min |λᵢ − λⱼ| within a block, λ the eigenvalues of B₁₂₃(U₃θ₁) (Anandkumar et al. 2012, Algorithm B)"
	e := x.estimate(model.BeatEigen)
	if e == nil || x.beyond(i, len(e.Rotations)) {
		return
	}
	r := e.Rotations[i]
	x.Value = r.Gap
	x.number("largest imaginary part", r.MaxImaginary)
	x.number("cond(R)", r.Cond)
	x.input("rotations tried", fmt.Sprint(len(e.Rotations)))
	best := e.Rotations[e.Chosen]
	x.input("chosen", fmt.Sprintf("rotation %d, gap %s", e.Chosen+1, figure.Number(best.Gap)))
	if len(e.Eigen.Picks) > 0 {
		x.input("chosen block by block", "each action pair took the rotation that suits it best; the chosen one is that of the pair that limits the estimate")
	}
	if i == e.Chosen && e.Eigen.GapError > 0 {
		x.number("standard error of the gap", e.Eigen.GapError)
	}
	x.unknown("truth", "only the gap that another sample would leave could be held against it")
	x.unknown("bound", "Lemma 2's C_ddd promises a gap only with high probability over Θ")
	x.Account = "A random direction θ₁ separates the eigenvalues by chance, and the farther apart they are, the less noise can mix their eigenvectors: so several are drawn and the widest gap wins, real eigenvalues first."
	x.fromStage(model.BeatEigen)
}

// eigenvalue explains one eigenvalue of the chosen contraction.
func (x *explainer) eigenvalue() {
	c := x.Target.I
	x.Title = fmt.Sprintf("eigenvalue of column %d", c+1)
	x.Formula = "B₁₂₃(η) = (U₁ᵀP̂₁₂₃(η)U₂)(U₁ᵀP̂₁₂U₂)⁻¹ = (U₁ᵀM₁) diag(M₃ᵀη) (U₁ᵀM₁)⁻¹,  η = U₃θ₁"
	e := x.estimate(model.BeatEigen)
	if e == nil {
		return
	}
	if e.Eigen == nil || x.beyond(c, len(e.Eigen.Values)) {
		x.absent("the estimate solved no eigenproblem")
		return
	}
	v := e.Eigen.Values[c]
	x.Value = real(v)
	if imag(v) != 0 {
		x.Word = fmt.Sprintf("complex: %s and imaginary part %s", figure.Number(real(v)), figure.Number(imag(v)))
	}
	x.number("imaginary part", imag(v))
	block := e.Subspaces.Block[c]
	x.input("block", x.blockName(e, block))
	near, gap := -1, math.Inf(1)
	for other, w := range e.Eigen.Values {
		if g := cmplx.Abs(v - w); other != c && e.Subspaces.Block[other] == block && g < gap {
			near, gap = other, g
		}
	}
	if near >= 0 {
		x.input("nearest in its block", fmt.Sprintf("%s of column %d, %s away", figure.Number(real(e.Eigen.Values[near])), near+1, figure.Number(gap)))
	}
	x.input("rotation", fmt.Sprintf("%d of %d", e.Chosen+1, len(e.Rotations)))
	x.number("cond(R)", e.Eigen.Used.Cond)
	switch cmp := e.Comparison; {
	case cmp == nil || x.truth.HMM == nil:
		x.unknown("truth", "which column of M₃ it belongs to is known only once there are columns and a truth")
	case e.Model != nil:
		x.unknown("truth", "the columns were put in another order after it: "+e.Estimator+" goes on to a model of its own")
	default:
		x.Truth = x.trueEigenvalue(e, cmp.Assignment[c])
	}
	x.Account = "Contracted with a direction η, the triple moment has one eigenvalue for each hidden state, its entry of M₃ᵀη, and its eigenvectors are the same whatever η: they are what takes the mixture apart."
	x.fromStage(model.BeatEigen)
}

func (x *explainer) blockName(e *experiment.Estimated, block int) string {
	if e.Spectrum != nil && splits(e) {
		return "(a₂, a₃) = " + x.pair(block)
	}
	return "a₂ = " + x.m.ActionName(block%x.n.A)
}

// trueEigenvalue is (M₃ᵀη)_h with the exact M₃ = OT and the estimate's own η.
func (x *explainer) trueEigenvalue(e *experiment.Estimated, h int) float64 {
	row := 0
	if len(e.Eigen.Picks) > 0 { // Θ is block diagonal: the block's own first row
		row = x.Target.I / x.n.S * x.n.S
	}
	d, k := e.Subspaces.U3.Dims()
	eta := mat.NewVecDense(d, nil)
	eta.MulVec(e.Subspaces.U3, mat.NewVecDense(k, e.Eigen.Theta.RawRowView(row)))
	seen := mat.NewVecDense(d, nil)
	seen.MulVec(x.truth.HMM.O, x.truth.HMM.T.ColView(h))
	return mat.Dot(eta, seen)
}
