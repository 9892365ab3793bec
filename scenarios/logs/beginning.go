package logs

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs/tabular"
)

// beginning reads what stands before the rows of a log: comments, sep=; as Excel writes it, and the
// header.
type beginning struct {
	declared  Declared
	objects   bool // each line is what stands in a JSON array
	separator byte
	comment   []byte // the last one
	layout    *layout
}

// read looks for the header in a block and leaves in it what follows; number is its line.
func (h *beginning) read(b *block) (done bool, number int, bad *problem) {
	rest := *b
	rest.separator = ','
	for at, line := range rest.eachLine {
		number = at
		if len(line) > tabular.MaxLine {
			return true, number, &problem{found: fmt.Sprintf("a line of more than %d bytes", tabular.MaxLine), want: tabular.WantHeader()}
		}
		if bytes.HasPrefix(line, []byte(counts.Magic)) {
			return true, number, &problem{found: "a counts file", want: "a log of episodes"}
		}
		text := bytes.TrimLeft(line, " \t")
		if c, ok := bytes.CutPrefix(bytes.ToLower(text), []byte("sep=")); ok && h.separator == 0 && len(c) <= 1 {
			h.separator = append(c, '\t')[0]
			continue
		}
		if isTitle(line) && h.titled(&rest, at) {
			continue
		}
		if isComment(line) {
			h.comment = bytes.Clone(bytes.TrimLeft(text, "# \t"))
			continue
		}
		if h.objects && text[0] != '{' {
			return true, number, &problem{found: foundText(text), want: "an object with the fields of " + tabular.WantHeader()}
		}
		if text[0] == '{' {
			h.layout, bad = objectsLayout(b.objects(at), h.declared)
			b.cutTo(at)
			return true, number, bad
		}
		below := *b
		below.cutTo(at + 1 + bytes.Count(line, []byte{'\n'}))
		h.layout, bad = newLayout(line, &below, h.separator, h.declared)
		if later := h.later(&rest, at, bad); later > 0 {
			bad.want += fmt.Sprintf("; line %d looks like the header: tail -n +%d FILE > log.csv", later, later)
		}
		if commented := h.commented(bad); commented { // as numpy's savetxt writes it
			b.cutTo(at)
			return true, number - 1, nil
		}
		if instead := h.headed(line); bad != nil && instead != nil {
			return true, number - 1, instead
		}
		*b = below
		if bad == nil {
			h.layout.tellRowNames(b)
		}
		return true, number, bad
	}
	return false, 0, nil
}

// commented says whether the last comment is a header, where the first line is none.
func (h *beginning) commented(bad *problem) bool {
	if bad == nil || h.comment == nil {
		return false
	}
	l, bad := newLayout(h.comment, nil, h.separator, h.declared)
	if bad == nil {
		h.layout = l
	}
	return bad == nil
}

// headed is what the last comment lacks as a header, where it is as wide as a line of data; nil where it is none.
func (h *beginning) headed(line []byte) *problem {
	if h.comment == nil {
		return nil
	}
	s := tabular.Splitter{Separator: tabular.Separated(line, nil)}
	row, _ := s.Texts(line)
	header, _ := s.Texts(h.comment)
	if len(row) < 3 || len(header) != len(row) || !slices.ContainsFunc(row, tabular.IsNumber) || slices.ContainsFunc(header, tabular.IsNumber) {
		return nil
	}
	_, bad := newLayout(h.comment, nil, h.separator, h.declared)
	return bad
}

// isTitle says whether a line has no field but one.
func isTitle(line []byte) bool {
	return len(line) > 0 && line[0] != '{' && !bytes.ContainsAny(line, tabular.Separators)
}

// titled says whether the lines up to one are a title: a header stands in one of the next, by its names.
func (h *beginning) titled(b *block, title int) bool {
	const looked, fewest = 5, 2 // lines, names that are known
	for number, line := range b.eachLine {
		if number > title+looked {
			break
		}
		if number <= title || isTitle(line) || isComment(line) {
			continue
		}
		s := tabular.Splitter{Separator: tabular.Separated(line, h.declared.Columns)}
		header, _ := s.Texts(line)
		known := tabular.LongLog.Known(header, h.declared.Columns)
		for column := range tabular.LongColumns() {
			if tabular.Guessed(column, header) != "" {
				known++
			}
		}
		return known >= fewest
	}
	return false
}

