package vectors

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// table holds vectors twice: by rows, to look at one, and by states, to
// evaluate all of them at a belief that is mostly zeros.
type table struct {
	n     int
	rows  []float64
	state [][]float64 // [s][i]
}

// newTable takes vectors row by row and keeps them.
func newTable(n int, rows []float64) *table {
	t := &table{n: n, rows: rows, state: make([][]float64, n)}
	count := len(rows) / n
	flat := make([]float64, len(rows))
	for s := range t.state {
		t.state[s] = flat[s*count : (s+1)*count : (s+1)*count]
		for i := range count {
			t.state[s][i] = rows[i*n+s]
		}
	}
	return t
}

func (t *table) len() int { return len(t.rows) / t.n }

func (t *table) row(i int) []float64 { return t.rows[i*t.n : (i+1)*t.n] }

func (t *table) add(row []float64) {
	t.rows = append(t.rows, row...)
	for s, x := range row {
		t.state[s] = append(t.state[s], x)
	}
}

// at writes b·row for all rows into out.
func (t *table) at(out, b []float64) {
	blank := true
	for s, p := range b {
		switch {
		case p == 0:
		case blank:
			floats.ScaleTo(out, p, t.state[s])
			blank = false
		default:
			floats.AddScaled(out, p, t.state[s])
		}
	}
	if blank {
		clear(out)
	}
}

// highest is the greatest of some heights and the first index at which it stands; −∞ and -1
// where none is above −∞.
func highest(heights []float64) (best float64, at int) {
	best, at = math.Inf(-1), -1
	i := 0
	for ; i+4 <= len(heights); i += 4 {
		h := heights[i : i+4 : i+4]
		if h[0] > best || h[1] > best || h[2] > best || h[3] > best {
			for k, x := range h {
				if x > best {
					best, at = x, i+k
				}
			}
		}
	}
	for ; i < len(heights); i++ {
		if heights[i] > best {
			best, at = heights[i], i
		}
	}
	return best, at
}

// Dot is the inner product; y is as long as x or longer.
func Dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
