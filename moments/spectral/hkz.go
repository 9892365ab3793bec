package spectral

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/operators"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// HKZ learns observable operators of the induced HMM (Hsu, Kakade and Zhang 2009): the same P̂₁₂ and P̂₁₂₃ as the
// paper's method, and no eigenvectors, labels or states. It takes k = |A|²|S| directions of P̂₁₂, or as many as stand
// above chance: what is fatal to columns is not to predictions.
func HKZ(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("hkz", counts, states, options)
	if !e.AcceptCounts(counts) {
		return e
	}
	s, spectrum, ok := decompose(counts, e.Sizes)
	if !ok {
		e.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "The singular value decomposition of the moments did not converge.").Ends())
		return e
	}
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return e
	}
	noise := moments.ExactFloor(spectrum.P12)
	if !counts.Exact() && !e.Options.IsReplicate() {
		n := e.Sizes
		k := min(n.K(), n.D())
		noise = s.noise(spectrum, s.v13.Slice(0, n.D(), 0, k).(*mat.Dense), moments.NoiseReplicates, e.Options.Seed).P12
	}
	e.Tests = &moments.TestSpectrum{Of: "P̂₁₂", Sigma: spectrum.P12, Noise: noise}
	for _, x := range spectrum.P12[:min(e.Sizes.K(), len(spectrum.P12))] {
		if x > noise.Limit {
			e.Tests.Taken++
		}
	}
	if k := e.Sizes.K(); e.Tests.Taken < k {
		e.Add(finding.New(finding.RankBelowK, float64(e.Tests.Taken), float64(k), fmt.Sprintf(
			"%s of P̂₁₂ stand above chance where k = |A|²|S| is %d: those alone are taken. Nothing can be told of the others from these episodes.", figure.Counted(e.Tests.Taken, "direction", "directions"), k)))
	}
	if e.Tests.Taken == 0 {
		e.Add(finding.New(finding.SigmaBelowNoise, num.Nth(spectrum.P12, 1), noise.Limit, "No direction of P̂₁₂ stands above chance.").Ends())
		return e
	}
	o := newSymbolOperators(s, spectrum, e.Tests.Taken+2, e.Options.RewardsOf(e.Sizes.R))
	for k := 1; k <= o.Rank(); k++ {
		e.Tests.Closure = append(e.Tests.Closure, o.closure(k))
	}
	o = newSymbolOperators(s, spectrum, e.Tests.Taken, e.Options.RewardsOf(e.Sizes.R))
	if !num.Finite(o.first) {
		e.Add(finding.New(finding.SingularTransitions, math.NaN(), math.NaN(), "The operators' sum cannot be inverted: the situation before the first action is not known.").Ends())
		return e
	}
	e.Operators, e.Learned, e.Stage = o, o, moments.StageOperators
	operators.JudgeOperators(e)
	return e
}

// SymbolOperators predict the induced HMM's next symbol without its states (Hsu, Kakade and Zhang 2009, lemma 3):
//
//	p̂(x₁ … x_t) = b_∞ᵀ B_{x_t} … B_{x₁} b₁
//
// Decisions fall inside a symbol: x_t = (a_t, z, r, a) holds what is seen before and after a is chosen. So a
// situation begins with the action before last, the last one, and what was seen after it (−1 where there is
// none); the vector before x_t follows.
type SymbolOperators struct {
	sizes   pomdp.Sizes
	rewards []float64
	explore pomdp.Exploration
	blocks  []directions // [action] of the symbols that begin with it
	b       []*mat.Dense // [symbol] from the directions of its first action to those of its second
	sum     *mat.Dense   // Σ_x B_x
	end     []float64    // b_∞
	seen    [][]float64  // [action·|Z| + z] what sums a vector up to the weight of seeing z after the action
	first   []float64    // m₀, before the virtual symbol that ends in the first action
	falling []int        // the directions by their singular values, the largest first
}

// directions are the numbers of a vector that belong to one action.
type directions struct{ at, size int }

