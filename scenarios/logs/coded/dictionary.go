package coded

import "cmp"

// Position is where an entry stands: the number of the file among those read, and
// its line.
type Position struct{ File, Line int }

// Compare orders positions by file, then by line.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line))
}

// Dictionary gives the entries of one kind numbers, called codes, in the order in which they occur:
// codes stay small even if indices are large. It remembers each entry's first position.
type Dictionary struct {
	integers []int32    // [n] code + 1 of entry n, 0 for none
	names    []int32    // [i] likewise of entry −1−i
	Entries  []Entry    // by code
	First    []Position // by code
}

// Dictionaries are those of the three kinds.
type Dictionaries [Kinds]Dictionary

// Code is an entry's number, or -1 when it is new.
func (d *Dictionary) Code(e Entry) int32 {
	if uint(e) < uint(len(d.integers)) {
		return d.integers[e] - 1
	}
	if i := uint(-1 - e); i < uint(len(d.names)) {
		return d.names[i] - 1
	}
	return -1
}

// Learn returns an entry's code, a new one for a new entry. Positions may come in any
// order.
func (d *Dictionary) Learn(e Entry, at Position) int32 {
	if c := d.Code(e); c >= 0 {
		if at.Compare(d.First[c]) < 0 {
			d.First[c] = at
		}
		return c
	}
	d.Entries, d.First = append(d.Entries, e), append(d.First, at)
	list, i := &d.integers, int(e)
	if e < 0 {
		list, i = &d.names, int(-1-e)
	}
	for len(*list) <= i {
		*list = append(*list, 0)
	}
	(*list)[i] = int32(len(d.Entries))
	return int32(len(d.Entries)) - 1
}

// LearnAll takes another dictionary's entries over.
func (d *Dictionary) LearnAll(other *Dictionary) {
	for c, e := range other.Entries {
		d.Learn(e, other.First[c])
	}
}

// Note learns those entries of a triple that are new.
func (d *Dictionaries) Note(t *Triple, file int) {
	for slot, e := range t.Entries {
		if k := slot % 3; d[k].Code(e) < 0 {
			d[k].Learn(e, Position{file, t.Lines[Step(slot)]})
		}
	}
}
