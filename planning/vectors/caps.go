package vectors

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
	caps []float64 // cap by cap
	each []proof
	rows []int // the rows w of all proofs, one proof after the other
}

// proof is what there is about one cap.
type proof struct {
	weight float64 // Σ y_w
	end    int     // of its rows among all
}

// reset forgets all proofs.
func (k *caps) reset() { k.caps, k.each, k.rows = k.caps[:0], k.each[:0], k.rows[:0] }

// add takes the proof of a program that has just ended without a witness; the
// rivals from first on are those that compete with v.
func (k *caps) add(d *dominance, first int) {
	if d.x[0] > d.eps {
		return // lost only to within rounding: no proof for other vectors
	}
	start, before := len(k.caps), len(k.rows)
	k.caps = slices.Grow(k.caps, d.n)[:start+d.n]
	cap := k.caps[start:]
	clear(cap)
	weight := 0.0
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
			k.rows = append(k.rows, variable-d.n-first)
			continue
		}
		for s, x := range ref {
			cap[s] -= y * x
		}
	}
	if weight < 1e-6 {
		k.caps, k.rows = k.caps[:start], k.rows[:before]
		return // practically no weight on rows that compete with v: it says nothing about v
	}
	for s := range cap {
		cap[s] /= weight
	}
	k.each = append(k.each, proof{weight, len(k.rows)})
}

// cover reports whether a vector lies below one of the caps. It tries the latest first.
// row is its number among the rows that competed, -1 if it was none: a cap that a row is
// itself part of says nothing about it.
func (k *caps) cover(v []float64, row int, eps float64) bool {
next:
	for i := len(k.each) - 1; i >= 0; i-- {
		first := 0
		if i > 0 {
			first = k.each[i-1].end
		}
		if slices.Contains(k.rows[first:k.each[i].end], row) {
			continue
		}
		cap, slack := k.caps[i*len(v):(i+1)*len(v)], eps/k.each[i].weight
		for s, x := range v {
			if x > cap[s]+slack {
				continue next
			}
		}
		return true
	}
	return false
}
