package logs

import (
	"bytes"
	"iter"
	"slices"

	"eeporl/scenarios/logs/tabular"
)

// unusedFields are what stands in one of the columns that have no meaning here, row by row, each with its row's episode.
func (l *layout) unusedFields(b *block, column int) iter.Seq2[[]byte, []byte] {
	return l.partFields(b, l.unusedPart(column))
}

// unusedPart is a column that is not used.
func (l *layout) unusedPart(column int) part {
	p := part{name: l.unused[column]}
	if !l.json {
		p.at = l.spare[column]
	}
	return p
}

// fieldsOf are what stands in a column of the log, used or not, row by row; none where it has no such column.
func (l *layout) fieldsOf(b *block, name string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if p, ok := l.partOf(name); ok {
			for _, field := range l.partFields(b, p) {
				if !yield(field) {
					return
				}
			}
		}
	}
}

// partOf is a column of the log by its name, used or not.
func (l *layout) partOf(name string) (p part, ok bool) {
	for _, p := range l.parts {
		if p.name == name {
			return part{name: p.name, at: p.at}, true
		}
	}
	i := slices.Index(l.unused, name)
	if i < 0 {
		return p, false
	}
	if p.name = name; !l.json {
		p.at = l.spare[i]
	}
	return p, true
}

// fullest is a column by its name; of several called so the one with most in it.
func (l *layout) fullest(b *block, name string) (p part, ok bool) {
	p, ok = l.partOf(name)
	if l.json {
		return p, ok
	}
	most := -1
	for i, other := range l.unused {
		if other != name {
			continue
		}
		full := 0
		for _, field := range l.unusedFields(b, i) {
			if len(field) > 0 {
				full++
			}
		}
		if full > most {
			p, most = l.unusedPart(i), full
		}
	}
	return p, ok
}

// partFields are what stands in a column, row by row, each with its row's episode.
func (l *layout) partFields(b *block, p part) iter.Seq2[[]byte, []byte] {
	line := l.withPart(p)
	return func(yield func(episode, field []byte) bool) {
		for _, text := range b.eachLine {
			if !l.json && isComment(text) || line.cut(text) != nil {
				continue
			}
			if !yield(line.fields[tabular.Episode], line.values[len(l.parts)]) {
				return
			}
		}
	}
}

// withPart cuts lines into one part more, the last of its values.
func (l *layout) withPart(p part) *liner {
	wide := *l
	wide.parts = append(slices.Clone(l.parts), p)
	wide.simple = false // so that the parts are at hand
	return newLiner(&wide)
}

// episodeRows visits the rows of the first block, the fields of each with whether it begins an episode; the last episode may be cut off.
func (l *layout) episodeRows(b *block, visit func(line *liner, begins bool)) {
	line, first := newLiner(l), true
	var episode []byte
	for _, text := range b.eachLine {
		if !l.json && isComment(text) || line.cut(text) != nil || line.empty() || line.repeatsHeader() {
			continue
		}
		begins := first || !bytes.Equal(episode, line.fields[tabular.Episode])
		first, episode = false, append(episode[:0], line.fields[tabular.Episode]...)
		visit(line, begins)
	}
}

// constantIn says whether a column stays the same within each episode.
func (l *layout) constantIn(b *block, name string) bool {
	p, ok := l.partOf(name)
	if !ok {
		return false
	}
	var within, values []string
	for of, field := range l.partFields(b, p) {
		within, values = append(within, string(of)), append(values, string(field))
	}
	return contents{values: map[string][]string{name: values}}.constant(name, within)
}

// contents are what stands in a column, row by row.
func (l *layout) contents(b *block, name string) (values []string) {
	for field := range l.fieldsOf(b, name) {
		if values = append(values, string(field)); len(values) == rowsLooked {
			break
		}
	}
	return values
}

// often counts what stands in a column, nothing aside.
func (l *layout) often(b *block, column int) map[string]int {
	often, line := map[string]int{}, newPartLiner(l)
	for _, text := range b.eachLine {
		if !l.json && isComment(text) || line.cut(text) != nil || line.empty() || line.repeatsHeader() || tabular.IsMissing(line.fields[column]) || column == tabular.Reward && tabular.IsNoNumber(line.fields[column]) {
			continue
		}
		if often[string(line.fields[column])]++; len(often) > tabular.MaxIndex {
			break
		}
	}
	return often
}
