package logs

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// shape is what one line of a log holds.
type shape int

const (
	tripleTable shape = iota // one triple, perhaps with a count
	longLog                  // one step of an episode
)

// tableColumns are the names of a triple table's columns in the order of
// writing: a Row's slots, then the count.
func tableColumns() []string {
	return []string{"a1", "z2", "r2", "a2", "z3", "r3", "a3", "z4", "r4", "a4", "count"}
}

const countColumn = slots

// longColumns are the names of a long log's columns.
func longColumns() []string {
	return []string{"episode", "step", "action", "reward", "observation"}
}

// Columns are the names of all columns that a log may have.
func Columns() []string { return append(longColumns(), tableColumns()...) }

const (
	episodeColumn = iota
	stepColumn
	actionColumn
	rewardColumn
	observationColumn
)

// maxColumns is the largest number of columns of a shape.
const maxColumns = slots + 1

func (s shape) columns() []string {
	if s == longLog {
		return longColumns()
	}
	return tableColumns()
}

// optional says whether a log may do without a column.
func (s shape) optional(column int) bool { return s == tripleTable && column == countColumn }

func wantHeader() string {
	return "the header " + strings.Join(tableColumns()[:countColumn], ",") + " and optionally count, or the header " + strings.Join(longColumns(), ",")
}

// layout says how the lines of a log are written.
type layout struct {
	shape     shape
	json      bool
	separator byte     // of CSV and TSV
	order     []int    // [i] the shape's column that stands i-th on a line, or unread
	called    []string // [column] its name in the log
}

// unread stands for a column of a long log that has no meaning here.
const unread = -1

// call names the shape's columns as the log does.
func (l *layout) call(columns map[string]string) {
	l.called = slices.Clone(l.shape.columns())
	for i, name := range l.called {
		if other := columns[name]; other != "" {
			l.called[i] = other
		}
	}
}

// index is the column of that name, in either case; unread for none.
func (l *layout) index(name []byte) int {
	return slices.IndexFunc(l.called, func(called string) bool { return strings.EqualFold(called, string(name)) })
}

// separated is what stands between the fields of a header: that of comma, tab and semicolon that
// cuts most known columns out of it.
func separated(line []byte, columns map[string]string) byte {
	best, most := byte(','), 0
	for _, c := range []byte(",\t;") {
		s := splitter{separator: c}
		fields, what := s.fields(line)
		if what != "" {
			continue
		}
		known := 0
		for _, shape := range []shape{tripleTable, longLog} {
			l := layout{shape: shape}
			l.call(columns)
			for _, f := range fields {
				if l.index(f) != unread {
					known++
				}
			}
		}
		if known > most || most == 0 && len(fields) > 1 && bytes.IndexByte(line, best) < 0 {
			best, most = c, known
		}
	}
	return best
}

// problem is a Fault without the file and line, which its finder does not know.
type problem struct {
	position, found, want string
}

// newLayout reads the first line of a log that is not blank: the header of CSV
// or TSV, or the first object of JSON Lines.
func newLayout(line []byte, columns map[string]string) (*layout, *problem) {
	if text := bytes.TrimLeft(line, " \t"); len(text) > 0 && text[0] == '{' {
		return jsonLayout(text, columns)
	}
	l := &layout{separator: separated(line, columns), shape: longLog}
	s := splitter{separator: l.separator}
	fields, what := s.fields(line)
	if what != "" {
		return nil, &problem{found: what, want: wantHeader()}
	}
	if l.call(columns); !slices.ContainsFunc(fields, func(f []byte) bool { return l.index(f) != unread }) {
		l.shape = tripleTable
		l.call(columns)
	}
	var others []string
	for i, field := range fields {
		column := l.index(field)
		position := fmt.Sprintf("column %d", i+1)
		switch {
		case column == unread && l.shape == tripleTable: // it may be the count
			return nil, &problem{position, foundText(field), wantHeader() + "; --columns count=NAME says what else a column is called"}
		case column == unread:
			others = append(others, foundText(field))
		case slices.Contains(l.order, column):
			return nil, &problem{position, strconv.Quote(string(field)) + " again", "every column once"}
		}
		l.order = append(l.order, column)
	}
	var missing []string
	for column, name := range l.shape.columns() {
		if !slices.Contains(l.order, column) && !l.shape.optional(column) {
			missing = append(missing, name)
		}
	}
	if missing == nil {
		return l, nil
	}
	p := &problem{found: "no column " + strings.Join(missing, ", "), want: wantHeader()}
	if others != nil {
		p.found += ", but " + strings.Join(others, ", ")
		p.want += "; --columns " + missing[0] + "=NAME says what else a column is called"
	}
	return nil, p
}

// jsonLayout tells the shape from an object's names. It only looks whether a column of a long log
// is among them; what is wrong with the line is found when it is read.
func jsonLayout(line []byte, columns map[string]string) (*layout, *problem) {
	l := &layout{json: true, shape: longLog}
	l.call(columns)
	if !slices.ContainsFunc(l.called, func(name string) bool {
		return bytes.Contains(bytes.ToLower(line), []byte(`"`+strings.ToLower(name)+`"`))
	}) {
		l.shape = tripleTable
		l.call(columns)
		if !bytes.Contains(line, []byte(`"`+l.called[0]+`"`)) && !bytes.Contains(line, []byte(`"`+l.called[1]+`"`)) {
			return nil, &problem{found: foundText(line), want: "an object with the fields of " + wantHeader() + "; --columns episode=NAME says what else one is called"}
		}
	}
	for column := range l.shape.columns() {
		l.order = append(l.order, column)
	}
	return l, nil
}

// liner cuts the lines of one layout into fields. Each worker has its own.
type liner struct {
	*layout
	names  []string
	split  splitter
	fields [maxColumns][]byte // by column of the shape; nil where there is none
}

func newLiner(l *layout) *liner {
	return &liner{layout: l, names: l.called, split: splitter{separator: l.separator}}
}

// cut fills fields from a line; they are valid until the next call.
func (l *liner) cut(line []byte) *problem {
	if len(line) > maxLine {
		return &problem{found: fmt.Sprintf("a line of more than %d bytes", maxLine), want: "one episode"}
	}
	if l.json {
		return l.cutObject(line)
	}
	fields, what := l.split.fields(line)
	if what != "" {
		return &problem{fmt.Sprintf("column %d", len(fields)+1), what, "a field"}
	}
	if len(fields) != len(l.order) {
		return &problem{found: fmt.Sprintf("%d fields", len(fields)), want: fmt.Sprintf("%d, as in the header", len(l.order))}
	}
	for i, field := range fields {
		if column := l.order[i]; column != unread {
			l.fields[column] = field
		}
	}
	return nil
}

// bad is the problem of a column's field.
func (l *liner) bad(column int, want string) *problem {
	name := l.names[column]
	position := "field " + name
	if !l.json {
		position = fmt.Sprintf("column %d (%s)", slices.Index(l.order, column)+1, name)
	}
	return &problem{position, foundText(l.fields[column]), want}
}
