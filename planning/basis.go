package planning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// basis is the present basis of the simplex method.
type basis struct {
	inverse []float64 // (n+1)²; row 0 is μ's, its first n entries are b
	x       []float64 // basic variables
	basic   []int     // what each row's variable is: -1 μ, s < n slack of s, n+i weight of rival i
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
	n, m := d.n, d.n+1
	row, ref := d.rival(rival)
	s0 := 0
	for s, x := range row {
		if ref[s]-x > ref[s0]-row[s0] {
			s0 = s
		}
	}
	clear(d.inverse)
	lead := row[s0] - ref[s0]
	d.inverse[s0], d.inverse[n] = 1, -lead
	d.basic[0], d.x[0] = -1, -lead
	for i, s := 1, 0; s < n; s++ {
		if s == s0 {
			continue
		}
		r := d.inverse[i*m : (i+1)*m]
		c := row[s] - ref[s]
		r[s0], r[s], r[n] = 1, -1, c-lead
		d.basic[i], d.x[i] = s, c-lead
		i++
	}
	d.inverse[n*m+n], d.basic[n], d.x[n] = 1, n+rival, 1
}

// pivot brings one variable into the basis. bland breaks ties by the lowest
// variable, which cannot cycle; otherwise by the largest pivot, which is
// stabler. It returns false where rounding has left no variable that can leave.
func (d *dominance) pivot(enter int, bland bool) bool {
	n, m := d.n, d.n+1
	d.steps += 2 * m * m
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
	out := d.inverse[leave*m : leave*m+n+1]
	scale := 1 / d.column[leave]
	for j := range out {
		out[j] *= scale
	}
	d.x[leave], d.basic[leave] = ratio, enter
	for i := range m {
		f := d.column[i]
		if i == leave || f == 0 {
			continue
		}
		floats.AddScaled(d.inverse[i*m:i*m+m], -f, out)
		d.x[i] -= f * ratio
	}
	return true
}

// enterColumn writes a variable's column in terms of the basis.
func (d *dominance) enterColumn(enter int) {
	n, m := d.n, d.n+1
	if enter < n {
		for i := range m {
			d.column[i] = -d.inverse[i*m+enter]
		}
		return
	}
	row, ref := d.rival(enter - n)
	for s, x := range row {
		d.belief[s] = x - ref[s]
	}
	for i := range m {
		inverse := d.inverse[i*m : i*m+m]
		d.column[i] = dotWide(d.belief, inverse[:n]) + inverse[n]
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

// restore puts back a basis from saved. The first blocks must be the same as they were then.
func (d *dominance) restore(b basis) {
	copy(d.inverse, b.inverse)
	copy(d.x, b.x)
	copy(d.basic, b.basic)
}

func (d *dominance) saved() basis {
	return basis{slices.Clone(d.inverse), slices.Clone(d.x), slices.Clone(d.basic)}
}

// dotWide is dot in four sums side by side, which do not wait for each other.
func dotWide(x, y []float64) float64 {
	var a, b, c, d float64
	y = y[:len(x)]
	for len(x) >= 4 && len(y) >= 4 {
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		a += v * y[i]
	}
	return (a + b) + (c + d)
}
