package planning

import "slices"

// caps keep what linear programs that found no witness have proved. Such a program was
// about one vector v, and ended with weights y on two kinds of rivals: rows c of other sets,
// less their own reference, and rows w that compete with v. They satisfy
//
//	Σ y_c c + Σ y_w (w − v) ≥ 0 to within eps
//
// so that v ≤ (Σ y_c c + Σ y_w w) / Σ y_w, the cap. Any other vector below a cap loses by the
// same weights, and needs no program of its own.
type caps struct {
	cap    [][]float64
	weight []float64 // Σ y_w
	rows   [][]int   // the rows w
}

// add takes the proof of a program that has just ended without a witness; the
// rivals from first on are those that compete with v.
func (k *caps) add(d *dominance, first int) {
	if d.x[0] > d.eps {
		return // lost only to within rounding: no proof for other vectors
	}
	cap := make([]float64, d.n)
	weight := 0.0
	var rows []int
	for i, variable := range d.basic {
		y := max(d.x[i], 0)
		if variable < d.n || y == 0 {
			continue
		}
		row, ref := d.rival(variable - d.n)
		for s, x := range row {
			cap[s] += y * x
		}
		if variable-d.n >= first {
			weight += y
			rows = append(rows, variable-d.n-first)
			continue
		}
		for s, x := range ref {
			cap[s] -= y * x
		}
	}
	if weight < 1e-6 {
		return // practically no weight on rows that compete with v: it says nothing about v
	}
	for s := range cap {
		cap[s] /= weight
	}
	k.cap, k.weight, k.rows = append(k.cap, cap), append(k.weight, weight), append(k.rows, rows)
}

// cover reports whether a vector lies below one of the caps. It tries the latest first.
// row is its number among the rows that competed, -1 if it was none: a cap that a row is
// itself part of says nothing about it.
func (k *caps) cover(v []float64, row int, eps float64) bool {
next:
	for i := len(k.cap) - 1; i >= 0; i-- {
		if slices.Contains(k.rows[i], row) {
			continue
		}
		cap, slack := k.cap[i], eps/k.weight[i]
		for s, x := range v {
			if x > cap[s]+slack {
				continue next
			}
		}
		return true
	}
	return false
}
