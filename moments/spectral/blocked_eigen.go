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

// eigenvectors solves every block under every rotation; each block keeps the
// rotation that suits it best.
func (b *blocked) eigenvectors(ctx context.Context) bool {
	n := b.Sizes
	b.Rotations = make([]moments.Rotation, b.Options.Rotations)
	for i := range b.Rotations {
		b.Rotations[i] = moments.Rotation{Gap: math.Inf(1), Cond: 1}
	}
	b.Eigen = &moments.Eigen{Theta: mat.NewDense(n.K(), n.K(), nil), R: mat.NewDense(n.K(), n.K(), nil), Picks: make([]int, n.Pairs()), GapError: math.NaN()}
	worst := moments.Rotation{Gap: math.Inf(1), Cond: 1}
	var solver eigenSolver
	for pair := range b.blocks {
		p := &b.blocks[pair]
		p.contract(b.counts, n)
		tried, chosen, found := solver.rotate(ctx, []*spectralBlock{&p.spectralBlock}, n.S, b.Options)
		if ctx.Err() != nil {
			b.Add(moments.Cancelled(ctx))
			return false
		}
		for i, t := range tried {
			merge(&b.Rotations[i], t)
		}
		if chosen < 0 {
			b.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), fmt.Sprintf(
				"No eigenproblem of %s could be solved.", figure.Counted(len(tried), "rotation", "rotations"))).AtPair(pair).Ends())
			return false
		}
		best := found[0]
		p.values, b.Eigen.Picks[pair] = best.values, chosen
		p.theta = rotation(b.Options, chosen, n.S, n.S)
		b.Eigen.Values = append(b.Eigen.Values, p.values...)
		for i := range n.S {
			copy(b.Eigen.Theta.RawRowView(p.offset + i)[p.offset:], p.theta.RawRowView(i))
			if best.real {
				copy(b.Eigen.R.RawRowView(p.offset + i)[p.offset:], best.r[i*n.S:(i+1)*n.S])
			}
		}
		if b.Chosen < 0 || better(worst, tried[chosen]) {
			b.Chosen = chosen // of the block that limits the estimate
		}
		merge(&worst, tried[chosen])
		of, where := moments.OfPair(n, pair), ""
		if of != "" {
			where = " in the block" + of
		}
		switch {
		case !best.real:
			b.Add(finding.New(finding.ComplexEigenvalues, best.imaginary, 0, fmt.Sprintf(
				"%s complex eigenvalues%s (imaginary part %s in the best): %s exceeds the eigenvalue gap.",
				moments.EveryRotation(len(tried)), where, figure.Number(best.imaginary), b.NoiseName())).AtPair(pair).Ends())
		case !(best.cond < num.Singular):
			b.Add(finding.New(finding.IllConditioned, best.cond, num.Singular, fmt.Sprintf(
				"The eigenvectors%s are linearly dependent to working precision: cond(R) = %s.", of, figure.Number(best.cond))).AtPair(pair).Ends())
		default:
			p.r = mat.NewDense(n.S, n.S, best.r)
			if best.gap < smallestGap {
				b.Add(finding.New(finding.SmallGap, best.gap, smallestGap, fmt.Sprintf(
					"The closest two eigenvalues%s lie only %s apart: rounding decides their eigenvectors.", of, figure.Number(best.gap))).AtPair(pair))
			}
		}
	}
	b.Eigen.Used = worst
	b.Stage = moments.StageEigen
	if _, stopped := b.Stopped(); stopped {
		if worst.MaxImaginary > 0 {
			b.Eigen.R = nil
		}
		return false
	}
	for pair := range b.blocks {
		if !b.blocks[pair].invert() {
			b.Add(finding.New(finding.IllConditioned, worst.Cond, num.Singular, "The eigenvectors R cannot be inverted.").AtPair(pair).Ends())
			return false
		}
	}
	return true
}

func merge(r *moments.Rotation, other moments.Rotation) {
	r.Gap = math.Min(r.Gap, other.Gap)
	r.MaxImaginary = math.Max(r.MaxImaginary, other.MaxImaginary)
	r.Cond = math.Max(r.Cond, other.Cond)
}

// contract computes the block's core, |S| × |S| × |S|.
func (p *pairBlock) contract(c *moments.Counts, n pomdp.Sizes) {
	o := n.Outcomes()
	a2, a3 := n.PairActions(p.pair)
	raw := p.v13.RawMatrix()
	w := newContraction(&p.spectralBlock, o, n.S)
	for a4 := range n.A {
		if w.first(c, a2, a3, a4) {
			w.third(raw.Data[a4*o*raw.Stride:], raw.Stride)
		}
	}
	w.second(0)
}