// newSymbolOperators keeps the k largest singular values of P̂₁₂. U are its right singular vectors, P̂₂₁ = P̂₁₂ᵀ, and
// (UᵀP̂₂₁)⁺ = U₁Σ⁻¹.
func newSymbolOperators(s *spectral, spectrum *moments.Spectrum, k int, rewards []float64) *SymbolOperators {
	n := s.sizes
	k = min(k, len(spectrum.P12))
	o := &SymbolOperators{sizes: n, rewards: rewards, explore: moments.ExplorationOf(s.counts), blocks: make([]directions, n.A), b: make([]*mat.Dense, n.D())}
	kept := newSpectrum(k, spectrum.Blocks, spectrum.P13).Chosen
	at := 0
	var sigma []float64
	for a, size := range kept {
		o.blocks[a] = directions{at, size}
		at += size
		sigma = append(sigma, s.blocks[a].sigma[:size]...)
	}
	for i := range sigma {
		o.falling = append(o.falling, i)
	}
	slices.SortStableFunc(o.falling, func(i, j int) int { return cmp.Compare(sigma[j], sigma[i]) })
	o.operators(s)
	o.end = make([]float64, at)
	b1 := make([]float64, at) // Uᵀp̂(x₁)
	for x := range n.D() {
		a, next := n.PairActions(x / n.Outcomes())
		p := s.counts.P1(x)
		left, right := &s.blocks[next], &s.blocks[a]
		for j := range o.blocks[next].size {
			o.end[o.blocks[next].at+j] += left.u1.At(a*n.Outcomes()+x%n.Outcomes(), j) * p / left.sigma[j]
		}
		for i := range o.blocks[a].size {
			b1[o.blocks[a].at+i] += right.u2.At(x-right.rows.at, i) * p
		}
	}
	o.seen = make([][]float64, n.A*n.Z)
	for x, b := range o.b {
		symbol := n.SymbolAt(x)
		i := symbol.Action*n.Z + symbol.Observation
		if o.seen[i] == nil {
			o.seen[i] = make([]float64, at)
		}
		from, to := o.blocks[symbol.Action], o.blocks[symbol.Next]
		for r := range to.size {
			for c := range from.size {
				o.seen[i][from.at+c] += o.end[to.at+r] * b.At(r, c)
			}
		}
	}
	o.first = leastSquares(o.sum, b1)
	return o
}

// operators sums U₂ᵀ P̂₁₂₃[·, x, ·] U₁Σ⁻¹ over the cells that occurred.
func (o *SymbolOperators) operators(s *spectral) {
	n := o.sizes
	k := 0
	for _, d := range o.blocks {
		k += d.size
	}
	o.sum = mat.NewDense(max(1, k), max(1, k), nil)
	for x := range o.b {
		a, next := n.PairActions(x / n.Outcomes())
		o.b[x] = mat.NewDense(max(1, o.blocks[next].size), max(1, o.blocks[a].size), nil)
	}
	scale := s.counts.Scale()
	for index, count := range s.counts.Cells {
		cell := n.CellAt(index)
		x := n.Pair(cell.Actions[1], cell.Actions[2])*n.Outcomes() + cell.Outcomes[1]
		left, right := &s.blocks[cell.Actions[1]], &s.blocks[cell.Actions[2]]
		first := left.u1.RawRowView(cell.Actions[0]*n.Outcomes() + cell.Outcomes[0])
		third := right.u2.RawRowView(cell.Actions[3]*n.Outcomes() + cell.Outcomes[2])
		for i := range o.blocks[right.action].size {
			row, w := o.b[x].RawRowView(i), third[i]*count*scale
			for j := range o.blocks[left.action].size {
				row[j] += w * first[j] / left.sigma[j]
			}
		}
	}
	for x, b := range o.b {
		a, next := n.PairActions(x / n.Outcomes())
		for i := range o.blocks[next].size {
			for j := range o.blocks[a].size {
				r, c := o.blocks[next].at+i, o.blocks[a].at+j
				o.sum.Set(r, c, o.sum.At(r, c)+b.At(i, j))
			}
		}
	}
}

