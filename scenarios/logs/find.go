package logs

import (
	"bytes"
	"slices"
	"strings"
)

// find are the places in a header of the columns that a name stands for: one, several joined, or
// none of that name.
func find(header []string, called string) (at []int, missing string) {
	index := func(name string) int {
		name = strings.TrimSpace(name)
		return slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
	}
	if i := index(called); i >= 0 {
		return []int{i}, ""
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(called, Join), Join) { // +errors are no loss
		name = strings.TrimSpace(name)
		i := index(name)
		if loss, is := strings.CutPrefix(name, Minus); i < 0 && is {
			i = index(loss)
		}
		if i < 0 {
			return nil, name
		}
		at = append(at, i)
	}
	return at, ""
}

// known is how many columns of a shape a header has.
func (s shape) known(header []string, columns map[string]string) (n int) {
	for _, name := range s.called(columns) {
		if _, missing := find(header, name); missing == "" {
			n++
		}
	}
	return n
}

// called are the names of the shape's columns in the log.
func (s shape) called(columns map[string]string) []string {
	called := slices.Clone(s.columns())
	for i, name := range called {
		if other := columns[name]; other != "" {
			called[i] = other
		}
	}
	return called
}

// separators stand between the fields of a line, the likeliest first.
const separators = ",\t;|"

// separated is what stands between the fields of a header: that of comma, tab, semicolon and bar that
// cuts most known columns out of it, or else most fields; blanks where none of them cuts it.
func separated(line []byte, columns map[string]string) byte {
	best, most, widest := byte(','), 0, 1
	for _, c := range []byte(separators) {
		s := splitter{separator: c}
		header, what := s.texts(line)
		if what != "" {
			continue
		}
		known := max(tripleTable.known(header, columns), longLog.known(header, columns))
		if known > most || most == 0 && known == 0 && len(header) > widest {
			best, most, widest = c, known, len(header)
		}
	}
	if most == 0 && widest == 1 && len(bytes.Fields(line)) > 2 {
		return ' '
	}
	return best
}
