package logs

import (
	"hash/maphash"
	"slices"

	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/tabular"
)

// notes are what a worker keeps of the rows of a file besides their triples.
type notes struct {
	file   int
	seen   *dictionaries
	seed   maphash.Seed
	starts []uint64 // hashes of the episodes that begin, each as often as its rows begin somewhere
	late   []lateStart
	anew   bool // a header stands between the rows: what follows it are other episodes
}

// lateStart is an episode whose first row is not its first step: the first steps may be left out, or
// the rows are not in order. Without steps it is any episode.
type lateStart struct {
	hash  uint64
	found string
	line  int
}

// mostStarts bounds the memory for starts, 8 bytes each; in longer logs no episode may begin late.
const mostStarts = 1 << 24

func (n *notes) start(episode []byte, late bool, row stepRow, l *liner) {
	if n.seed == (maphash.Seed{}) {
		return
	}
	h := maphash.Bytes(n.seed, episode)
	if len(n.starts) < mostStarts {
		n.starts = append(n.starts, h)
	}
	switch {
	case late:
		n.late = append(n.late, lateStart{h, foundText(l.fields[tabular.Step]), row.line})
	case !l.has(tabular.Step) && l.has(tabular.Episode) && len(n.late) < mostStarts:
		n.late = append(n.late, lateStart{h, foundText(episode), row.line})
	}
}

// disordered is the first late start of an episode whose rows begin elsewhere, too: rows are then not
// in order.
func disordered(file string, l *layout, all []*notes) *fault.Fault {
	var late []lateStart
	var starts []uint64
	for _, n := range all {
		late, starts = append(late, n.late...), append(starts, n.starts...)
	}
	full := len(starts) >= mostStarts
	if len(late) == 0 || !l.has(tabular.Step) && slices.ContainsFunc(all, func(n *notes) bool { return n.anew }) {
		return nil
	}
	slices.Sort(starts)
	slices.SortFunc(late, func(a, b lateStart) int { return a.line - b.line })
	column, met := tabular.Step, map[uint64]bool{}
	if !l.has(tabular.Step) {
		column = tabular.Episode
	}
	for _, x := range late {
		again := full
		if at, _ := slices.BinarySearch(starts, x.hash); at+1 < len(starts) && starts[at+1] == x.hash {
			again = column == tabular.Step || met[x.hash]
			met[x.hash] = true
		}
		if again {
			want := "an episode's rows together, in order, and this one has rows elsewhere: sort them by episode and step, or say --unsorted"
			if _, _, known := l.blocks(); known {
				want += "; " + l.restarts()
			}
			return &fault.Fault{File: file, Line: x.line, Place: l.position(column), Found: x.found, Want: want}
		}
	}
	return nil
}
