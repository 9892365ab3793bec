package vectors

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
)

// ErrTooMany ends a sum of sets that would have more vectors than it may.
var ErrTooMany = errors.New("more vectors than the budget allows")

// Sumset is a pruned set of sums. For each vector it has the candidate of each outcome
// merged so far that went into it, and a witness: a belief at which it is best.
type Sumset struct {
	Values  []float64
	Choice  [][]int32 // [vector][outcomes merged so far]
	Witness [][]float64
}

// CrossSum adds two pruned sets and prunes the sums. a+b is best somewhere
// exactly when the region where a is best in A meets the one where b is best
// in B (Cassandra, Littman, Zhang 1997: the restricted region), so that each
// program has |A|+|B|−2 rivals instead of |A||B|. All programs of one a start
// from the middle of its region. More than limit sums are errTooMany.
func CrossSum(ctx context.Context, states int, x, y Sumset, seeds [][]float64, eps float64, limit int) (Sumset, error) {
	n, size := states, max(Scale(x.Values), Scale(y.Values))
	a, b := newTable(n, x.Values), newTable(n, y.Values)
	met := make([]map[int][]float64, a.len()) // [i][j] a belief in both regions
	heights := make([]float64, max(a.len(), b.len()))
	Charge(ctx, stageSteps+(len(x.Witness)+len(y.Witness)+len(seeds))*(a.len()+b.len())*n)
	for _, belief := range slices.Concat(x.Witness, y.Witness, corners(n), seeds) {
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
	rows := make([]Sumset, (a.len()+chunk-1)/chunk)
	var found atomic.Int64
	err := Parallel(ctx, len(rows), a.len()*b.len()*(a.len()+b.len())*n, func(c int) error {
		adder := rowAdder{program: newDominance(n, eps, size), a: a, b: b, x: x, y: y}
		for i := c * chunk; i < min((c+1)*chunk, a.len()); i++ {
			before := len(rows[c].Choice)
			if err := adder.add(ctx, i, met[i], &rows[c]); err != nil {
				return err
			}
			if found.Add(int64(len(rows[c].Choice)-before)) > int64(limit) {
				return ErrTooMany
			}
		}
		return nil
	})
	if err != nil {
		return Sumset{}, err
	}
	var out Sumset
	for _, row := range rows {
		out.Values = append(out.Values, row.Values...)
		out.Choice = append(out.Choice, row.Choice...)
		out.Witness = append(out.Witness, row.Witness...)
	}
	return out, nil
}

// rowAdder adds all rows of b to one row of a after the other.
type rowAdder struct {
	program *dominance
	a, b    *table
	x, y    Sumset // of a and b
	middle  middle
	proofs  caps
}

// add appends the sums of row i of a to out.
func (r *rowAdder) add(ctx context.Context, i int, met map[int][]float64, out *Sumset) error {
	program, b := r.program, r.b
	own := block{table: r.a, ref: r.a.row(i), self: i}
	r.middle.find(program, own, b, r.x.Witness[i])
	r.proofs.reset()
	for j := range b.len() {
		Charge(ctx, program.spent()+r.a.n)
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
			out.Values = append(out.Values, v+b.row(j)[s])
		}
		out.Choice = append(out.Choice, slices.Concat(r.x.Choice[i], r.y.Choice[j]))
		out.Witness = append(out.Witness, witness)
	}
	Charge(ctx, program.spent())
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
