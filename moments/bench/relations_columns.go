package bench

import (
	"cmp"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"

	"gonum.org/v1/gonum/mat"
)

// ofColumns are relations of Ô, each brought into the order of their columns.
func (p *plain) ofColumns(j *Judged, add adder) {
	y := j.OurRows
	w := p.answer.W
	o := dense(y)
	put := func(name, says string, rows table) {
		if rows == nil || !tableFinite(rows) {
			return
		}
		to, _ := moments.MatchColumns(dense(rows), dense(j.TheirRows)) // theirs of each of these
		back := make([]int, len(to))
		for i, c := range to {
			back[c] = i
		}
		add(name, says, ordered(rows, nil, back))
	}
	times := func(f func(c int) float64) table {
		out := zeros(len(y), len(y[0]))
		for x := range y {
			for c, v := range y[x] {
				out[x][c] = v * f(c)
			}
		}
		return out
	}
	if len(w) == len(y[0]) {
		put("joint", "were joint, p(x₂, h₂): its columns were not divided by ŵ", times(func(c int) float64 { return w[c] }))
		put("joint-root", "had its columns multiplied by √ŵ", times(func(c int) float64 { return math.Sqrt(math.Abs(w[c])) }))
		put("over-w", "had its columns divided by ŵ", times(func(c int) float64 { return 1 / w[c] }))
		put("over-root", "had its columns divided by √ŵ", times(func(c int) float64 { return 1 / math.Sqrt(math.Abs(w[c])) }))
	}
	largest := make([]float64, len(y[0]))
	for _, row := range y {
		for c, v := range row {
			largest[c] = max(largest[c], math.Abs(v))
		}
	}
	put("largest-one", "had columns whose largest entry is 1: it is their entries that have to sum to 1", times(func(c int) float64 { return 1 / largest[c] }))
	put("length-one", "had columns of length 1: it is their entries that have to sum to 1", normalised(y, columnLengths))
	put("given-symbol", "had rows that sum to 1: p(h | x) in place of p(x | h)", normalised(y, rowSums))
	put("given-symbol-positive", "had rows that sum to 1: p(h | x) in place of p(x | h)", normalised(mapped(y, math.Abs), rowSums))
	if p.r != nil {
		var vectors mat.Dense
		vectors.Mul(p.u1, p.r)
		put("first-vectors", "were U₁R: the columns of the first view, p(x₁ | h₂)", normalised(matrix(&vectors), columnSums))
	}
	if t := p.answer.T; t != nil && len(y[0]) == p.n.K() {
		var next, before mat.Dense
		next.Mul(o, t)
		put("is-ot", "were ÔT: p(x₃ | h₂)", matrix(&next))
		if back, err := inverted(t, "T̂"); err == nil {
			before.Mul(o, back)
			put("is-before", "were ÔT⁻¹", matrix(&before))
		}
		if m := p.firstView(o); m != nil {
			put("is-first", "were p(x₁ | h₂): the columns of the first view", m)
		}
	}
	if p.l2 != nil {
		for _, b := range []struct {
			name, says string
			u, l       *mat.Dense
		}{
			{"back-u1", "were put back with U₁ in place of U₂", p.u1, p.l2}, {"back-u3", "were put back with U₃ in place of U₂", p.u3, p.l2},
			{"back-u2-l3", "were made from L₃ with U₂", p.u2, p.l3}, {"back-u1-l3", "were made from L₃ with U₁", p.u1, p.l3},
		} {
			var right, m mat.Dense
			right.Mul(p.thetaInverse, b.l)
			m.Mul(b.u, &right)
			put(b.name, b.says, matrix(&m))
		}
		var m mat.Dense
		m.Mul(p.u2, p.l2)
		put("no-theta", "were U₂L₂, without Θ⁻¹", matrix(&m))
	}
	for _, x := range indexOrders(p.n) {
		put("order-"+x.says, "had its rows numbered by another order of a symbol's parts, "+x.says, ordered(y, x.from, upTo(len(y[0]))))
	}
	if theta := p.given.Theta; theta != nil && finite(theta) && !(mat.Cond(theta, 2) < 1e12) {
		add("theta-singular", "could not be rotated back: Θ has rows that follow from one another", j.TheirRows)
	}
	put(choice+"positive", "had |x| in place of its entries, before T̂", normalised(mapped(y, math.Abs), columnSums))
	p.columnFactors(j, put)
}

