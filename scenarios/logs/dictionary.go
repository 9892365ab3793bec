package logs

import "cmp"

// position is where an entry stands: the number of the file among those read, and
// its line.
type position struct{ file, line int }

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.file, q.file), cmp.Compare(p.line, q.line))
}

// dictionary gives the entries of one kind numbers, called codes, in the order in which they occur:
// codes stay small even if indices are large. It remembers each entry's first position.
type dictionary struct {
	integers []int32    // [n] code + 1 of entry n, 0 for none
	names    []int32    // [i] likewise of entry −1−i
	entries  []entry    // by code
	first    []position // by code
}

// dictionaries are those of the three kinds.
type dictionaries [kinds]dictionary

// code is an entry's number, or -1 when it is new.
func (d *dictionary) code(e entry) int32 {
	if uint(e) < uint(len(d.integers)) {
		return d.integers[e] - 1
	}
	if i := uint(-1 - e); i < uint(len(d.names)) {
		return d.names[i] - 1
	}
	return -1
}

// learn returns an entry's code, a new one for a new entry. Positions may come in any
// order.
func (d *dictionary) learn(e entry, at position) int32 {
	if c := d.code(e); c >= 0 {
		if at.compare(d.first[c]) < 0 {
			d.first[c] = at
		}
		return c
	}
	d.entries, d.first = append(d.entries, e), append(d.first, at)
	list, i := &d.integers, int(e)
	if e < 0 {
		list, i = &d.names, int(-1-e)
	}
	for len(*list) <= i {
		*list = append(*list, 0)
	}
	(*list)[i] = int32(len(d.entries))
	return int32(len(d.entries)) - 1
}

// learnAll takes another dictionary's entries over.
func (d *dictionary) learnAll(other *dictionary) {
	for c, e := range other.entries {
		d.learn(e, other.first[c])
	}
}

// note learns those entries of a triple that are new.
func (d *dictionaries) note(t *triple, file int) {
	for slot, e := range t.entries {
		if k := slot % 3; d[k].code(e) < 0 {
			d[k].learn(e, position{file, t.lines[step(slot)]})
		}
	}
}