// leastSquares is the shortest x of those that come nearest to Ax = b; NaN where A has no rank.
func leastSquares(a *mat.Dense, b []float64) []float64 {
	const negligible = 1e-12
	x := make([]float64, len(b))
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) || svd.Rank(negligible) == 0 {
		return []float64{math.NaN()}
	}
	var solution mat.Dense
	svd.SolveTo(&solution, mat.NewDense(len(b), 1, b), svd.Rank(negligible))
	return mat.Col(x, 0, &solution)
}

// Rank is how many numbers stand for a situation.
func (o *SymbolOperators) Rank() int { return len(o.end) }

// Closure is by how much the symbols' operators fail to add up: max |Σ_x b_∞ᵀB_x − b_∞ᵀ| / max |b_∞|.
func (o *SymbolOperators) Closure() float64 { return o.closure(o.Rank()) }

// closure is that of the k largest directions alone, whose operators are parts of these.
func (o *SymbolOperators) closure(k int) float64 {
	most, largest := 0.0, 0.0
	for _, j := range o.falling[:k] {
		sum := 0.0
		for _, i := range o.falling[:k] {
			sum += o.end[i] * o.sum.At(i, j)
		}
		most, largest = max(most, math.Abs(sum-o.end[j])), max(largest, math.Abs(o.end[j]))
	}
	return most / largest
}

// Alphabet is the operators' sizes and rewards.
func (o *SymbolOperators) Alphabet() (pomdp.Sizes, []float64) { return o.sizes, o.rewards }

// Start is m₀, before a virtual symbol of which only the last action will be chosen.
func (o *SymbolOperators) Start() []float64 { return append([]float64{-1, -1, -1}, o.first...) }

// Outcomes are the weights of what is seen after an action. They may be negative.
func (o *SymbolOperators) Outcomes(situation []float64, action int) []float64 {
	out, to := make([]float64, o.sizes.Outcomes()), o.blocks[action]
	after := make([]float64, to.size)
	for r := range o.sizes.R {
		clear(after)
		o.choose(after, situation, action, r)
		for z := range o.sizes.Z {
			out[o.sizes.Outcome(z, r)] = num.Dot(o.seen[action*o.sizes.Z+z][to.at:to.at+to.size], after)
		}
	}
	return out
}

// Next is the situation after an action, what it earned and what was seen; nil where that has no positive weight.
func (o *SymbolOperators) Next(situation []float64, action, reward, observation int) []float64 {
	to, after := o.blocks[action], make([]float64, o.Rank())
	block := after[to.at : to.at+to.size]
	for r := range o.sizes.R {
		if reward < 0 || r == reward {
			o.choose(block, situation, action, r)
		}
	}
	w := num.Dot(o.seen[action*o.sizes.Z+observation][to.at:to.at+to.size], block)
	if !(w > 0) {
		return nil
	}
	for i := range block {
		block[i] /= w
	}
	return append([]float64{situation[1], float64(action), float64(observation)}, after...)
}

// choose adds to the action's block of a vector what it is once the action was chosen and earned a reward, given that it was chosen: the other
// blocks are 0.
func (o *SymbolOperators) choose(out, situation []float64, action, reward int) {
	n := o.sizes
	before, last, z, m := int(situation[0]), int(situation[1]), int(situation[2]), situation[3:]
	add := func(last, z int, times float64) {
		from := o.blocks[last]
		b := o.b[n.SymbolIndex(pomdp.Symbol{Action: last, Observation: z, Reward: reward, Next: action})].RawMatrix()
		for i := range out {
			out[i] += times * num.Dot(b.Data[i*b.Stride:][:from.size], m[from.at:from.at+from.size])
		}
	}
	if last < 0 {
		for last := range n.A {
			for z := range n.Z {
				add(last, z, float64(n.A))
			}
		}
		return
	}
	if before < 0 {
		add(last, z, float64(n.A))
	} else {
		add(last, z, 1/o.explore.Pi(action, before))
	}
}
