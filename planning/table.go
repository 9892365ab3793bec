package planning

import "gonum.org/v1/gonum/floats"

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
	clear(out)
	for s, p := range b {
		if p != 0 {
			floats.AddScaled(out, p, t.state[s])
		}
	}
}
