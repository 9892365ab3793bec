package bench

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// adder takes a relation: a name, what to say after the figure's, and what it makes.
type adder func(name, says string, rows table)

// number is a fitted factor in words.
func number(x float64) string { return figure.Number(x) }

func (p *plain) ofMoments(j *Judged, add adder) {
	y := j.OurRows
	p1, second, axis := p.p1, p.p2, "x₂"
	if j.What == "P₁₃" {
		second, axis = p.p3, "x₃"
	}
	if n := p.counts.Total(); !math.IsInf(n, 1) {
		add("counts", "were counts, not divided by the number of episodes", mapped(y, func(v float64) float64 { return n * v }))
	}
	if j.What == "P₁₂" {
		add("is-p13", "were P₁₃", matrix(p.p13))
		add("is-p13-transposed", "were P₁₃, transposed", transposed(matrix(p.p13)))
	} else {
		add("is-p12", "were P₁₂", matrix(p.p12))
		add("is-p12-transposed", "were P₁₂, transposed", transposed(matrix(p.p12)))
	}
	add("is-p23-transposed", "were P₂₃, transposed", transposed(matrix(p.p23)))
	product := zeros(len(y), len(y))
	for a, v := range p1 {
		for b, w := range second {
			product[a][b] = v * w
		}
	}
	add("centred", "were centred: p(x₁)p("+axis+")ᵀ was taken off", combined(y, product, 1, -1))
	add("independent", "were p(x₁)p("+axis+")ᵀ, as if the symbols were independent", product)
	add("given-x1", "were p("+axis+" | x₁): rows that sum to 1, where joint shares belong", normalised(y, rowSums))
	add("given-"+axis, "were p(x₁ | "+axis+"): columns that sum to 1, where joint shares belong", normalised(y, columnSums))
	add("correlation", "were divided by √(p(x₁)p("+axis+"))", kindOf(y, product, func(v, q float64) float64 { return v / math.Sqrt(q) }))
	add("dependence", "were divided by p(x₁)p("+axis+")", kindOf(y, product, func(v, q float64) float64 { return v / q }))
	rows, _ := rowSums(y)
	broadcast := zeros(len(y), len(y))
	both := zeros(len(y), len(y))
	for a := range y {
		for b, v := range y[a] {
			if rows[b] != 0 {
				broadcast[a][b], both[a][b] = v/rows[b], v/rows[b]*rows[a]
			}
		}
	}
	add("broadcast", "were divided by the rows' sums along the columns", broadcast)
	add("broadcast-back", "were divided by the rows' sums along the columns, and multiplied by them along the rows", both)
	given := p.givenActions(j.What)
	add("given-actions", "were shares among the episodes with the same actions, where shares of all belong", given)
	add("pooled", "were pooled: the mean of P₁₂ and P₂₃", combined(matrix(p.answer.P12), matrix(p.p23), .5, .5))
	once, last := zeros(len(y), len(y)), zeros(len(y), len(y))
	cells := 0.0
	p.triples(func(x1, x2, x3 int, v float64) {
		if j.What == "P₁₃" {
			x2 = x3
		}
		once[x1][x2]++
		last[x1][x2] = v
		cells++
	})
	add("distinct", "had every triple that occurs count once, however often it occurs", mapped(once, func(v float64) float64 { return v / cells }))
	add("assigned", "were set to a triple's share, and not increased by it", last)
	if j.What == "P₁₃" {
		add("markov", "were P₁₂ times p(x₃ | x₂), as if the symbols themselves were a Markov chain", multiplied(matrix(p.answer.P12), normalised(matrix(p.p23), rowSums)))
	}
	for _, o := range indexOrders(p.n) {
		says := "were numbered by another order of a symbol's parts, " + o.says
		add("order-"+o.says, says+", along rows and columns", ordered(y, o.from, o.from))
		add("row-order-"+o.says, says+", along the rows", ordered(y, o.from, upTo(len(y))))
		add("column-order-"+o.says, says+", along the columns", ordered(y, upTo(len(y)), o.from))
	}
}