// columnFactors finds the columns multiplied each by a factor of its own: compared are their shapes.
func (p *plain) columnFactors(j *Judged, put adder) {
	shape := func(t table) table { return normalised(t, columnLengths) }
	x, y := shape(j.TheirRows), shape(j.OurRows)
	to, _ := moments.MatchColumns(dense(y), dense(x))
	lengths, _ := rowLengths(transposed(j.TheirRows))
	out := zeros(len(y), len(y[0]))
	for c, at := range to {
		sign := 1.0
		along := 0.0
		for i := range y {
			along += x[i][at] * y[i][c]
		}
		if along < 0 {
			sign = -1
		}
		for i := range y {
			out[i][c] = sign * y[i][c] * lengths[at]
		}
	}
	put(soft+"scaled-columns", "had the right columns, each multiplied by a factor of its own: their entries have to sum to 1", out)
}

// firstView is p(x₁ | h₂), from P₁₂ = M₁diag(w)Oᵀ.
func (p *plain) firstView(o *mat.Dense) table {
	half := solved(o, p.p12.T())
	if half == nil {
		return nil
	}
	return normalised(transposed(matrix(half)), columnSums)
}

// ofSteps are relations of T̂.
func (p *plain) ofSteps(j *Judged, add adder) {
	y := j.OurRows
	w, k := p.w(), len(y)
	if len(w) == k {
		next := make([]float64, k) // T̂ŵ
		for i := range k {
			next[i] = num.Dot(y[i], w)
		}
		add("joint", "were joint, p(h₃, h₂): its columns were not divided by ŵ", joint(y, w, nil))
		back := joint(transposed(y), nil, w)
		add("backward", "ran backward: p(h₂ | h₃)", normalised(back, columnSums))
		inverse := make([]float64, k)
		for i, v := range w {
			inverse[i] = 1 / v
		}
		add("divided-twice", "were divided by ŵ once too often", joint(y, inverse, nil))
	}
	add(soft+"without-policy", "had the exploration policy taken out: each next action's rows sum to 1 by themselves", p.perNext(y))
	if o := p.o(); o != nil {
		var gram mat.Dense
		gram.Mul(o.T(), o)
		bare := multiplied(matrix(&gram), y)
		add("without-inverse", "were ÔᵀÔT: it takes the pseudo-inverse of Ô", bare)
		add("without-inverse-divided", "were ÔᵀÔT, its columns divided by their sums: it takes the pseudo-inverse of Ô", normalised(bare, columnSums))
		if m := p.firstView(o); m != nil {
			if t := solved(o, dense(m)); t != nil {
				add("from-first", "were solved from the columns of the first view, p(x₁ | h₂)", matrix(t))
			}
		}
	}
	to := permutation(transposed(j.TheirRows), transposed(y))
	add("two-orders", "had its columns in another order than its rows: Ô and ÔT take the same order of the hidden states", ordered(y, nil, to))
	rows := permutation(j.TheirRows, y)
	add("two-orders-rows", "had its rows in another order than its columns: Ô and ÔT take the same order of the hidden states", ordered(y, rows, upTo(k)))
	add("rows-divided", "had rows that sum to 1: its columns should", normalised(y, rowSums))
	add("transposed-columns", "were transposed and its columns divided by their sums", normalised(transposed(y), columnSums))
	add(choice+"positive", "had |x| in place of its entries", normalised(mapped(y, math.Abs), columnSums))
}

