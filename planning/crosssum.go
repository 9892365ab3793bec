package planning

import (
	"context"
	"math"
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
// program has |A|+|B|−2 rivals instead of |A||B|. All programs of one a start
// from the middle of its region.
func crossSum(ctx context.Context, states int, x, y sumset, margin float64) (sumset, error) {
	n := states
	size := max(scale(x.values), scale(y.values))
	eps := margin * size
	a, b := newTable(n, x.values), newTable(n, y.values)
	met := make([][][]float64, a.len()) // [i][j] a belief in both regions
	for i := range met {
		met[i] = make([][]float64, b.len())
	}
	heights := make([]float64, max(a.len(), b.len()))
	for _, belief := range slices.Concat(x.witness, y.witness, corners(n)) {
		if belief == nil {
			continue
		}
		i, leadX := leader(a, belief, heights[:a.len()])
		j, leadY := leader(b, belief, heights[:b.len()])
		if leadX > eps && leadY > eps {
			met[i][j] = belief
		}
	}
	rows := make([]sumset, a.len())
	err := parallel(ctx, a.len(), func(i int) error {
		var err error
		rows[i], err = crossRow(ctx, newDominance(n, eps, size), a, b, i, met[i], x, y)
		return err
	})
	if err != nil {
		return sumset{}, err
	}
	var out sumset
	for _, row := range rows {
		out.values = append(out.values, row.values...)
		out.choice = append(out.choice, row.choice...)
		out.witness = append(out.witness, row.witness...)
	}
	return out, nil
}

// crossRow finds the sums of row i of a.
func crossRow(ctx context.Context, program *dominance, a, b *table, i int, met [][]float64, x, y sumset) (sumset, error) {
	own := block{table: a, ref: a.row(i), self: i}
	program.rivals(own)
	var middle *basis
	if program.start() {
		program.solve(false)
		at := program.saved()
		middle = &at
	}
	var out sumset
	for j := range b.len() {
		if err := ctx.Err(); err != nil {
			return sumset{}, err
		}
		witness := met[j]
		if witness == nil {
			program.rivals(own, block{table: b, ref: b.row(j), self: j})
			var w []float64
			var ok bool
			if middle != nil {
				program.restore(*middle)
				w, ok = program.solve(true)
			} else {
				w, ok = program.wins()
			}
			if !ok {
				continue
			}
			witness = slices.Clone(w)
		}
		for s, v := range a.row(i) {
			out.values = append(out.values, v+b.row(j)[s])
		}
		out.choice = append(out.choice, slices.Concat(x.choice[i], y.choice[j]))
		out.witness = append(out.witness, witness)
	}
	return out, nil
}

// leader is the best vector at a belief and its lead over the second.
func leader(t *table, belief, heights []float64) (best int, lead float64) {
	t.at(heights, belief)
	first, second := math.Inf(-1), math.Inf(-1)
	for i, h := range heights {
		if h > first {
			best, first, second = i, h, first
		} else {
			second = max(second, h)
		}
	}
	return best, first - second
}
