package bench

import (
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Deviation is how far one answer is from another in one figure.
type Deviation struct {
	Stage moments.Stage
	Step  string  // what a learner of another kind calls the stage: whitening, components, operators; "" for the stage's own name
	What  string  // the figure: P₁₂, Ô, …
	Size  float64 // root of the sum of squared differences over that of the other's entries
	// Where they differ most: an index into the figure, from 0, and both values.
	At           []int
	Theirs, Ours float64
	// The whole figures, row by row, in one order.
	TheirRows, OurRows [][]float64
}

// Deviations compare what both answers give, in the order of the stages, up to the order of
// the columns and, for the parameters, of the states of each pair. T̂, ŵ and labels take Ô:
// its columns tell the order.
func Deviations(theirs, ours *Answer) []Deviation {
	var out []Deviation
	add := func(stage moments.Stage, what string, a, b table) {
		if a == nil || b == nil {
			return
		}
		if d, ok := compared(a, b); ok {
			d.Stage, d.What = stage, what
			out = append(out, d)
		}
	}
	add(moments.StageMoments, "P₁₂", matrix(theirs.P12), matrix(ours.P12))
	add(moments.StageMoments, "P₁₃", matrix(theirs.P13), matrix(ours.P13))
	if n := min(len(theirs.Sigma), len(ours.Sigma)); n > 0 {
		add(moments.StageSpectrum, "σ", table{theirs.Sigma[:n]}, table{ours.Sigma[:n]})
	}
	for _, u := range []struct {
		what string
		a, b *mat.Dense
	}{{"U₁", theirs.U1, ours.U1}, {"U₂", theirs.U2, ours.U2}, {"U₃", theirs.U3, ours.U3}} {
		add(moments.StageSpectrum, u.what, span(u.a), span(u.b))
	}
	if theirs.Followed() && theirs.Eigenvalues != nil && ours.Eigenvalues != nil {
		add(moments.StageEigen, "λ", rising(theirs.Eigenvalues), rising(ours.Eigenvalues))
	}
	own := func(step string, stage moments.Stage, what string, a, b table) {
		before := len(out)
		if add(stage, what, a, b); len(out) > before {
			out[before].Step = step
		}
	}
	own("whitening", moments.StageMoments, "M₂", matrix(theirs.M2), matrix(ours.M2))
	if w := theirs.Whitening; w != nil && ours.M2 != nil {
		own("whitening", moments.StageSpectrum, "WᵀM₂W", matrix(between(w, or(theirs.M2, ours.M2), w)), identity(w))
		if v := theirs.Components; v != nil && len(theirs.Lambda) == len(ours.images) {
			own("components", moments.StageEigen, "λv", scaled(v, theirs.Lambda), ours.images)
		}
	}
	if theirs.Operators != nil {
		predicted := theirs.Operators.predictions(theirs.Sizes)
		for i, what := range ours.predicted.what {
			own("operators", moments.StageColumns, what, predicted.rows[i], ours.predicted.rows[i])
		}
	}
	if to := columnsOf(theirs, ours); to != nil {
		add(moments.StageColumns, "Ô", ordered(matrix(theirs.O), nil, to), matrix(ours.O))
		add(moments.StageColumns, "T̂", ordered(matrix(theirs.T), to, to), matrix(ours.T))
		if theirs.W != nil && ours.W != nil {
			add(moments.StageColumns, "ŵ", ordered(table{theirs.W}, nil, to), table{ours.W})
		}
		if theirs.Labels != nil && ours.Labels != nil {
			add(moments.StageLabels, "labels", ordered(numbers(theirs.Labels), nil, to), numbers(ours.Labels))
		}
	}
	if a, b := theirs.Parameters, ours.Parameters; a != nil && b != nil {
		if !ours.ordered {
			if order := pairOrder(theirs, ours); order != nil {
				a = moments.Reordered(a, order)
			} else {
				a = moments.AlignPairs(a, b)
			}
		}
		for _, x := range []struct {
			what string
			of   func(*pomdp.PairParameters) table
		}{
			{"b̂", func(p *pomdp.PairParameters) table { return p.Initial }},
			{"Ẑ", func(p *pomdp.PairParameters) table { return flat(p.Observation) }},
			{"R̂", func(p *pomdp.PairParameters) table { return flat(p.Reward) }},
			{"p̂(s'|s,a)", func(p *pomdp.PairParameters) (out table) {
				for _, after := range p.Transition {
					out = append(out, flat(after)...)
				}
				return out
			}},
		} {
			add(moments.StageParameters, x.what, x.of(a), x.of(b))
		}
	}
	return out
}

// identity is that of as many dimensions as m has columns.
func identity(m *mat.Dense) table {
	_, k := m.Dims()
	out := zeros(k, k)
	for i := range k {
		out[i][i] = 1
	}
	return out
}

// rising sorts a row.
func rising(x []float64) table { return table{slices.Sorted(slices.Values(x))} }

// span is the projector onto the columns of u, which is the same for every basis of them.
func span(u *mat.Dense) table {
	if u == nil {
		return nil
	}
	var p mat.Dense
	p.Mul(u, u.T())
	return matrix(&p)
}

// table is a figure's entries, row by row.
type table [][]float64

func matrix(m *mat.Dense) table {
	if m == nil {
		return nil
	}
	rows, _ := m.Dims()
	var out table
	for i := range rows {
		out = append(out, m.RawRowView(i))
	}
	return out
}

func flat(x [][][]float64) (out table) {
	for _, rows := range x {
		out = append(out, rows...)
	}
	return out
}

func numbers(x []int) table {
	row := make([]float64, len(x))
	for i, v := range x {
		row[i] = float64(v)
	}
	return table{row}
}

// ordered puts a figure into another order: row i of the result is row rows[i], column j is
// column columns[j]; nil leaves them as they are.
func ordered(x table, rows, columns []int) table {
	if x == nil {
		return nil
	}
	out := make(table, len(x))
	for i := range x {
		from := x[i]
		if rows != nil {
			from = x[rows[i]]
		}
		out[i] = make([]float64, len(from))
		for j := range from {
			out[i][j] = from[columns[j]]
		}
	}
	return out
}

// columnsOf says which column of theirs is each of ours: the one-to-one matching of least
// squared distance in Ô; nil where one of them has no Ô of the size.
func columnsOf(theirs, ours *Answer) []int {
	a, b := theirs.O, ours.O
	if a == nil || b == nil {
		return nil
	}
	d, k := b.Dims()
	if rows, columns := a.Dims(); rows != d || columns != k {
		return nil
	}
	if ours.ordered {
		to := make([]int, k)
		for i := range to {
			to[i] = i
		}
		return to
	}
	to, _ := moments.MatchColumns(b, a)
	return to
}

// pairOrder says which of their states of each pair is each of ours, by the columns of both; nil where
// columns and labels do not tell.
func pairOrder(theirs, ours *Answer) [][]int {
	to := columnsOf(theirs, ours)
	if to == nil || len(theirs.Labels) != len(to) || len(ours.Labels) != len(to) {
		return nil
	}
	n := ours.Sizes
	order, rank, met := make([][]int, n.Pairs()), make([]int, len(to)), make([]int, n.Pairs())
	for c, pair := range theirs.Labels {
		if pair < 0 {
			return nil
		}
		rank[c] = met[pair]
		met[pair]++
	}
	for c, pair := range ours.Labels {
		if pair < 0 || theirs.Labels[to[c]] != pair || met[pair] != n.S {
			return nil
		}
		order[pair] = append(order[pair], rank[to[c]])
	}
	return order
}

// compared holds a figure against another of the same shape; false for another shape.
func compared(a, b table) (Deviation, bool) {
	out := Deviation{TheirRows: a, OurRows: b}
	difference, size, worst := 0.0, 0.0, -1.0
	if len(a) != len(b) {
		return out, false
	}
	for i := range b {
		if len(a[i]) != len(b[i]) {
			return out, false
		}
		for j, ours := range b[i] {
			off := math.Abs(a[i][j] - ours)
			if math.IsNaN(off) {
				off = math.Inf(1)
			}
			difference += off * off
			size += ours * ours
			if off > worst {
				worst, out.At, out.Theirs, out.Ours = off, []int{i, j}, a[i][j], ours
			}
		}
	}
	out.Size = math.Sqrt(difference / max(size, math.SmallestNonzeroFloat64))
	if difference == 0 {
		out.Size = 0
	}
	return out, true
}