// later is the line of a header that stands after what cannot be read as one, such as a title; 0 for none.
func (h *beginning) later(b *block, first int, bad *problem) int {
	const looked = 20
	if bad == nil {
		return 0
	}
	for number, line := range b.eachLine {
		if number > first+looked {
			break
		}
		if l, bad := newLayout(line, nil, h.separator, h.declared); number > first && (bad == nil && l.width > 3 || h.names(line)) {
			return number
		}
	}
	return 0
}

// names says whether a line holds what people call most columns of a long log.
func (h *beginning) names(line []byte) bool {
	s := tabular.Splitter{Separator: tabular.Separated(line, h.declared.Columns)}
	cells, bad := s.Texts(bytes.TrimRight(line, "\r"))
	n := 0
	for column := range tabular.LongColumns() {
		if tabular.Guessed(column, cells) != "" {
			n++
		}
	}
	return bad == "" && n > len(tabular.LongColumns())/2+1
}

// objects are the lines of a block from one on.
func (b *block) objects(from int) (lines [][]byte) {
	for number, line := range b.eachLine {
		if number >= from && len(line) <= tabular.MaxLine {
			lines = append(lines, line)
		}
	}
	return lines
}

// cutTo removes the lines before a number.
func (b *block) cutTo(number int) {
	for b.first < number && len(b.data) > 0 {
		_, b.data, _ = bytes.Cut(b.data, []byte{'\n'})
		b.first++
	}
}

// oneField is the problem of a header that is one field, in which names stand between what separates none here; nil for another.
func oneField(header []string) *problem {
	const fewest = 3 // names
	if len(header) != 1 {
		return nil
	}
	if names := strings.Split(header[0], "::"); len(names) >= fewest {
		return &problem{found: "two colons between fields", want: "a comma, semicolon, tab or bar, and names above: (echo NAMES; sed 's/::/,/g' FILE) > log.csv, with the names in the order of its columns"}
	}
	for _, c := range ",;\t|^~:!/\x01\x1f" {
		names := strings.Split(header[0], string(c))
		if len(names) < fewest || tabular.LongLog.Known(names, nil) == 0 && tabular.Guessed(tabular.Action, names) == "" {
			continue
		}
		if strings.ContainsRune(tabular.Separators, c) {
			return &problem{found: "a header that is one field in quotes, " + strconv.Quote(tabular.Short(header[0])), want: `quotes around single fields, or none: sed 's/^"//; s/"$//' FILE > log.csv`}
		}
		return &problem{found: fmt.Sprintf("a header with %q between its names", c), want: fmt.Sprintf("a comma, semicolon, tab or bar: tr '%s' ',' < FILE > log.csv, where no field has a comma", octal(c))}
	}
	return nil
}

// octal is a character as tr is told of it.
func octal(c rune) string {
	if c < ' ' {
		return fmt.Sprintf("\\%03o", c)
	}
	return string(c)
}

// twoLines is the problem of a header whose empty names stand in the line below, which has no others, as pandas writes tables with
// several columns as their index; nil for another.
func twoLines(header []string, s tabular.Splitter, below *block) *problem {
	if below == nil || !slices.Contains(header, "") {
		return nil
	}
	for _, line := range below.eachLine {
		names, _ := s.Texts(line)
		if len(names) != len(header) {
			return nil
		}
		for i := range names {
			if (names[i] == "") == (header[i] == "") {
				return nil
			}
		}
		return &problem{found: "a header of two lines, as pandas writes it", want: fmt.Sprintf("one: awk -F'%c' -v OFS='%[1]c' 'NR == 1 { split($0, h); next } NR == 2 { for (i = 1; i <= NF; i++) if ($i == \"\") $i = h[i] } 1' FILE > log.csv", s.Separator)}
	}
	return nil
}