// joint is y with columns and rows multiplied.
func joint(y table, columns, rows []float64) table {
	out := zeros(len(y), len(y[0]))
	for i := range y {
		for j, v := range y[i] {
			if columns != nil {
				v *= columns[j]
			}
			if rows != nil {
				v *= rows[i]
			}
			out[i][j] = v
		}
	}
	return out
}

// perNext makes the entries of each next action sum to 1 in every column.
func (p *plain) perNext(y table) table {
	labels := p.answer.Labels
	if len(labels) != len(y) {
		return nil
	}
	out := zeros(len(y), len(y))
	for j := range y {
		sums := map[int]float64{}
		for i := range y {
			sums[labels[i]] += y[i][j]
		}
		for i := range y {
			out[i][j] = y[i][j] / sums[labels[i]]
		}
	}
	return out
}

// ofWeights are relations of ŵ.
func (p *plain) ofWeights(j *Judged, add adder) {
	y := j.OurRows
	w := y[0]
	if t := p.t(); t != nil {
		add(soft+"later", "were T̂ŵ: p(h₃)", transposed(multiplied(matrix(t), transposed(y))))
		if back, err := inverted(t, "T̂"); err == nil {
			add(soft+"earlier", "were T̂⁻¹ŵ: p(h₁)", transposed(multiplied(matrix(back), transposed(y))))
		}
		var svd mat.Eigen
		if finite(t) && svd.Factorize(t, mat.EigenRight) {
			add(soft+"stationary", "were where T̂ settles down, and not p(h₂)", stationary(&svd, len(w)))
		}
	}
	if o := p.o(); o != nil {
		add("without-inverse", "were Ôᵀp(x₂): it takes the pseudo-inverse of Ô", transposed(multiplied(transposed(matrix(o)), transposed(table{p.p2}))))
	}
	sums := map[int]float64{}
	if labels := p.answer.Labels; len(labels) == len(w) {
		per := zeros(1, len(w))
		for i, l := range labels {
			sums[l] += w[i]
		}
		for i, l := range labels {
			per[0][i] = w[i] / sums[l]
		}
		add("per-pair", "were made to sum to 1 in each pair of actions: all of them do together", per)
	}
	if n := p.counts.Total(); !math.IsInf(n, 1) {
		add("counts", "were solved from counts, not shares", mapped(y, func(v float64) float64 { return n * v }))
	}
	add("squares", "were squared, and made to sum to 1", normalised(mapped(y, func(v float64) float64 { return v * v }), rowSums))
	add("roots", "were square roots, and made to sum to 1", normalised(mapped(y, func(v float64) float64 { return math.Sqrt(math.Abs(v)) }), rowSums))
	if given := p.given.W; len(given) == len(w) {
		if falling := slices.SortedFunc(slices.Values(given), func(a, b float64) int { return cmp.Compare(b, a) }); slices.Equal(falling, given) || slices.IsSorted(given) {
			if off, ok := compared(table{slices.Sorted(slices.Values(given))}, table{slices.Sorted(slices.Values(w))}); ok && off.Size <= exactly {
				add("sorted", "were sorted, and the columns that they belong to were not", j.TheirRows)
			}
		}
	}
	add("reciprocals", "were 1/ŵ", mapped(y, func(v float64) float64 { return 1 / v }))
}

// stationary is the eigenvector of the largest eigenvalue, scaled to sum to 1.
func stationary(e *mat.Eigen, k int) table {
	values := e.Values(nil)
	best := 0
	for i, v := range values {
		if real(v) > real(values[best]) {
			best = i
		}
	}
	var vectors mat.CDense
	e.VectorsTo(&vectors)
	out := zeros(1, k)
	for i := range k {
		out[0][i] = real(vectors.At(i, best))
	}
	return normalised(out, rowSums)
}
