package logs

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/tabular"
)

// AllRows stands in Declared.Only where every row counts, orValue between the values of a column, AndRows between conditions that all
// have to hold.
const (
	AllRows = "all"
	orValue = "|"
	AndRows = "&&"
)

// only reads a log whole and leaves the lines of rows that do not count blank, so that all lines keep their numbers.
func only(in io.Reader, d Declared, fail func(bad *problem, number int) error) (io.Reader, error) {
	for condition := range strings.SplitSeq(d.Only, AndRows) {
		var err error
		if in, err = onlyWhere(in, condition, d, fail); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// onlyWhere is only by one condition.
func onlyWhere(in io.Reader, condition string, d Declared, fail func(bad *problem, number int) error) (io.Reader, error) {
	column, value, is := strings.Cut(condition, "=")
	column, not := strings.CutSuffix(column, "!")
	text, err := io.ReadAll(in)
	if err != nil || !is {
		return bytes.NewReader(text), err
	}
	b := &block{first: 1, data: text}
	d.Only = ""
	head := beginning{declared: d}
	found, number, bad := head.read(b)
	if !found || bad != nil || head.layout.shape != tabular.LongLog {
		return bytes.NewReader(text), nil // whoever reads it says what is wrong
	}
	l := head.layout
	p, ok := l.partOf(column)
	if !ok {
		return nil, fail(&problem{found: "no column " + column, want: "--only COLUMN=VALUE or COLUMN!=VALUE, a column of the log"}, number)
	}
	if !l.json && l.separator != '\t' {
		b.separator = l.separator
	}
	var rows bytes.Buffer
	rows.Write(text[:len(text)-len(b.data)])
	line, at, kept := l.withPart(p), b.first, 0
	named := func(field []byte) bool {
		return slices.ContainsFunc(append(strings.Split(value, orValue), value), func(v string) bool { return strings.EqualFold(string(field), v) })
	}
	var others []string
	met := map[string]bool{}
	for number, text := range b.eachLine {
		for ; at < number; at++ {
			rows.WriteByte('\n')
		}
		at += 1 + bytes.Count(text, []byte{'\n'})
		if isComment(text) && !l.json || line.cut(text) != nil || line.repeatsHeader() {
			rows.Write(text)
		} else if field := line.values[len(l.parts)]; named(field) != not {
			rows.Write(text)
			kept++
		} else {
			rows.Write(bytes.Repeat([]byte{'\n'}, bytes.Count(text, []byte{'\n'})))
			if text := string(field); !met[text] && len(met) < printable.Names {
				met[text] = true
				others = append(others, text)
			}
		}
		rows.WriteByte('\n')
	}
	if kept == 0 {
		return nil, fail(&problem{found: "no row with " + rowsWhere(column, value, not), want: "one of the values of " + column + ": " + printable.List(others, printable.Names, "")}, number)
	}
	return &rows, nil
}

// rowsWhere says which rows are asked for.
func rowsWhere(column, value string, not bool) string {
	if not {
		return column + " other than " + value
	}
	return column + " = " + value
}
