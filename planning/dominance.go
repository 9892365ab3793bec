package planning

import "math"

// dominance decides, by one linear program, whether a vector v is best
// somewhere among a set W:
//
//	δ* = max over beliefs b of b·v − max_{w ∈ W} b·w
//
// solved in the dual form, which has only |S|+1 rows (ALGORITHM 12):
//
//	min μ  such that  v ≤ Σ_w y_w w + μ·1,  Σ_w y_w = 1,  y ≥ 0
//
// by the revised simplex method with an explicit basis inverse. The prices of
// the rows are a belief b, so that pricing is the evaluation of W at b, and
// every step gives both bounds: μ ≥ δ* from the weights y and, while b ≥ 0,
// b·v − max b·w ≤ δ*. Most programs end as soon as one of them decides.
//
// One value may be used for many programs, but not concurrently.
type dominance struct {
	n       int       // states
	inverse []float64 // (n+1)², of the basis; row 0 is μ's, its first n entries are b
	x       []float64 // basic variables
	basis   []int     // what each row's variable is: -1 μ, s < n slack of s, n+i weight of W's i-th
	column  []float64
	belief  []float64
}

func newDominance(states int) *dominance {
	m := states + 1
	return &dominance{
		n: states, inverse: make([]float64, m*m), x: make([]float64, m),
		basis: make([]int, m), column: make([]float64, m), belief: make([]float64, states),
	}
}

// wins looks for a belief at which v exceeds all rows of w by more than eps.
// The witness is valid until the next call. When rounding or the cap on the
// steps leaves it undecided, v wins without a witness: keeping a vector too
// many costs time, dropping one costs correctness.
func (d *dominance) wins(v, w []float64, eps float64) (witness []float64, wins bool) {
	n, m := d.n, d.n+1
	if len(w) == 0 {
		for s := range d.belief {
			d.belief[s] = 1 / float64(n)
		}
		return d.belief, true
	}
	d.start(v, w)
	scale := eps / pruneTolerance
	limit := 50*m + len(w)/n
	for step := range limit {
		if d.x[0] <= eps {
			return nil, false
		}
		b := d.inverse[:n]
		// The price of the convexity row is −u, u the height of the surface.
		best, height := -1, math.Inf(-1)
		for i := 0; i*n < len(w); i++ {
			if h := dot(b, w[i*n:(i+1)*n]); h > height {
				best, height = i, h
			}
		}
		enter, gain := n+best, (height+d.inverse[n])/scale
		lowest := 0.0
		for s, x := range b {
			lowest = min(lowest, x)
			if -x > gain {
				enter, gain = s, -x
			}
		}
		if lowest >= -1e-12 {
			if witness, ok := d.confirm(v, w, eps); ok {
				return witness, true
			}
		}
		if gain <= 1e-13 {
			return nil, d.x[0] > 4*eps
		}
		if !d.pivot(enter, w, step > limit/2) {
			return nil, true
		}
	}
	return nil, true
}

// start makes the basis of the corner s₀ where v leads the first row of w most:
// μ, that row's weight 1, and the slacks of all other states.
func (d *dominance) start(v, w []float64) {
	n, m := d.n, d.n+1
	s0 := 0
	for s := range n {
		if v[s]-w[s] > v[s0]-w[s0] {
			s0 = s
		}
	}
	clear(d.inverse)
	d.inverse[s0], d.inverse[n] = 1, -w[s0]
	d.basis[0], d.x[0] = -1, v[s0]-w[s0]
	for row, s := 1, 0; s < n; s++ {
		if s == s0 {
			continue
		}
		r := d.inverse[row*m : (row+1)*m]
		r[s0], r[s], r[n] = 1, -1, w[s]-w[s0]
		d.basis[row], d.x[row] = s, d.x[0]-(v[s]-w[s])
		row++
	}
	d.inverse[n*m+n], d.basis[n], d.x[n] = 1, n, 1
}

// pivot brings one variable into the basis. bland breaks ties by the lowest
// variable, which cannot cycle; otherwise by the largest pivot, which is
// stabler. It fails where rounding has left no row to leave.
func (d *dominance) pivot(enter int, w []float64, bland bool) bool {
	n, m := d.n, d.n+1
	for i := range m {
		row := d.inverse[i*m : (i+1)*m]
		if enter < n {
			d.column[i] = -row[enter]
		} else {
			d.column[i] = dot(w[(enter-n)*n:(enter-n+1)*n], row[:n]) + row[n]
		}
	}
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
				better = d.basis[i] < d.basis[leave]
			}
		}
		if better {
			leave, ratio = i, r
		}
	}
	if leave < 0 {
		return false
	}
	out := d.inverse[leave*m : (leave+1)*m]
	scale := 1 / d.column[leave]
	for j := range out {
		out[j] *= scale
	}
	d.x[leave], d.basis[leave] = ratio, enter
	for i := range m {
		f := d.column[i]
		if i == leave || f == 0 {
			continue
		}
		row := d.inverse[i*m : (i+1)*m]
		for j := range row {
			row[j] -= f * out[j]
		}
		d.x[i] -= f * ratio
	}
	return true
}

// confirm makes the prices a belief and measures by how much v wins there.
func (d *dominance) confirm(v, w []float64, eps float64) ([]float64, bool) {
	sum := 0.0
	for s, x := range d.inverse[:d.n] {
		d.belief[s] = max(x, 0)
		sum += d.belief[s]
	}
	for s := range d.belief {
		d.belief[s] /= sum
	}
	lead := dot(d.belief, v) - eps
	for i := 0; i < len(w); i += d.n {
		if dot(d.belief, w[i:i+d.n]) >= lead {
			return nil, false
		}
	}
	return d.belief, true
}
