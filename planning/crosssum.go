package planning

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
)

var errTooMany = errors.New("more vectors than the budget allows")

// sumset is a pruned set of sums. For each vector it has the candidate of each outcome
// merged so far that went into it, and a witness: a belief at which it is best.
type sumset struct {
	values  []float64
	choice  [][]int32 // [vector][outcomes merged so far]
	witness [][]float64
}

// crossSum adds two pruned sets and prunes the sums. a+b is best somewhere
// exactly when the region where a is best in A meets the one where b is best
// in B (Cassandra, Littman, Zhang 1997: the restricted region), so that each
// program has |A|+|B|−2 rivals instead of |A||B|. All programs of one a start
// from the middle of its region. More than limit sums are errTooMany.
func crossSum(ctx context.Context, states int, x, y sumset, seeds [][]float64, eps float64, limit int) (sumset, error) {
	n, size := states, max(scale(x.values), scale(y.values))
	a, b := newTable(n, x.values), newTable(n, y.values)
	met := make([]map[int][]float64, a.len()) // [i][j] a belief in both regions
	for i := range met {
		met[i] = map[int][]float64{}
	}
	heights := make([]float64, max(a.len(), b.len()))
	charge(ctx, (len(x.witness)+len(y.witness)+len(seeds))*(a.len()+b.len())*n)
	for _, belief := range slices.Concat(x.witness, y.witness, corners(n), seeds) {
		i, leadX := leader(a, belief, heights[:a.len()])
		j, leadY := leader(b, belief, heights[:b.len()])
		if leadX > eps && leadY > eps {
			met[i][j] = belief
		}
	}
	rows := make([]sumset, a.len())
	var found atomic.Int64
	err := parallel(ctx, a.len(), a.len()*b.len()*(a.len()+b.len())*n, func(i int) error {
		var err error
		rows[i], err = crossRow(ctx, newDominance(n, eps, size), a, b, i, met[i], x, y)
		if n := found.Add(int64(len(rows[i].choice))); err == nil && n > int64(limit) {
			err = errTooMany
		}
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
func crossRow(ctx context.Context, program *dominance, a, b *table, i int, met map[int][]float64, x, y sumset) (sumset, error) {
	own := block{table: a, ref: a.row(i), self: i}
	middle := newMiddle(program, own, b, x.witness[i])
	var proofs caps
	var out sumset
	for j := range b.len() {
		charge(ctx, program.spent()+a.n)
		if err := ctx.Err(); err != nil {
			return sumset{}, err
		}
		witness := met[j]
		if witness == nil {
			if proofs.cover(b.row(j), j, program.eps) {
				continue
			}
			program.rivals(own, block{table: b, ref: b.row(j), self: j})
			w, ok := middle.solve(program, j)
			if !ok {
				proofs.add(program, a.len())
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
	charge(ctx, program.spent())
	return out, nil
}

// middle is the belief at which a row of A is best by most, as the common start
// of that row's programs with each row of B: the rows of A are priced there
// once, and those of B, too.
type middle struct {
	basis   basis
	own     price     // of the rows of A
	heights []float64 // of the rows of B
	best    int       // the highest row of B
	second  int       // the next one, -1 if B has one row
	offset  int       // number of B's first row among the rivals
}

// newMiddle is nil where A has only one row. witness is a belief at which the
// row is best: the runner-up there is a rival to start with.
func newMiddle(program *dominance, own block, b *table, witness []float64) *middle {
	program.rivals(own)
	if own.table.len() == 1 {
		return nil
	}
	program.startWith(program.highest(witness).rival)
	program.solve(own.table.len() > 4*b.len(), nil)
	m := &middle{basis: program.saved(), heights: make([]float64, b.len()), second: -1, offset: own.table.len()}
	belief := m.basis.inverse[:own.table.n]
	m.own = program.highest(belief)
	b.at(m.heights, belief)
	for j, h := range m.heights {
		switch {
		case h > m.heights[m.best]:
			m.best, m.second = j, m.best
		case j > 0 && (m.second < 0 || h > m.heights[m.second]):
			m.second = j
		}
	}
	return m
}

// solve finds a belief in both regions for row j of B; program's rivals must be
// those of A, then those of B.
func (m *middle) solve(program *dominance, j int) ([]float64, bool) {
	if m == nil {
		return program.wins()
	}
	program.restore(m.basis)
	first := m.own
	rival := m.best
	if rival == j {
		rival = m.second
	}
	if rival >= 0 {
		if h := m.heights[rival] - m.heights[j]; h > first.height {
			first = price{m.offset + rival, h}
		}
	}
	return program.solve(true, &first)
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
