package logs

import (
	"bytes"

	"eeporl/scenarios/logs/tabular"
)

// firstStep finds the step with which the episodes of a log begin: the one at which all of the first episodes do, where
// they are several; else 0 if a row has step 0, or there are no steps, and 1 otherwise. It looks at some blockSize bytes, however small the blocks are, and ignores errors:
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
	case all.episodes >= fewestStarts && !all.differ:
		return all.first
	case all.zero:
		return 0
	}
	return 1
}

// fewestStarts is how many episodes have to begin at the same step for it to be the first one.
const fewestStarts = 3

// starts are the steps at which episodes begin.
type starts struct {
	episode  []byte
	episodes int
	first    int64
	differ   bool
	zero     bool // there is a step 0
}

func (s *starts) look(b *block, line *liner) {
	for _, text := range b.eachLine {
		if line.cut(text) != nil {
			continue
		}
		step, ok := tabular.ParseStep(line.fields[tabular.Step], line.comma())
		s.zero = s.zero || ok && step == 0
		if episode := line.fields[tabular.Episode]; ok && !line.uneventful() && (s.episodes == 0 || !bytes.Equal(s.episode, episode)) {
			s.differ = s.differ || s.episodes > 0 && step != s.first
			s.episode, s.first = append(s.episode[:0], episode...), step
			s.episodes++
		}
	}
}