// observations computes the columns of every block and links the blocks by
// least squares: T̂ from ÔT and ŵ from p̂(x₂).
func (b *blocked) observations() bool {
	n := b.Sizes
	k := n.K()
	b.L2, b.L3 = mat.NewDense(k, k, nil), mat.NewDense(k, k, nil)
	b.O, b.OT = mat.NewDense(n.D(), k, nil), mat.NewDense(n.D(), k, nil)
	for pair := range b.blocks {
		if !b.blocks[pair].columns(b.Estimate) {
			b.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "U₁ᵀP̂₁₃U₃ is singular: Ô cannot be solved for.").AtPair(pair).Ends())
			return false
		}
	}
	b.Stage = moments.StageColumns
	if failed, cond := transitions(b.Estimate, b.counts, b.pointers()); failed >= 0 {
		b.Add(finding.New(finding.SingularObservations, cond, num.Singular, fmt.Sprintf(
			"Ô lacks full column rank: the condition number of the block%s is %s, so T̂ and ŵ cannot be solved for.", moments.OfPair(n, failed), figure.Number(cond))).AtPair(failed).Ends())
	}
	b.LabelByConstruction()
	b.Stage = moments.StageLabels
	_, stopped := b.Stopped()
	return !stopped
}

// columns computes one block's columns of Ô, ÔT, L₂ and L₃.
func (p *pairBlock) columns(e *moments.Estimate) bool {
	n, s, o := e.Sizes, e.Sizes.S, e.Sizes.Outcomes()
	w := n.A * o
	_, a3 := n.PairActions(p.pair)
	u1, u3 := p.u1.Slice(0, w, 0, s), p.v13.Slice(0, w, 0, s)
	v2, v3, ok := diagonalsOf([]*spectralBlock{&p.spectralBlock}, p.offset, s, u1, p.p13, u3, p.r)
	if !ok {
		return false
	}
	at := func(m *mat.Dense, row, rows int) *mat.Dense {
		return m.Slice(row, row+rows, p.offset, p.offset+s).(*mat.Dense)
	}
	at(e.L2, p.offset, s).Mul(p.theta, v2)
	at(e.L3, p.offset, s).Mul(p.theta, v3)
	at(e.O, p.pair*o, o).Mul(p.u2.Slice(0, o, 0, s), v2)
	at(e.OT, a3*w, w).Mul(u3, v3)
	return true
}

// beliefs is b̂ in every pair's order. T̂⁻²ŵ would need Π to be invertible;
// here p̂(h₁) = Ô⁺p̂(x₁) is read directly, and b̂ solves
// p̂(s₂ | a₁) = T̂ᵀ_{a₁}b̂ by least squares over a₂.
func (b *blocked) beliefs() (initial []float64, ok bool) {
	n := b.Sizes
	h1 := make([]float64, n.K())
	for _, p := range b.pointers() {
		solution, _, ok := solve(b.Estimate, p, 0, b.counts.P1)
		if !ok {
			b.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "p̂(h₁) came out infinite.").AtPair(p.offset / n.S).Ends())
			return nil, false
		}
		mat.Col(h1[p.offset:p.offset+n.S], 0, solution)
	}
	initial = make([]float64, n.K())
	for pair := range b.blocks { // (a₀, a₁)
		_, a1 := n.PairActions(pair)
		left, right := mat.NewDense(n.A*n.S, n.S, nil), mat.NewDense(n.A*n.S, 1, nil)
		for a2 := range n.A {
			entered := n.Pair(a1, a2) * n.S
			mass := num.Sum(h1[entered : entered+n.S])
			for j := range n.S {
				// T̂^{a₀,a₁,a₂}'s columns sum to Π[a₂, a₀]: divide it out.
				pi := 0.0
				for j2 := range n.S {
					pi += b.T.At(entered+j2, pair*n.S+j)
				}
				for j2 := range n.S {
					left.Set(a2*n.S+j2, j, b.T.At(entered+j2, pair*n.S+j)/pi)
				}
				right.Set(a2*n.S+j, 0, h1[entered+j]/mass)
			}
		}
		var qr mat.QR
		var solution mat.Dense
		bad := !num.Finite(left.RawMatrix().Data) || !num.Finite(right.RawMatrix().Data)
		cond := math.Inf(1)
		if !bad {
			qr.Factorize(left)
			cond = qr.Cond()
		}
		if !(cond < num.Singular) {
			b.Add(finding.New(finding.SingularTransitions, cond, num.Singular, fmt.Sprintf(
				"The transitions from the pair %s have the condition number %s: b̂ cannot be solved for.", moments.PairName(n, pair), figure.Number(cond))).AtPair(pair).Ends())
			return nil, false
		}
		_ = qr.SolveTo(&solution, false, right)
		for j := range n.S {
			initial[pair*n.S+j] = solution.At(j, 0)
		}
	}
	if !num.Finite(initial) {
		b.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "b̂ came out infinite.").Ends())
		return nil, false
	}
	return initial, true
}
