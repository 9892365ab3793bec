package operators

import (
	"cmp"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// entry is a probability in a sparse table of tests × columns.
type entry struct {
	column, test int
	p            float64
}

// predictive holds the conditional frequencies that TPSR is made of. A history is numbered a₁|Z| + z₂, and the
// longer ones after those, which tests of one reward alone leave room for in a triple; a column of the tables with
// a middle step is (history, a, r, z).
type predictive struct {
	n       pomdp.Sizes
	tests   int
	short   int       // histories of one step
	history []entry   // P_H, test 0
	next    []entry   // P_TH
	step    []entry   // P_TaoH, column = history·|A||R||Z| + middle
	rows    []float64 // [test] Σ p(1−p)/n over its entries: the variance that chance gives a row
}

// newPredictive counts. missing is an action that no episode began with, −1 for none.
func newPredictive(c *moments.Counts, n pomdp.Sizes, kind moments.TestKind) (p *predictive, missing int) {
	p = &predictive{n: n, tests: kind.Count(n), short: n.A * n.Z}
	p.rows = make([]float64, p.tests)
	taken := newDenominators(c, n)
	for a := range n.A {
		if taken.first[a] == 0 {
			return nil, a
		}
	}
	middles := n.A * n.Outcomes()
	var history, next, step []entry
	for cell, k := range c.Cells {
		x := n.CellAt(cell)
		a, o := x.Actions, x.Outcomes
		z2, r2 := n.OutcomeAt(o[0])
		z3, r3 := n.OutcomeAt(o[1])
		_, r4 := n.OutcomeAt(o[2])
		h1 := a[0]*n.Z + z2
		z4 := o[2] / n.R
		two, three, four := taken.of(a[:2]), taken.of(a[:3]), taken.of(a[:4])
		history = append(history, entry{h1, 0, k / taken.first[a[0]]})
		middle := h1*middles + a[1]*n.Outcomes() + n.Outcome(z3, r2)
		first, second, third := a[1]*n.R+r2, a[2]*n.R+r3, a[3]*n.R+r4 // (a, r) of each step
		switch kind {
		case moments.OutcomeTests:
			next = append(next, entry{h1, first*n.Z + z3, k / two})
			step = append(step, entry{middle, second*n.Z + z4, k / three})
		case moments.TwoStepTests:
			next = append(next, entry{h1, (first*n.Z+z3)*n.A*n.R + second, k / three})
			step = append(step, entry{middle, (second*n.Z+z4)*n.A*n.R + third, k / four})
		default:
			h2 := p.short + ((h1*n.A+a[1])*n.R+r2)*n.Z + z3
			history = append(history, entry{h2, 0, k / two})
			next = append(next, entry{h1, first, k / two}, entry{h2, second, k / three})
			step = append(step, entry{middle, second, k / three}, entry{h2*middles + a[2]*n.Outcomes() + n.Outcome(z4, r3), third, k / four})
		}
	}
	p.history, p.next, p.step = merged(history), merged(next), merged(step)
	for _, x := range p.next {
		by := taken.second[x.test/(p.tests/n.A)]
		switch {
		case x.column >= p.short:
			by = taken.third[x.test/n.R]
		case kind == moments.TwoStepTests:
			by /= float64(n.A) // of the path with its second action
		}
		p.rows[x.test] += x.p * (1 - x.p) / by
	}
	return p, -1
}

// merged adds up the entries of one place, in order of their columns and tests.
func merged(all []entry) []entry {
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.test, b.test)) })
	out := all[:0]
	for _, x := range all {
		if last := len(out) - 1; last >= 0 && out[last].column == x.column && out[last].test == x.test {
			out[last].p += x.p
		} else {
			out = append(out, x)
		}
	}
	return out
}

// denominators says how often actions were taken.
type denominators struct {
	n     pomdp.Sizes
	first []float64    // [a₁]
	paths [3][]float64 // of the first two, three and four actions
	// second[a] and third[a] are, for an action in that place, about how often an action path with it was taken.
	second, third []float64
}

func newDenominators(c *moments.Counts, n pomdp.Sizes) *denominators {
	d := &denominators{n: n, first: make([]float64, n.A), second: make([]float64, n.A), third: make([]float64, n.A)}
	size := n.A
	for i := range d.paths {
		size *= n.A
		d.paths[i] = make([]float64, size)
	}
	for path, t := range c.Paths {
		if t == nil {
			continue
		}
		k := t.Sum()
		d.first[path/(n.A*n.A*n.A)] += k
		d.paths[0][path/(n.A*n.A)] += k
		d.paths[1][path/n.A] += k
		d.paths[2][path] += k
		d.second[path/(n.A*n.A)%n.A] += k / float64(n.A)
		d.third[path/n.A%n.A] += k / float64(n.A*n.A)
	}
	return d
}

// of is how often a path of two to four actions was taken.
func (d *denominators) of(actions []int) float64 {
	i := 0
	for _, a := range actions {
		i = i*d.n.A + a
	}
	return d.paths[len(actions)-2][i]
}

