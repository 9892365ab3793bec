package shapes

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// unfoldedTable gives the rows of a wide table one below the other, as a log has them: a row for each step.
type unfoldedTable struct {
	pieces
	in    *bufio.Reader
	table stepColumns
	split tabular.Splitter
	named bool // the header is given out
	count bool // rows get the number of their line, as no column names an episode
	lines int
	final int // the column of what was earned at the end alone; −1 for none
}

func (u *unfoldedTable) next() {
	line, err := u.in.ReadBytes('\n')
	for err == nil && bytes.Count(line, []byte{'"'})%2 == 1 && len(line) < tabular.MaxLine {
		var more []byte
		more, err = u.in.ReadBytes('\n')
		line = append(line, more...)
	}
	u.line, u.err = u.line[:0], err
	u.lines++
	cells, bad := u.split.Texts(bytes.TrimRight(bytes.TrimPrefix(line, Mark), "\r\n"))
	switch {
	case len(bytes.TrimSpace(line)) == 0:
	case u.lines <= 3 && bytes.Contains(line, importID): // of Qualtrics, whose questions stand above it
	case bad != "":
		u.line = append(u.line, line...)
	case !u.named:
		u.named = true
		u.header(cells)
	case u.lines == 2 && u.questions():
	default:
		u.row(cells)
	}
}

// questions says whether the line below this one is Qualtrics', which says so of this one.
func (u *unfoldedTable) questions() bool {
	next, _ := u.in.Peek(Peeked)
	line, _, _ := bytes.Cut(next, []byte("\n"))
	return bytes.Contains(line, importID)
}

// header gives the names: the number of the line where no column names an episode, those that hold for a row, the step's, the stems.
func (u *unfoldedTable) header(cells []string) {
	var own []string
	for _, i := range u.table.own {
		name := cells[i]
		if slices.ContainsFunc(append(slices.Clone(u.table.stems), tabular.LongColumns()[tabular.Step]), func(stem string) bool { return strings.EqualFold(stem, name) }) {
			name += ".whole" // a total, perhaps, of what the steps have
		}
		own = append(own, name)
	}
	if u.count = tabular.Guessed(tabular.Episode, own) == ""; u.count {
		own = append([]string{"line"}, own...)
	}
	u.write(append(append(own, tabular.LongColumns()[tabular.Step]), u.table.stems...))
}

// row gives a row for each step of which something is known.
func (u *unfoldedTable) row(cells []string) {
	cell := func(i int) string {
		if i < 0 || i >= len(cells) {
			return ""
		}
		return cells[i]
	}
	var own []string
	if u.count {
		own = append(own, strconv.Itoa(u.lines))
	}
	for _, i := range u.table.own {
		own = append(own, cell(i))
	}
	var rows [][]string
	for k, at := range u.table.at {
		row := append(slices.Clone(own), strconv.Itoa(u.table.visits[k]))
		known := false
		for _, i := range at {
			row = append(row, cell(i))
			known = known || cell(i) != ""
		}
		if known {
			rows = append(rows, row)
		}
	}
	for k, row := range rows {
		if at := slices.Index(u.table.own, u.final); at >= 0 && k < len(rows)-1 {
			row[len(own)-len(u.table.own)+at] = ""
		}
		u.write(row)
	}
}

// write adds a line.
func (u *unfoldedTable) write(cells []string) {
	for i, c := range cells {
		if i > 0 {
			u.line = append(u.line, u.split.Separator)
		}
		if strings.ContainsAny(c, "\"\n\r") || strings.IndexByte(c, u.split.Separator) >= 0 || strings.HasPrefix(c, "#") {
			c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
		u.line = append(u.line, c...)
	}
	u.line = append(u.line, '\n')
}