func kindOf(y, z table, f func(v, w float64) float64) table {
	out := zeros(len(y), len(y[0]))
	for i := range y {
		for j, v := range y[i] {
			if z[i][j] != 0 {
				out[i][j] = f(v, z[i][j])
			}
		}
	}
	return out
}

// givenActions divides joint shares by the share of the episodes with the same actions.
func (p *plain) givenActions(what string) table {
	y, n := matrix(p.answer.P12), p.n
	if what == "P₁₃" {
		y = matrix(p.answer.P13)
	}
	mass := map[[4]int]float64{}
	key := func(i, j int) [4]int {
		x, z := n.SymbolAt(i), n.SymbolAt(j)
		return [4]int{x.Action, x.Next, z.Action, z.Next}
	}
	for i := range y {
		for j, v := range y[i] {
			mass[key(i, j)] += v
		}
	}
	out := zeros(len(y), len(y))
	for i := range y {
		for j, v := range y[i] {
			if v != 0 {
				out[i][j] = v / mass[key(i, j)]
			}
		}
	}
	return out
}

// indexOrder is another way to number symbols: from[our number] is theirs.
type indexOrder struct {
	says string
	from []int
}

// decode reads the two actions off a symbol's number as if it were in this order.
func (o indexOrder) decode(n pomdp.Sizes, x int) (a, next int) {
	s := n.SymbolAt(o.from[x])
	return s.Action, s.Next
}

// indexOrders are the ways to number symbols by their parts a, z, r and a' other than ours.
func indexOrders(n pomdp.Sizes) (out []indexOrder) {
	sizes, names := [4]int{n.A, n.Z, n.R, n.A}, [4]string{"a", "z", "r", "a'"}
	var visit func(order []int)
	visit = func(order []int) {
		if len(order) < 4 {
			for part := range 4 {
				used := false
				for _, o := range order {
					used = used || o == part
				}
				if !used {
					visit(append(order[:len(order):len(order)], part))
				}
			}
			return
		}
		o, same := indexOrder{from: make([]int, n.D())}, true
		for x := range n.D() {
			s := n.SymbolAt(x)
			parts, to := [4]int{s.Action, s.Observation, s.Reward, s.Next}, 0
			for _, part := range order {
				to = to*sizes[part] + parts[part]
			}
			o.from[to] = x
			same = same && to == x
		}
		if !same {
			o.says = fmt.Sprintf("(%s, %s, %s, %s) with the last one fastest", names[order[0]], names[order[1]], names[order[2]], names[order[3]])
			out = append(out, o)
		}
	}
	visit(nil)
	return out
}

func (p *plain) ofSigma(j *Judged, add adder) {
	values := func(m *mat.Dense) table {
		svd := decomposed(m, mat.SVDNone)
		if svd == nil {
			return nil
		}
		return table{svd.Values(nil)[:len(j.OurRows[0])]}
	}
	add("of-p13", "were the singular values of P₁₃", values(p.p13))
	add("of-p23", "were the singular values of P₂₃", values(p.p23))
	add("squares", "were squared: eigenvalues of P₁₂P₁₂ᵀ", mapped(j.OurRows, func(v float64) float64 { return v * v }))
	add("rising", "were in rising order", ordered(j.OurRows, nil, reversed(len(j.OurRows[0]))))
	if k := p.n.K(); k < len(j.OurRows[0]) {
		add("first-rising", "had its first k in rising order", ordered(j.OurRows, nil, append(reversed(k), shifted(len(j.OurRows[0]), 0)[k:]...)))
	}
	add("of-conditional", "were the singular values of P₁₂ with rows that sum to 1", values(dense(normalised(matrix(p.p12), rowSums))))
	add("of-conditional-columns", "were the singular values of P₁₂ with columns that sum to 1", values(dense(normalised(matrix(p.p12), columnSums))))
	add("of-centred", "were the singular values of P₁₂ less p(x₁)p(x₂)ᵀ", values(p.centred(p.p12, p.p2)))
}

func reversed(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = n - 1 - i
	}
	return out
}

