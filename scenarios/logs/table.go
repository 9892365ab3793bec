package logs

import (
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// decoder makes triples of a file's blocks. Each worker has its own; it
// depends on no block but the one it is given.
type decoder interface {
	// decode passes a block's triples and bad rows on in their order, until receive
	// returns false. It returns the numbers of good rows and short episodes.
	decode(b *block, receive receiver) rowCounts
}

// receiver takes a triple or, where it is nil, what is wrong with a line.
type receiver func(t *coded.Triple, line int, bad *problem) bool

// rowCounts counts what the triples do not tell.
type rowCounts struct {
	rows       uint64 // good rows
	short      uint64 // episodes of less than four steps
	incomplete uint64 // of four steps or more, of whose first four something is missing
	gaps       uint64 // places where steps are left out
	comments   uint64 // lines that begin with #
	fillers    uint64 // rows between steps of which nothing is read
	nobodys    uint64 // rewards other than 0 in rows without an action
}

func (n *rowCounts) add(more rowCounts) {
	n.rows += more.rows
	n.short += more.short
	n.incomplete += more.incomplete
	n.gaps += more.gaps
	n.comments += more.comments
	n.fillers += more.fillers
	n.nobodys += more.nobodys
}

// tableDecoder reads triple tables.
type tableDecoder struct {
	line    *liner
	readers [coded.Kinds]entryReader
	notes   *notes
	order   []int                   // [i] the column that stands i-th on a line; nil where others stand between them
	limits  [tabular.MaxColumns]int // below which integers need no second look
	triple  coded.Triple
	all     bool // triples with something missing are given, too
}

func newTableDecoder(l *layout, v *vocabularies, n *notes) *tableDecoder {
	d := &tableDecoder{line: newLiner(l), readers: v.readers(l.comma()), notes: n}
	for slot := range coded.Slots {
		d.limits[slot] = d.readers[slot%3].limit
	}
	d.limits[tabular.Count] = tabular.MaxIndex
	if len(l.parts) < l.width {
		return d
	}
	d.order = make([]int, l.width)
	for column, from := range l.from {
		for _, i := range from {
			d.order[l.parts[i].at] = column
		}
	}
	return d
}

func (d *tableDecoder) decode(b *block, receive receiver) (n rowCounts) {
	for number, line := range b.eachLine {
		d.triple.Count = 1
		d.triple.Lines = [4]int{number, number, number, number}
		incomplete := false
		if d.line.json || !d.plain(line) {
			bad := d.careful(line)
			if bad == comment {
				n.comments++
				continue
			}
			if bad != nil {
				if !receive(nil, number, bad) {
					return n
				}
				continue
			}
			incomplete = d.incomplete()
		}
		n.rows++
		if incomplete && !d.all {
			n.incomplete++
			continue
		}
		if !receive(&d.triple, number, nil) {
			return n
		}
	}
	return n
}

// incomplete says whether an entry is missing, and notes those that are not.
func (d *tableDecoder) incomplete() (found bool) {
	for _, e := range d.triple.Entries {
		found = found || e == coded.Missing
	}
	if !found {
		return false
	}
	for slot, e := range d.triple.Entries {
		if seen := &d.notes.seen[slot%3]; e != coded.Missing && seen.Code(e) < 0 {
			seen.Learn(e, coded.Position{File: d.notes.file, Line: d.triple.Lines[0]})
		}
	}
	return true
}

// plain reads lines of the most common form: small integers without blanks or quotes, and perhaps
// any number as the count at the end. It returns false for any other line, good or bad.
func (d *tableDecoder) plain(line []byte) bool {
	i, last := 0, len(d.order)-1
	for position, column := range d.order {
		start, n := i, 0
		for i < len(line) {
			c := line[i] - '0'
			if c > 9 {
				break
			}
			n = n*10 + int(c)
			i++
		}
		const digits = 4 // as many as keep n below maxIndex
		if column == tabular.Count && position == last && (i < len(line) || i-start > digits) {
			var want string
			d.triple.Count, want = tabular.ParseCount(line[start:])
			return want == ""
		}
		if i == start || i-start > digits || i-start > 1 && line[start] == '0' || n >= d.limits[column] {
			return false
		}
		if column == tabular.Count {
			d.triple.Count = float64(n)
		} else {
			d.triple.Entries[column] = coded.Entry(n)
		}
		if position == last {
			return i == len(line)
		}
		if i == len(line) || line[i] != d.line.separator {
			return false
		}
		i++
	}
	return false
}

// careful reads any line.
func (d *tableDecoder) careful(line []byte) *problem {
	if isComment(line) && !d.line.json {
		return comment
	}
	if bad := d.line.cut(line); bad != nil {
		return bad
	}
	for column := range d.line.called {
		if !d.line.has(column) {
			continue
		}
		field := d.line.fields[column]
		if column == tabular.Count {
			if field == nil {
				continue
			}
			var want string
			if d.triple.Count, want = tabular.ParseCount(field); want != "" {
				return d.line.bad(column, want)
			}
			continue
		}
		var want string
		if d.triple.Entries[column], want = d.readers[column%3].read(field); want != "" {
			return d.line.bad(column, want)
		}
	}
	return nil
}
