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
	separator byte  // of CSV and TSV
	order     []int // [i] the shape's column that stands i-th on a line
}

// problem is a Fault without the file and line, which its finder does not know.
type problem struct {
	position, found, want string
}

// newLayout reads the first line of a log that is not blank: the header of CSV
// or TSV, or the first object of JSON Lines.
func newLayout(line []byte) (*layout, *problem) {
	if text := bytes.TrimLeft(line, " \t"); len(text) > 0 && text[0] == '{' {
		return jsonLayout(text)
	}
	l := &layout{separator: ','}
	if bytes.IndexByte(line, '\t') >= 0 && bytes.IndexByte(line, ',') < 0 {
		l.separator = '\t'
	}
	s := splitter{separator: l.separator}
	fields, what := s.fields(line)
	if what != "" {
		return nil, &problem{found: what, want: wantHeader()}
	}
	if slices.ContainsFunc(fields, func(f []byte) bool { return slices.Contains(longColumns(), string(f)) }) {
		l.shape = longLog
	}
	for i, field := range fields {
		column := slices.Index(l.shape.columns(), string(field))
		position := fmt.Sprintf("column %d", i+1)
		if column < 0 {
			return nil, &problem{position, foundText(field), wantHeader()}
		}
		if slices.Contains(l.order, column) {
			return nil, &problem{position, strconv.Quote(string(field)) + " again", "every column once"}
		}
		l.order = append(l.order, column)
	}
	for column, name := range l.shape.columns() {
		if !slices.Contains(l.order, column) && !l.shape.optional(column) {
			return nil, &problem{found: "no column " + name, want: wantHeader()}
		}
	}
	return l, nil
}

// jsonLayout tells the shape from an object's names. It only looks whether a column of a long log
// is among them; what is wrong with the line is found when it is read.
func jsonLayout(line []byte) (*layout, *problem) {
	l := &layout{json: true}
	for _, name := range longColumns() {
		if bytes.Contains(line, []byte(`"`+name+`"`)) {
			l.shape = longLog
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
	return &liner{layout: l, names: l.shape.columns(), split: splitter{separator: l.separator}}
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
		l.fields[l.order[i]] = field
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
