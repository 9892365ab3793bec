package moments

import (
	"math"
	"slices"
	"sync/atomic"

	"eeporl/pomdp"
)

// path is the (|Z||R|)³ table of one action path, indexed (o₁|Z||R| + o₂)|Z||R| + o₃. A large one
// of which few cells were seen is a list of those.
type path struct {
	shared atomic.Bool // a clone may hold it too: copy before writing
	size   int         // (|Z||R|)³
	table  []float64   // all cells, nil for a list
	list   []pathCell  // the cells that are not 0, by index
}

// pathCell is a cell of a path and its count.
type pathCell struct {
	i int32
	k float64
}

// smallTable is the size up to which a path is never a list: a table of 32 kB is quicker.
const smallTable = 4096

// listed is the number of cells up to which a path of a size is a list.
func listed(size int) int {
	if size <= smallTable {
		return 0
	}
	return size / 4
}

// newPath is a path with these cells, which it takes over; nil without any.
func newPath(size int, list []pathCell) *path {
	switch t := (&path{size: size, list: list}); {
	case len(list) == 0:
		return nil
	case len(list) > listed(size):
		return &path{size: size, table: t.Cells(nil)}
	default:
		return t
	}
}

// Each calls yield with every cell that is not 0, by index.
func (t *path) Each(yield func(i int, k float64) bool) {
	for _, c := range t.list {
		if !yield(int(c.i), c.k) {
			return
		}
	}
	for i, k := range t.table {
		if k != 0 && !yield(i, k) {
			return
		}
	}
}

// seen is the number of cells that are not 0.
func (t *path) seen() int {
	n := len(t.list)
	for _, k := range t.table {
		if k != 0 {
			n++
		}
	}
	return n
}

// Sum is the sum of all cells.
func (t *path) Sum() float64 {
	total := 0.0
	for _, k := range t.Each {
		total += k
	}
	return total
}

// Cells is the whole table; a list's is written to scratch, which has the path's size or is nil.
func (t *path) Cells(scratch []float64) []float64 {
	switch {
	case t.table != nil:
		return t.table
	case scratch == nil:
		scratch = make([]float64, t.size)
	default:
		clear(scratch)
	}
	for _, c := range t.list {
		scratch[c.i] = c.k
	}
	return scratch
}

// find is where cell i stands in the list, or would stand.
func (t *path) find(i int) (at int, found bool) {
	return slices.BinarySearchFunc(t.list, int32(i), func(c pathCell, i int32) int { return int(c.i - i) })
}

func (t *path) at(i int) float64 {
	if t.table != nil {
		return t.table[i]
	}
	if at, found := t.find(i); found {
		return t.list[at].k
	}
	return 0
}

// add adds k to a cell and returns the change in the number of cells that are not 0.
func (t *path) add(i int, k float64) int {
	if t.table != nil {
		before := t.table[i]
		t.table[i] += k
		return appeared(before, t.table[i])
	}
	at, found := t.find(i)
	switch {
	case !found && k != 0 && len(t.list) >= listed(t.size):
		t.table, t.list = t.Cells(nil), nil
		return t.add(i, k)
	case !found && k != 0:
		t.list = slices.Insert(t.list, at, pathCell{int32(i), k})
		return 1
	case found && t.list[at].k+k == 0:
		t.list = slices.Delete(t.list, at, at+1)
		return -1
	case found:
		t.list[at].k += k
	}
	return 0
}

// appeared is the change in the number of non-zero cells, −1, 0 or 1, when one cell goes
// from before to after.
func appeared(before, after float64) int {
	switch {
	case before == 0 && after != 0:
		return 1
	case before != 0 && after == 0:
		return -1
	}
	return 0
}

// copied is a path of its own with the same cells.
func (t *path) copied() *path {
	return &path{size: t.size, table: slices.Clone(t.table), list: slices.Clone(t.list)}
}

// Bytes is about how many bytes counts take of which `changed` episodes are their own and the rest
// is shared with others': all of the pairs, and the triples of those action paths that changed.
func Bytes(n pomdp.Sizes, changed float64) int {
	paths, outcomes := float64(n.Pairs()*n.Pairs()), float64(n.Outcomes())
	pairs := paths*outcomes*outcomes*(1+1/float64(n.A)) + float64(n.D())
	cells := 8 * min(paths, changed) * math.Pow(outcomes, 3)
	if listed(int(math.Pow(outcomes, 3))) > 0 {
		cells = min(cells, 16*changed)
	}
	return int(8*pairs + cells)
}
