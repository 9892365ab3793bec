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
	heights := make([]float64, max(a.len(), b.len()))
	charge(ctx, stageSteps+(len(x.witness)+len(y.witness)+len(seeds))*(a.len()+b.len())*n)
	for _, belief := range slices.Concat(x.witness, y.witness, corners(n), seeds) {
		i, leadX := leader(a, belief, heights[:a.len()])
		j, leadY := leader(b, belief, heights[:b.len()])
		if leadX > eps && leadY > eps {
			if met[i] == nil {
				met[i] = map[int][]float64{}
			}
			met[i][j] = belief
		}
	}
	const chunk = 8 // rows of A a task, which share its buffers
	rows := make([]sumset, (a.len()+chunk-1)/chunk)
	var found atomic.Int64
	err := parallel(ctx, len(rows), a.len()*b.len()*(a.len()+b.len())*n, func(c int) error {
		adder := rowAdder{program: newDominance(n, eps, size), a: a, b: b, x: x, y: y}
		for i := c * chunk; i < min((c+1)*chunk, a.len()); i++ {
			before := len(rows[c].choice)
			if err := adder.add(ctx, i, met[i], &rows[c]); err != nil {
				return err
			}
			if found.Add(int64(len(rows[c].choice)-before)) > int64(limit) {
				return errTooMany
			}
		}
		return nil
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

// rowAdder adds all rows of b to one row of a after the other.
type rowAdder struct {
	program *dominance
	a, b    *table
	x, y    sumset // of a and b
	middle  middle
	proofs  caps
}

// add appends the sums of row i of a to out.
func (r *rowAdder) add(ctx context.Context, i int, met map[int][]float64, out *sumset) error {
	program, b := r.program, r.b
	own := block{table: r.a, ref: r.a.row(i), self: i}
	r.middle.find(program, own, b, r.x.witness[i])
	r.proofs.reset()
	for j := range b.len() {
		charge(ctx, program.spent()+r.a.n)
		if err := ctx.Err(); err != nil {
			return err
		}
		witness := met[j]
		if witness == nil {
			if r.proofs.cover(b.row(j), j, program.eps) {
				continue
			}
			program.rivals(own, block{table: b, ref: b.row(j), self: j})
			w, ok := r.middle.solve(program, j)
			if !ok {
				r.proofs.add(program, r.a.len())
				continue
			}
			witness = slices.Clone(w)
		}
		for s, v := range own.ref {
			out.values = append(out.values, v+b.row(j)[s])
		}
		out.choice = append(out.choice, slices.Concat(r.x.choice[i], r.y.choice[j]))
		out.witness = append(out.witness, witness)
	}
	charge(ctx, program.spent())
	return nil
}

// middle is the belief at which a row of A is best by most, as the common start
// of that row's programs with each row of B: the rows of A are priced there
// once, and those of B, too.
type middle struct {
	alone   bool // A has no other row, and there is no such start
	basis   basis
	own     price     // of the rows of A
	heights []float64 // of the rows of B
	best    int       // the highest row of B
	second  int       // the next one, -1 if B has one row
	offset  int       // number of B's first row among the rivals
}

// find goes to the middle of a row's region. witness is a belief at which the row is best: the
// runner-up there is a rival to start with.
func (m *middle) find(program *dominance, own block, b *table, witness []float64) {
	program.rivals(own)
	if m.alone = own.table.len() == 1; m.alone {
		return
	}
	program.startWith(program.highest(witness).rival)
	program.solve(own.table.len() > 4*b.len(), nil)
	m.basis.take(program.basis)
	m.best, m.second, m.offset = 0, -1, own.table.len()
	m.heights = slices.Grow(m.heights[:0], b.len())[:b.len()]
	program.prices(program.belief)
	m.own = program.highest(program.belief)
	b.at(m.heights, program.belief)
	for j, h := range m.heights {
		switch {
		case h > m.heights[m.best]:
			m.best, m.second = j, m.best
		case j > 0 && (m.second < 0 || h > m.heights[m.second]):
			m.second = j
		}
	}
}

// solve finds a belief in both regions for row j of B; program's rivals must be
// those of A, then those of B.
func (m *middle) solve(program *dominance, j int) ([]float64, bool) {
	if m.alone {
		return program.wins()
	}
	program.basis.take(m.basis)
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
