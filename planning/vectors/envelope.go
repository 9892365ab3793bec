package vectors

import (
	"cmp"
	"math"
	"slices"
)

// Exactly is the least margin, relative to the largest value of the set, by which a vector
// must win somewhere to be kept: the size of rounding errors, so that the value of a plan
// keeps 12 digits.
const Exactly = 1e-14

// Piece is one vector's stretch of an upper envelope over two states: the best
// from p = left, p being the probability of the second state, to the next
// piece's left or 1.
type Piece struct {
	Vector int32
	Left   float64
}

// line is a two-state vector as a function of p: at + slope·p.
type line struct {
	at, slope float64
	vector    int32
	order     int64 // slope and at in units of the tolerance
	height    int64
}

func (l line) value(p float64) float64 { return l.at + l.slope*p }

// Envelope2 is the upper envelope of two-state vectors (values row by row) by
// the sweep over slopes: exact, no linear program, O(n log n). Of vectors that
// are equal to within the margin the first is kept.
func Envelope2(values []float64, margin float64) []Piece {
	eps := margin * Scale(values)
	lines := make([]line, len(values)/2)
	for i := range lines {
		at, slope := values[2*i], values[2*i+1]-values[2*i]
		lines[i] = line{at, slope, int32(i), int64(math.Round(slope / eps)), int64(math.Round(at / eps))}
	}
	slices.SortFunc(lines, func(x, y line) int {
		return cmp.Or(cmp.Compare(x.order, y.order), cmp.Compare(y.height, x.height), cmp.Compare(x.vector, y.vector))
	})
	hull := lines[:0]
	left := make([]float64, 0, 16)
	for i, l := range lines {
		if i > 0 && len(hull) > 0 && hull[len(hull)-1].order == l.order {
			continue // parallel and not above
		}
		from := 0.0
		for len(hull) > 0 {
			top := hull[len(hull)-1]
			from = (top.at - l.at) / (l.slope - top.slope)
			if from > left[len(left)-1] {
				break
			}
			hull, left = hull[:len(hull)-1], left[:len(left)-1]
			from = 0
		}
		if from < 1 {
			hull, left = append(hull, l), append(left, from)
		}
	}
	return thin(hull, eps)
}

// thin drops lines that, with all those dropped beside them, stay within eps
// of the lines that remain, and computes where each remaining one begins.
func thin(hull []line, eps float64) []Piece {
	var kept []line
	var run []line // dropped since the last kept line
	for i, l := range hull {
		run = append(run, l)
		if i+1 < len(hull) && covered(run, kept, &hull[i+1], eps) {
			continue
		}
		if i+1 == len(hull) && covered(run, kept, nil, eps) {
			continue
		}
		kept, run = append(kept, l), run[:0]
	}
	out := make([]Piece, len(kept))
	for i, l := range kept {
		out[i].Vector = l.vector
		if i > 0 {
			out[i].Left = crossing(kept[i-1], l)
		}
	}
	return out
}

// covered reports that no line of run rises more than eps above the last kept
// line and the next one. Over two lines the lead of a third is greatest where
// they cross, beside one line at the end of the interval.
func covered(run, kept []line, next *line, eps float64) bool {
	var below line
	var p float64
	switch {
	case len(kept) == 0 && next == nil:
		return false
	case len(kept) == 0:
		below, p = *next, 0
	case next == nil:
		below, p = kept[len(kept)-1], 1
	default:
		below = kept[len(kept)-1]
		p = crossing(below, *next)
	}
	for _, l := range run {
		if l.value(p)-below.value(p) > eps {
			return false
		}
	}
	return true
}

func crossing(x, y line) float64 {
	return min(max((x.at-y.at)/(y.slope-x.slope), 0), 1)
}

// Scale is the largest magnitude among the values, and never 0.
func Scale(values []float64) float64 {
	largest := 1e-280
	for _, x := range values {
		largest = max(largest, math.Abs(x))
	}
	return largest
}

// CrossSum2 adds two-state envelopes: the sum of piecewise linear functions
// breaks where one of them does, so merging the breakpoints gives exactly the
// vectors of the cross-sum that are best somewhere: at most one more than the
// breakpoints of all together. choice[i·len(envelopes)+k] is which vector of
// envelope k belongs to piece i.
func CrossSum2(envelopes [][]Piece) (choice []int32, left []float64) {
	at := make([]int, len(envelopes))
	p := 0.0
	for {
		left = append(left, p)
		for k, e := range envelopes {
			choice = append(choice, e[at[k]].Vector)
		}
		p = math.Inf(1)
		for k, e := range envelopes {
			if at[k]+1 < len(e) {
				p = min(p, e[at[k]+1].Left)
			}
		}
		if math.IsInf(p, 1) {
			return choice, left
		}
		for k, e := range envelopes {
			for at[k]+1 < len(e) && e[at[k]+1].Left <= p {
				at[k]++
			}
		}
	}
}
