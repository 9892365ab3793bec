package planning

import (
	"context"
	"slices"
)

// sumset is a pruned set of sums: for each vector, which candidate of each
// outcome so far it adds, and a witness.
type sumset struct {
	values  []float64
	choice  [][]int32 // [vector][outcomes merged so far]
	witness [][]float64
}

// crossSum adds two pruned sets and prunes the sums. a+b is best somewhere
// exactly when the region where a is best in A meets the one where b is best
// in B (Cassandra, Littman, Zhang 1997: the restricted region), so that each
// program has |A|+|B|−2 rows instead of |A||B|.
func crossSum(ctx context.Context, states int, x, y sumset) (sumset, error) {
	n := states
	eps := max(tolerance(x.values), tolerance(y.values))
	rows, cols := len(x.choice), len(y.choice)
	met := make([][]float64, rows*cols)
	known := make([]bool, rows*cols)
	for _, b := range slices.Concat(x.witness, y.witness, corners(n)) {
		if b == nil {
			continue
		}
		i, leadX := leader(n, x.values, b)
		j, leadY := leader(n, y.values, b)
		if leadX > eps && leadY > eps && !known[i*cols+j] {
			known[i*cols+j], met[i*cols+j] = true, b
		}
	}
	program := newDominance(n)
	zero := make([]float64, n)
	var out sumset
	var rivals []float64
	for i := range rows {
		for j := range cols {
			if err := ctx.Err(); err != nil {
				return sumset{}, err
			}
			if !known[i*cols+j] {
				rivals = differences(rivals[:0], n, x.values, i)
				rivals = differences(rivals, n, y.values, j)
				b, ok := program.wins(zero, rivals, eps)
				if !ok {
					continue
				}
				met[i*cols+j] = slices.Clone(b)
			}
			for s := range n {
				out.values = append(out.values, x.values[i*n+s]+y.values[j*n+s])
			}
			out.choice = append(out.choice, slices.Concat(x.choice[i], y.choice[j]))
			out.witness = append(out.witness, met[i*cols+j])
		}
	}
	return out, nil
}

// leader is the best vector at b and its lead over the second.
func leader(n int, values, b []float64) (best int, lead float64) {
	first, second := dot(b, values[:n]), 0.0
	lone := true
	for i := 1; i*n < len(values); i++ {
		v := dot(b, values[i*n:(i+1)*n])
		switch {
		case v > first:
			best, first, second = i, v, first
		case lone || v > second:
			second = v
		}
		lone = false
	}
	if lone {
		return 0, 1
	}
	return best, first - second
}

// differences appends the rows of values other than i, less row i.
func differences(out []float64, n int, values []float64, i int) []float64 {
	own := values[i*n : (i+1)*n]
	for k := 0; k < len(values); k += n {
		if k == i*n {
			continue
		}
		for s, x := range own {
			out = append(out, values[k+s]-x)
		}
	}
	return out
}
