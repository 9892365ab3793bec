package logs

// decoder makes triples of a file's blocks. Each worker has its own; it
// depends on no block but the one it is given.
type decoder interface {
	// decode passes a block's triples and bad rows on in their order, until receive
	// returns false. It returns the numbers of good rows and short episodes.
	decode(b *block, receive receiver) rowCounts
}

// receiver takes a triple or, where it is nil, what is wrong with a line.
type receiver func(t *triple, line int, bad *problem) bool

// rowCounts counts what the triples do not tell.
type rowCounts struct {
	rows  uint64 // good rows
	short uint64 // episodes of less than four steps
}

// tableDecoder reads triple tables.
type tableDecoder struct {
	line       *liner
	vocabulary *vocabularies
	limits     [maxColumns]int // below which integers need no second look
	triple     triple
}

func newTableDecoder(l *layout, v *vocabularies) *tableDecoder {
	d := &tableDecoder{line: newLiner(l), vocabulary: v}
	for slot := range slots {
		d.limits[slot] = v[slot%3].limit
	}
	d.limits[countColumn] = maxIndex
	return d
}

func (d *tableDecoder) decode(b *block, receive receiver) (n rowCounts) {
	for number, line := range b.eachLine {
		d.triple.count = 1
		d.triple.lines = [4]int{number, number, number, number}
		if d.line.json || !d.plain(line) {
			if bad := d.careful(line); bad != nil {
				if !receive(nil, number, bad) {
					return n
				}
				continue
			}
		}
		n.rows++
		if !receive(&d.triple, number, nil) {
			return n
		}
	}
	return n
}

// plain reads lines of the most common form: small integers without blanks or quotes, and perhaps
// any number as the count at the end. It returns false for any other line, good or bad.
func (d *tableDecoder) plain(line []byte) bool {
	i, last := 0, len(d.line.order)-1
	for position, column := range d.line.order {
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
		if column == countColumn && position == last && (i < len(line) || i-start > digits) {
			var want string
			d.triple.count, want = parseCount(line[start:])
			return want == ""
		}
		if i == start || i-start > digits || i-start > 1 && line[start] == '0' || n >= d.limits[column] {
			return false
		}
		if column == countColumn {
			d.triple.count = float64(n)
		} else {
			d.triple.entries[column] = entry(n)
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
	if bad := d.line.cut(line); bad != nil {
		return bad
	}
	for _, column := range d.line.order {
		field := d.line.fields[column]
		if column == countColumn {
			if field == nil {
				continue
			}
			var want string
			if d.triple.count, want = parseCount(field); want != "" {
				return d.line.bad(column, want)
			}
			continue
		}
		var want string
		if d.triple.entries[column], want = d.vocabulary[column%3].read(field); want != "" {
			return d.line.bad(column, want)
		}
	}
	return nil
}
