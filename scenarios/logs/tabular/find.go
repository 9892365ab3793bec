package tabular

import (
	"bytes"
	"slices"
	"strings"
)

// Find are the places in a header of the columns that a name stands for: one, several joined, or
// none of that name.
func Find(header []string, called string) (at []int, missing string) {
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

// Known is how many columns of a shape a header has.
func (s Shape) Known(header []string, columns map[string]string) (n int) {
	for _, name := range s.Called(columns) {
		if _, missing := Find(header, name); missing == "" {
			n++
		}
	}
	return n
}

// IsTriples says whether a header is likely that of a triple table: half of its columns are there, or no others, and none that no triple has.
func IsTriples(header []string, columns map[string]string) bool {
	beyond := func(name string) bool {
		letter, number := name[:min(1, len(name))], strings.TrimLeft(name, "azrAZR")
		return len(number) == len(name)-1 && (number == "1" && !strings.EqualFold(letter, "a") || number == "5" || number == "6")
	}
	known := TripleTable.Known(header, columns)
	return (2*known >= len(TripleTable.Columns()) || known > 0 && known+1 >= len(header)) && !slices.ContainsFunc(header, beyond)
}

// Called are the names of the shape's columns in the log.
func (s Shape) Called(columns map[string]string) []string {
	called := slices.Clone(s.Columns())
	for i, name := range called {
		if other := columns[name]; other != "" {
			called[i] = other
		}
	}
	return called
}

// Separators stand between the fields of a line, the likeliest first.
const Separators = ",\t;|"

// Separated is what stands between the fields of a header: that of comma, tab, semicolon and bar that
// cuts most known columns out of it, or else most fields; blanks where none of them cuts it.
func Separated(line []byte, columns map[string]string) byte {
	best, most, widest := byte(','), 0, 1
	for _, c := range []byte(Separators) {
		s := Splitter{Separator: c}
		header, what := s.Texts(line)
		if what != "" {
			continue
		}
		known := max(TripleTable.Known(header, columns), LongLog.Known(header, columns))
		if known > most || most == 0 && known == 0 && len(header) > widest {
			best, most, widest = c, known, len(header)
		}
	}
	if most == 0 && widest == 1 && len(bytes.Fields(line)) > 2 {
		return ' '
	}
	return best
}

// Named says whether somebody said what a column of a shape is called.
func (s Shape) Named(columns map[string]string) bool {
	return slices.ContainsFunc(s.Columns(), func(name string) bool { return columns[name] != "" })
}
