package shapes

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// framed takes a table out of the lines that a database's client or Markdown draws around it: rules, bars at a
// row's ends and what is said of the rows below it. A line that says nothing stays as an empty one, so that lines
// keep their numbers.
type framed struct {
	pieces
	in     *bufio.Reader
	rows   int      // that were not empty
	places [][2]int // where columns without bars begin and end, in characters
}

// AsFramed looks whether a text is such a table: one of its first three lines is a rule.
func AsFramed(in *bufio.Reader) (*framed, bool) {
	head, _ := in.Peek(Peeked)
	for i, line := range strings.SplitN(string(head), "\n", 4) {
		if places := dashes(line); i < 3 && (isRule(line) || places != nil) {
			f := &framed{in: in, places: places}
			f.fill = f.next
			return f, true
		}
	}
	return nil, false
}

// isRule says whether a line parts rows and columns: of dashes, with crosses or bars between or around them.
func isRule(line string) bool {
	line = strings.TrimSpace(line)
	ascii := strings.Contains(line, "--") && strings.ContainsAny(line, "+|") && strings.Trim(line, "-+|: =") == ""
	return ascii || strings.Contains(line, "──") && strings.Trim(line, "─┌┬┐├┼┤└┴┘") == ""
}

// dashes are where the columns stand over a rule that is dashes with blanks between, as SQLite draws it; nil for no such
// rule.
func dashes(line string) (places [][2]int) {
	line = strings.TrimRight(line, " \r")
	if strings.Trim(line, "- ") != "" || len(strings.Fields(line)) < 2 || !strings.Contains(line, "--") {
		return nil
	}
	for from := 0; from < len(line); {
		to := strings.IndexByte(line[from:]+" ", ' ') + from
		if to > from {
			places = append(places, [2]int{from, to})
		}
		from = to + 1
	}
	return places
}

// barred puts bars between the columns of a line.
func (f *framed) barred(line string) string {
	runes := []rune(line)
	var cells []string
	for i, p := range f.places {
		from, to := min(p[0], len(runes)), min(p[1], len(runes))
		if i+1 == len(f.places) {
			to = len(runes)
		}
		cells = append(cells, string(runes[from:to]))
	}
	return strings.Join(cells, "|")
}

// isFooter says whether a line counts the rows above it, as psql and mysql do.
func isFooter(line string) bool {
	line = strings.Trim(strings.TrimSpace(line), "()")
	number, rest, _ := strings.Cut(line, " ")
	return number != "" && strings.Trim(number, "0123456789") == "" && (strings.HasPrefix(rest, "row in set") || strings.HasPrefix(rest, "rows in set") || rest == "row" || rest == "rows")
}

// isTypes says whether a row names what kind each column is of, as DuckDB writes it below the header.
func isTypes(row string) bool {
	words := strings.FieldsFunc(row, func(c rune) bool { return strings.ContainsRune("│| ", c) })
	for _, w := range words {
		switch w, _, _ = strings.Cut(w, "("); w {
		case "varchar", "bigint", "integer", "smallint", "tinyint", "hugeint", "ubigint", "uinteger", "usmallint", "utinyint", "int8", "int16", "int32", "int64", "int128",
			"uint8", "uint16", "uint32", "uint64", "double", "float", "decimal", "boolean", "date", "time", "timestamp", "uuid":
		default:
			return false
		}
	}
	return len(words) > 1
}

func (f *framed) next() {
	line, err := f.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull { // no table that is drawn has such lines: they are refused as they are
		f.line = append(f.line[:0], line...)
		return
	}
	f.err = err
	text := bytes.TrimSpace(line)
	switch {
	case isRule(string(text)), isFooter(string(text)), dashes(string(text)) != nil:
		text = nil
	case f.places != nil && len(text) > 0:
		text = []byte(f.barred(string(bytes.TrimRight(line, "\r\n"))))
	}
	if len(text) > 0 {
		if f.rows++; f.rows == 2 && isTypes(string(text)) {
			text = nil
		}
	}
	text = bytes.ReplaceAll(text, []byte("│"), []byte("|"))
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("|")), []byte("|"))
	f.line = f.line[:0]
	for i, cell := range bytes.Split(text, []byte("|")) {
		if i > 0 {
			f.line = append(f.line, '|')
		}
		f.line = append(f.line, bytes.TrimSpace(cell)...)
	}
	if len(line) > 0 && line[len(line)-1] == '\n' {
		f.line = append(f.line, '\n')
	}
}

var _ io.Reader = (*framed)(nil)
