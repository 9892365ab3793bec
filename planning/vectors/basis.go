package vectors

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// basis is the present basis of the simplex method. Most of its variables are slacks, each of
// which would be a column of the inverse with a single entry, -1 in the slack's own row: these
// columns are not written down. What is left are the columns of the tight states, whose slacks
// are no basic variables, so that a step costs n times their number and not n².
type basis struct {
	inverse []float64 // [row][n+1]: first the column of Σ y = 1, then those of the tight states
	tight   []int     // states, in the order of their columns
	x       []float64 // basic variables
	basic   []int     // what each row's variable is: -1 μ, s < n slack of s, n+i weight of rival i
}

func newBasis(n int) basis {
	m := n + 1
	return basis{make([]float64, m*m), make([]int, 0, m), make([]float64, m), make([]int, m)}
}

// take makes b the same as another basis, whose buffers stay its own.
func (b *basis) take(from basis) {
	if b.inverse == nil {
		*b = newBasis(len(from.x) - 1)
	}
	b.tight = append(b.tight[:0], from.tight...)
	for i := range from.x {
		copy(b.row(i), from.row(i))
	}
	copy(b.x, from.x)
	copy(b.basic, from.basic)
}

// row is what is written of one row of the inverse.
func (b *basis) row(i int) []float64 {
	m := len(b.x)
	return b.inverse[i*m : i*m+1+len(b.tight)]
}

// prices writes those of the states, row 0 of the inverse, into out: a belief, once none is
// negative.
func (b *basis) prices(out []float64) {
	clear(out)
	for j, x := range b.row(0)[1:] {
		out[b.tight[j]] = x
	}
}

// tighten writes down the column of a state whose slack is basic in one row, as it leaves.
func (b *basis) tighten(state, row int) {
	b.tight = append(b.tight, state)
	w := len(b.tight)
	for i := range b.x {
		b.row(i)[w] = 0
	}
	b.row(row)[w] = -1
}

// loosen drops the column of a state whose slack has entered.
func (b *basis) loosen(state int) {
	at, last := slices.Index(b.tight, state), len(b.tight)-1
	for i := range b.x {
		r := b.row(i)
		r[1+at] = r[1+last]
	}
	b.tight[at] = b.tight[last]
	b.tight = b.tight[:last]
}

// start makes the basis of the rival that by itself leaves least uncovered; one that covers
// all dominates pointwise. It returns false where there are no rivals.
func (d *dominance) start() bool {
	least, s0, rival := math.Inf(1), 0, -1
	for _, b := range d.blocks {
		d.steps += 2 * b.table.len()
		// Most rivals fail in the state where the best so far leaves most uncovered, s0,
		// or in the one where the last rival failed, s1: look there first.
		s1 := s0
		worst0, worst1 := b.table.state[s0], b.table.state[s1]
	rows:
		for i := range b.table.len() {
			if b.ref[s0]-worst0[i] >= least || b.ref[s1]-worst1[i] >= least || i == b.self {
				continue
			}
			worst, at := math.Inf(-1), 0
			for s, x := range b.table.row(i) {
				if gap := b.ref[s] - x; gap > worst {
					if gap >= least {
						s1, worst1 = s, b.table.state[s]
						continue rows
					}
					worst, at = gap, s
				}
			}
			least, s0, rival = worst, at, b.first+i
			worst0 = b.table.state[s0]
		}
	}
	if rival < 0 {
		return false
	}
	d.startWith(rival)
	return true
}

// startWith makes the basis of one rival: weight 1 for it, μ what it leaves
// uncovered, and slacks.
func (d *dominance) startWith(rival int) {
	n := d.n
	row, ref := d.rival(rival)
	s0 := 0
	for s, x := range row {
		if ref[s]-x > ref[s0]-row[s0] {
			s0 = s
		}
	}
	lead := row[s0] - ref[s0]
	d.tight = append(d.tight[:0], s0)
	d.basic[0], d.x[0] = -1, -lead
	for i, s := 1, 0; s < n; s++ {
		if s == s0 {
			continue
		}
		d.basic[i], d.x[i] = s, row[s]-ref[s]-lead
		i++
	}
	for i, x := range d.x[:n] {
		r := d.row(i)
		r[0], r[1] = x, 1
	}
	r := d.row(n)
	r[0], r[1] = 1, 0
	d.basic[n], d.x[n] = n+rival, 1
}

// pivot brings one variable into the basis. bland breaks ties by the lowest
// variable, which cannot cycle; otherwise by the largest pivot, which is
// stabler. It returns false where rounding has left no variable that can leave.
func (d *dominance) pivot(enter int, bland bool) bool {
	n, m := d.n, d.n+1
	d.steps += 2 * m * (5 + len(d.tight)) // the column, the choice of a row, and both sides of the basis
	d.enterColumn(enter)
	leave, ratio := -1, math.Inf(1)
	for i := 1; i < m; i++ {
		if d.column[i] <= 1e-11 {
			continue
		}
		r := max(d.x[i], 0) / d.column[i]
		better := leave < 0 || r < ratio
		if !better && r == ratio {
			better = d.column[i] > d.column[leave]
			if bland {
				better = d.basic[i] < d.basic[leave]
			}
		}
		if better {
			leave, ratio = i, r
		}
	}
	if leave < 0 {
		return false
	}
	if slack := d.basic[leave]; slack < n {
		d.tighten(slack, leave)
	}
	out := d.row(leave)
	scale := 1 / d.column[leave]
	for j := range out {
		out[j] *= scale
	}
	d.x[leave], d.basic[leave] = ratio, enter
	for i, f := range d.column {
		if i == leave || f == 0 {
			continue
		}
		floats.AddScaled(d.inverse[i*m:i*m+len(out)], -f, out)
		d.x[i] -= f * ratio
	}
	if enter < n {
		d.loosen(enter)
	}
	return true
}

// enterColumn writes a variable's column in terms of the basis.
func (d *dominance) enterColumn(enter int) {
	n, m := d.n, d.n+1
	if enter < n {
		at := 1 + slices.Index(d.tight, enter)
		for i := range m {
			d.column[i] = -d.row(i)[at]
		}
		return
	}
	row, ref := d.rival(enter - n)
	entries := append(d.entries[:0], 1)
	for _, s := range d.tight {
		entries = append(entries, row[s]-ref[s])
	}
	for i, variable := range d.basic {
		d.column[i] = floats.Dot(entries, d.row(i))
		if 0 <= variable && variable < n {
			d.column[i] -= row[variable] - ref[variable]
		}
	}
}

// rival is the row of a rival and the vector ref that is subtracted from it.
func (d *dominance) rival(i int) (row, ref []float64) {
	b := d.blocks[0]
	for _, next := range d.blocks[1:] {
		if i >= next.first {
			b = next
		}
	}
	return b.table.row(i - b.first), b.ref
}
