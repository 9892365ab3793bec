package scenarios

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"eeporl/pomdp"
)

// Row is what one line of a triple table says about an episode: a₁…a₄, z₂…z₄
// and r₂…r₄. An entry ≥ 0 is the index as written; an entry < 0 is the declared
// name number −1−entry. Whether a kind's integers are indices or names that
// look like them is settled by the whole log, so only Symbols.Cell turns a Row
// into symbols. Rows are comparable: count by them.
type Row struct {
	Actions      [4]int
	Observations [3]int // z₂, z₃, z₄
	Rewards      [3]int // r₂, r₃, r₄: levels, earned by a₂, a₃, a₄
}

// Symbols says what the entries of a log mean.
type Symbols struct {
	Actions      []string  // names; nil where only indices are known
	Observations []string  // likewise
	Rewards      []float64 // value of each level
	// RewardsAssumed is set when nobody gave the reward levels' values, so
	// that each level's index stands for it.
	RewardsAssumed bool

	sizes    pomdp.Sizes
	integers [kinds][]int // what integer n is where a kind's entries are names
}

// Sizes are |A|, |Z| and |R| of the log beside a number of states, of which
// the log says nothing.
func (s *Symbols) Sizes(states int) pomdp.Sizes {
	n := s.sizes
	n.S = states
	return n
}

// Cell is the triple that a row of this log counts.
func (s *Symbols) Cell(r Row) pomdp.Cell {
	var c pomdp.Cell
	for i, a := range r.Actions {
		c.Actions[i] = s.symbol(kindAction, a)
	}
	for i := range c.Outcomes {
		c.Outcomes[i] = s.sizes.Outcome(s.symbol(kindObservation, r.Observations[i]), s.symbol(kindReward, r.Rewards[i]))
	}
	return c
}

func (s *Symbols) symbol(k kind, entry int) int {
	if entry < 0 {
		return -1 - entry
	}
	if s.integers[k] != nil {
		return s.integers[k][entry]
	}
	return entry
}

// Log is a whole triple table, counted.
type Log struct {
	Symbols
	Rows  int     // lines read
	Total float64 // Σ count: the number of episodes

	counts map[Row]float64
}

// ReadLog reads a triple table from r and counts equal rows. file is its name
// in errors. The first bad row ends it with a *FileError.
func ReadLog(r io.Reader, file string, declared Declared) (*Log, error) {
	reader := NewLogReader(r, file, declared)
	log := &Log{counts: map[Row]float64{}}
	for row, err := range reader.Rows() {
		if err != nil {
			return nil, err
		}
		log.counts[row.Row] += row.Count
		log.Total += row.Count
		log.Rows++
	}
	if math.IsInf(log.Total, 0) {
		return nil, fmt.Errorf("%s: found counts that sum to more than the largest number, expected a finite sum", file)
	}
	symbols, err := reader.Symbols()
	if err != nil {
		return nil, err
	}
	log.Symbols = *symbols
	return log, nil
}

// Cells yields every triple that occurred and how often, in the order of
// pomdp.Sizes.CellIndex.
func (l *Log) Cells() iter.Seq2[pomdp.Cell, float64] {
	type counted struct {
		index int
		cell  pomdp.Cell
		count float64
	}
	var all []counted
	for row, count := range l.counts {
		cell := l.Cell(row)
		all = append(all, counted{l.sizes.CellIndex(cell), cell, count})
	}
	// The map's order must not leak out, not even through the last bits of a
	// later sum: so the counts decide between rows of the same cell.
	slices.SortFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.count, b.count))
	})
	return func(yield func(pomdp.Cell, float64) bool) {
		for _, c := range all {
			if !yield(c.cell, c.count) {
				return
			}
		}
	}
}
