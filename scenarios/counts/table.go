// Package counts holds how often each triple of a log occurred, exactly, and
// the small files that carry such tables from one process to another: tables
// of the parts of a log merge into the very bytes of the whole log's table,
// however it was cut and in whatever order.
package counts

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
)

// Header says what a table counts.
type Header struct {
	// Sizes are |A|, |Z| and |R|; S is 0, since data know of no states.
	Sizes        pomdp.Sizes
	Actions      []string  // |A| names; nil where only indices are known
	Observations []string  // |Z| names; likewise
	Rewards      []float64 // value of each of the |R| levels
	// RewardsAssumed is set when nobody gave the levels' values, so that each
	// level's index stands for it.
	RewardsAssumed bool
	// Windows is set when every window of four steps of an episode was counted,
	// not only the first.
	Windows bool

	Rows    uint64 // good rows read
	Skipped uint64 // bad rows skipped
	Short   uint64 // episodes of less than four steps, which gave no triple
	// Incomplete are the episodes of four steps or more of whose first four something is missing, so
	// that they gave no triple, and Gaps the places where steps are left out.
	Incomplete, Gaps uint64
	// Indexed names the kinds whose entries were read as indices of declared names, of which some look like another of the
	// names: a part of a log that was read so must not be added to one that was not.
	Indexed []string
}

// Entry is how often one triple occurred.
type Entry struct {
	Cell  int // pomdp.Sizes.CellIndex of the triple
	Count Sum
}

// Table is a header with the exact count of every triple that occurred.
type Table struct {
	Header
	entries  []Entry   // by cell, each cell once, counts > 0
	episodes []Episode // by their steps, each once; nil where only triples were counted
}

// New makes a table of entries in any order: it adds up those of one cell and leaves zeros out. It
// sorts and keeps the slice. It fails if the header contradicts itself, a cell does not exist, or
// a sum is negative or overflows.
func New(h Header, entries []Entry) (*Table, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Cell, b.Cell) })
	kept := entries[:0]
	for i := 0; i < len(entries); {
		e := entries[i]
		for i++; i < len(entries) && entries[i].Cell == e.Cell; i++ {
			e.Count.AddSum(&entries[i].Count)
		}
		if e.Cell < 0 || e.Cell >= h.Sizes.Cells() {
			return nil, fmt.Errorf("cell %d: found it outside 0…%d", e.Cell, h.Sizes.Cells()-1)
		}
		if !e.Count.Finite() {
			return nil, fmt.Errorf("cell %d: found counts that sum to more than the largest number, expected a finite sum", e.Cell)
		}
		if e.Count.Float64() < 0 {
			return nil, fmt.Errorf("cell %d: found counts that sum to %g, expected a number that is not negative", e.Cell, e.Count.Float64())
		}
		if e.Count.Float64() != 0 {
			kept = append(kept, e)
		}
	}
	return &Table{h, kept, nil}, nil
}

func (h *Header) check() error {
	n := h.Sizes
	if n.S != 0 || n.A < 1 || n.Z < 1 || n.R < 1 {
		return fmt.Errorf("found %s, expected each at least 1", n.Symbols())
	}
	if n.Triples() > pomdp.MostCells {
		return fmt.Errorf("found %s, expected at most %.1e triples that can occur", n.Symbols(), float64(pomdp.MostCells))
	}
	if h.Actions != nil && len(h.Actions) != n.A {
		return fmt.Errorf("found %d names for %d actions", len(h.Actions), n.A)
	}
	if h.Observations != nil && len(h.Observations) != n.Z {
		return fmt.Errorf("found %d names for %d observations", len(h.Observations), n.Z)
	}
	if len(h.Rewards) != n.R {
		return fmt.Errorf("found %d values for %d reward levels", len(h.Rewards), n.R)
	}
	for _, name := range slices.Concat(h.Actions, h.Observations) {
		if bad := printable.Fault(name); bad != "" {
			return fmt.Errorf("found %s of the name %q, expected printable text", bad, name)
		}
	}
	for _, x := range h.Rewards {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("found a reward level worth %g, expected a finite number", x)
		}
	}
	return nil
}

// Occurring says for each action, observation and reward level whether a triple or an episode has it.
func (t *Table) Occurring() (actions, observations, rewards []bool) {
	n := t.Sizes
	actions, observations, rewards = make([]bool, n.A), make([]bool, n.Z), make([]bool, n.R)
	for cell := range t.Cells() {
		c := n.CellAt(cell)
		for _, a := range c.Actions {
			actions[a] = true
		}
		for _, o := range c.Outcomes {
			z, r := n.OutcomeAt(o)
			observations[z], rewards[r] = true, true
		}
	}
	mark := func(seen []bool, i int) {
		if i >= 0 {
			seen[i] = true
		}
	}
	for _, e := range t.episodes {
		for _, a := range e.Acts {
			mark(actions, a.Action)
			mark(observations, a.Observation)
			mark(rewards, a.Reward)
		}
	}
	return actions, observations, rewards
}

// Only is the table of fewer symbols.
func (t *Table) Only(r Renumbering) (*Table, error) {
	h := t.Header
	h.Actions, h.Observations, h.Rewards = kept(h.Actions, r.Actions), kept(h.Observations, r.Observations), kept(h.Rewards, r.Rewards)
	h.Sizes = r.sizes()
	entries := make([]Entry, len(t.entries))
	for i := range t.entries {
		entries[i] = Entry{Cell: h.Sizes.CellIndex(r.Cell(t.Sizes.CellAt(t.entries[i].Cell), t.Sizes))}
		entries[i].Count.AddSum(&t.entries[i].Count)
	}
	out, err := New(h, entries)
	if err != nil || !t.Whole() {
		return out, err
	}
	episodes := make([]Episode, len(t.episodes))
	for i := range t.episodes {
		episodes[i].Count.AddSum(&t.episodes[i].Count)
		for _, a := range t.episodes[i].Acts {
			episodes[i].Acts = append(episodes[i].Acts, r.Act(a))
		}
	}
	return out.WithEpisodes(episodes)
}

// Len is the number of different triples that occurred.
func (t *Table) Len() int { return len(t.entries) }

// Cells yields every triple that occurred by its pomdp.Sizes.CellIndex, in that
// order, with its count correctly rounded.
func (t *Table) Cells() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for i := range t.entries {
			if !yield(t.entries[i].Cell, t.entries[i].Count.Float64()) {
				return
			}
		}
	}
}

// Total is the number of triples counted, correctly rounded; +Inf when the sum
// is beyond the largest number.
func (t *Table) Total() float64 {
	var s Sum
	for i := range t.entries {
		s.AddSum(&t.entries[i].Count)
	}
	if !s.Finite() {
		return math.Inf(1)
	}
	return s.Float64()
}
