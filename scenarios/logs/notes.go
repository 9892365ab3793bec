package logs

import (
	"bytes"
	"hash/maphash"
	"slices"

	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// notes are what a worker keeps of the rows of a file besides their triples.
type notes struct {
	file   int
	seen   *coded.Dictionaries
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

// firstStep finds the step with which the episodes of a log begin: the one at which most of the first episodes do and before which none
// does, where they are several; else 0 if a row has step 0, or there are no steps, and 1 otherwise. It looks at some blockSize bytes, however small the blocks are, and ignores errors:
// they come again when the rows are read.
func (p *pending) firstStep(l *layout) int64 {
	if !l.has(tabular.Step) {
		return 0
	}
	line := newLiner(l)
	var all starts
	for i, looked := 0, 0; looked < blockSize; i++ {
		if i == len(p.read) {
			b := new(block)
			if p.rest.next(b) != nil {
				break
			}
			p.read = append(p.read, b)
		}
		all.look(p.read[i], line)
		looked += len(p.read[i].data)
	}
	switch {
	case all.episodes >= fewestStarts && mostStart*all.later <= all.episodes:
		return all.first
	case all.zero:
		return 0
	}
	return 1
}

// fewestStarts is how many episodes have to begin at the same step for it to be the first one.
const fewestStarts = 3

// One of so many of them at most may have lost the rows before a later one.
const mostStart = 5

// starts are the steps at which episodes begin.
type starts struct {
	episode  []byte
	episodes int
	first    int64 // the least
	later    int   // episodes that begin after it
	zero     bool  // there is a step 0
}

func (s *starts) look(b *block, line *liner) {
	for _, text := range b.eachLine {
		if line.cut(text) != nil {
			continue
		}
		step, ok := tabular.ParseStep(line.fields[tabular.Step], line.comma())
		s.zero = s.zero || ok && step == 0
		if episode := line.fields[tabular.Episode]; ok && !line.uneventful() && (s.episodes == 0 || !bytes.Equal(s.episode, episode)) {
			switch s.episode = append(s.episode[:0], episode...); {
			case s.episodes == 0:
				s.first = step
			case step < s.first:
				s.first, s.later = step, s.episodes
			case step > s.first:
				s.later++
			}
			s.episodes++
		}
	}
}
