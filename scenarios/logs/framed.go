package logs

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
	in *bufio.Reader
}

// asFramed looks whether a text is such a table: one of its first three lines is a rule.
func asFramed(in *bufio.Reader) (*framed, bool) {
	head, _ := in.Peek(peeked)
	for i, line := range strings.SplitN(string(head), "\n", 4) {
		if i < 3 && isRule(line) {
			f := &framed{in: in}
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

// isFooter says whether a line counts the rows above it, as psql and mysql do.
func isFooter(line string) bool {
	line = strings.Trim(strings.TrimSpace(line), "()")
	number, rest, _ := strings.Cut(line, " ")
	return number != "" && strings.Trim(number, "0123456789") == "" && (strings.HasPrefix(rest, "row in set") || strings.HasPrefix(rest, "rows in set") || rest == "row" || rest == "rows")
}

func (f *framed) next() {
	line, err := f.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull { // no table that is drawn has such lines: they are refused as they are
		f.line = append(f.line[:0], line...)
		return
	}
	f.err = err
	text := bytes.TrimSpace(line)
	if isRule(string(text)) || isFooter(string(text)) {
		text = nil
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