// directions are the left singular vectors of P_TH and all P_TaoH side by side, and P_TH's own singular values
// along them: the strength with which the next step alone tells each. Of the first k, and of the others, the strongest
// stand first.
func (p *predictive) directions(k int) (u *mat.Dense, sigma []float64, ok bool) {
	rows := p.tests
	all, next := mat.NewSymDense(rows, nil), mat.NewSymDense(rows, nil)
	gram(next, p.next)
	gram(all, p.next)
	gram(all, p.step)
	var eig mat.EigenSym
	if !eig.Factorize(all, true) {
		return nil, nil, false
	}
	var rising mat.Dense
	eig.VectorsTo(&rising)
	strength := make([]float64, rows)
	order := make([]int, rows)
	for j := range rows {
		v := rising.ColView(rows - 1 - j)
		strength[j], order[j] = math.Sqrt(max(0, mat.Inner(v, next, v))), j
	}
	stronger := func(a, b int) int { return cmp.Compare(strength[b], strength[a]) }
	slices.SortStableFunc(order[:min(k, rows)], stronger)
	slices.SortStableFunc(order[min(k, rows):], stronger)
	u = mat.NewDense(rows, rows, nil)
	for j, from := range order {
		u.SetCol(j, mat.Col(nil, rows-1-from, &rising))
		sigma = append(sigma, strength[from])
	}
	return u, sigma, true
}

// gram adds to s the products of every two entries of a column.
func gram(s *mat.SymDense, entries []entry) {
	for len(entries) > 0 {
		end := slices.IndexFunc(entries, func(x entry) bool { return x.column != entries[0].column })
		if end < 0 {
			end = len(entries)
		}
		for i, x := range entries[:end] {
			for _, y := range entries[i:end] {
				s.SetSym(x.test, y.test, s.At(x.test, y.test)+x.p*y.p)
			}
		}
		entries = entries[end:]
	}
}

// noise is what a singular value of P_TH that is truly 0 would be: chance adds to every row the variance of its
// entries, and there are many more columns than rows.
func (p *predictive) noise(c *moments.Counts, sigma []float64) moments.Floor {
	if c.Exact() {
		return moments.ExactFloor(sigma)
	}
	sum, most := 0.0, 0.0
	for _, v := range p.rows {
		sum, most = sum+v, max(most, v)
	}
	return moments.Floor{Level: math.Sqrt(sum / float64(len(p.rows))), Limit: 1.5 * math.Sqrt(most)}
}

// operators solves for the model of k directions; nil where histories lead to fewer.
func (p *predictive) operators(u *mat.Dense, k int, rewards []float64) *Operators {
	n := p.n
	number := map[int]int{} // of the histories that occurred
	for _, x := range p.history {
		number[x.column] = len(number)
	}
	columns := len(number)
	if columns < k {
		return nil
	}
	xt := mat.NewDense(columns, k, nil) // X = UᵀP_TH, transposed
	for _, x := range p.next {
		row := xt.RawRowView(number[x.column])
		for i := range row {
			row[i] += u.At(x.test, i) * x.p
		}
	}
	var qr mat.QR
	qr.Factorize(xt)
	if !(qr.Cond() < num.Singular) {
		return nil
	}
	// X⁺ = Q R⁻ᵀ with Q = Xᵀ R⁻¹, columns × k.
	var r, inverse, q, plus mat.Dense
	qr.RTo(&r)
	if err := inverse.Inverse(r.Slice(0, k, 0, k)); err != nil {
		return nil
	}
	q.Mul(xt, &inverse)
	plus.Mul(&q, inverse.T())
	o := &Operators{Sizes: n, Rewards: rewards, End: make([]float64, k)}
	for _, x := range p.history {
		for i, v := range plus.RawRowView(number[x.column]) {
			o.End[i] += v * x.p
		}
	}
	for range n.A {
		own := make([]*mat.Dense, n.Outcomes())
		for i := range own {
			own[i] = mat.NewDense(k, k, nil)
		}
		o.B = append(o.B, own)
	}
	middles := n.A * n.Outcomes()
	for _, x := range p.step {
		middle := x.column % middles
		b, history := o.B[middle/n.Outcomes()][middle%n.Outcomes()], plus.RawRowView(number[x.column/middles])
		for i := range k {
			row, w := b.RawRowView(i), u.At(x.test, i)*x.p
			for j, v := range history {
				row[j] += w * v
			}
		}
	}
	o.First = p.first(o, xt, number)
	if o.First == nil {
		return nil
	}
	return o
}

// first is m₁, by least squares: Σ_r B_{a₁,r,z₂} m₁ = X[·, (a₁, z₂)] for all (a₁, z₂), and b_∞ᵀm₁ = 1. The
// reward of the first action is in no triple.
func (p *predictive) first(o *Operators, xt *mat.Dense, number map[int]int) []float64 {
	n, k := p.n, len(o.End)
	a, b := mat.NewDense(n.A*n.Z*k+1, k, nil), mat.NewDense(n.A*n.Z*k+1, 1, nil)
	row := 0
	for action := range n.A {
		for z := range n.Z {
			for i := range k {
				for r := range n.R {
					for j, x := range o.B[action][n.Outcome(z, r)].RawRowView(i) {
						a.Set(row, j, a.At(row, j)+x)
					}
				}
				if at, seen := number[action*n.Z+z]; seen {
					b.Set(row, 0, xt.At(at, i))
				}
				row++
			}
		}
	}
	a.SetRow(row, o.End)
	b.Set(row, 0, 1)
	var qr mat.QR
	qr.Factorize(a)
	if !(qr.Cond() < num.Singular) {
		return nil
	}
	var x mat.Dense
	if err := qr.SolveTo(&x, false, b); err != nil {
		return nil
	}
	return mat.Col(nil, 0, &x)
}