// ofVectors are relations of singular vectors: what is compared are the projectors onto their spans.
func (p *plain) ofVectors(j *Judged, add adder) {
	u := map[string]*mat.Dense{"U₁": p.given.U1, "U₂": p.given.U2, "U₃": p.given.U3}[j.What]
	d, k := u.Dims()
	if own := spanned(u); own != nil {
		if off, ok := compared(own, j.OurRows); ok && off.Size <= Rounding {
			add("not-orthonormal", "had the right span, but columns that are not of length 1 and at right angles", j.TheirRows)
		}
	}
	for _, m := range []struct {
		name string
		m    *mat.Dense
	}{{"P₁₂", p.p12}, {"P₁₃", p.p13}, {"P₂₃", p.p23}, {"P₁₂ + P₁₂ᵀ", plus(p.p12)}, {"P₁₃ divided by √(p(x₁)p(x₃))", p.correlation()}, {"P₁₂ less p(x₁)p(x₂)ᵀ", p.centred(p.p12, p.p2)}, {"P₁₃ less p(x₁)p(x₃)ᵀ", p.centred(p.p13, p.p3)}, {"P₁₂ with rows that sum to 1", dense(normalised(matrix(p.p12), rowSums))}, {"P₁₂ with columns that sum to 1", dense(normalised(matrix(p.p12), columnSums))}} {
		svd := decomposed(m.m, mat.SVDFull)
		if svd == nil {
			continue
		}
		for i, to := range []func(*mat.Dense){svd.UTo, svd.VTo} {
			var all mat.Dense
			to(&all)
			side := [2]string{"left", "right"}[i]
			top := mat.DenseCopyOf(all.Slice(0, d, 0, k))
			add(fmt.Sprintf("%s-of-%s", side, m.name), fmt.Sprintf("were the %s singular vectors of %s", side, m.name), span(top))
			add(fmt.Sprintf("rows-of-%s-of-%s", side, m.name), fmt.Sprintf("were the %s singular vectors of %s, with rows scaled to length 1", side, m.name), span(dense(normalised(matrix(top), rowLengths))))
			add(fmt.Sprintf("last-%s-of-%s", side, m.name), fmt.Sprintf("were the last %s singular vectors of %s, not the first", side, m.name), span(mat.DenseCopyOf(all.Slice(0, d, d-k, d))))
			if k > 1 {
				short := mat.NewDense(d, k, nil)
				short.Slice(0, d, 0, k-1).(*mat.Dense).Copy(all.Slice(0, d, 0, k-1))
				add(fmt.Sprintf("one-fewer-%s-of-%s", side, m.name), fmt.Sprintf("were only k − 1 %s singular vectors of %s", side, m.name), span(short))
				if k < d {
					add(fmt.Sprintf("second-on-%s-of-%s", side, m.name), fmt.Sprintf("left out the first of the %s singular vectors of %s", side, m.name), span(mat.DenseCopyOf(all.Slice(0, d, 1, k+1))))
				}
			}
		}
	}
	for _, o := range indexOrders(p.n) {
		add("order-"+o.says, "had its rows numbered by another order of a symbol's parts, "+o.says, ordered(j.OurRows, o.from, o.from))
	}
}

// spanned is the projector onto u's columns, whatever their lengths and angles.
func spanned(u *mat.Dense) table {
	svd := decomposed(u, mat.SVDThin)
	if svd == nil {
		return nil
	}
	var left mat.Dense
	svd.UTo(&left)
	return span(&left)
}

func plus(m *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(m.T())
	out.Add(out, m)
	return out
}

// centred is a moment less the product of its margins.
func (p *plain) centred(m *mat.Dense, second []float64) *mat.Dense {
	out := mat.DenseCopyOf(m)
	for a, v := range p.p1 {
		for b, w := range second {
			out.Set(a, b, out.At(a, b)-v*w)
		}
	}
	return out
}

// correlation is P₁₃ divided by the roots of its margins.
func (p *plain) correlation() *mat.Dense {
	out := mat.DenseCopyOf(p.p13)
	for a, v := range p.p1 {
		for b, w := range p.p3 {
			if v*w > 0 {
				out.Set(a, b, out.At(a, b)/math.Sqrt(v*w))
			}
		}
	}
	return out
}
