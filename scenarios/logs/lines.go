package logs

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"eeporl/scenarios/logs/tabular"
)

// blockSize is how much of a file a worker takes at a time: enough to make
// handing it over cheap, little enough to stay in a core's cache.
const blockSize = 1 << 18

// block is a run of whole lines, or of whole records of an array.
type block struct {
	seq   int // number of the block in its file
	first int // number of its first line or record, from 1
	data  []byte
	lead  []leadLine // the lines before it, for long logs
	last  bool       // the file ends here

	separator byte // between fields in quotes that may hold line breaks; 0 where none can
}

// leadLine is a line of an earlier block that is not blank.
type leadLine struct {
	number int
	text   []byte
}

// blocks cuts a file.
type blocks interface {
	// next fills b with the file's next block, reusing its memory. The error
	// is io.EOF after the last one.
	next(b *block) error
}

// lineBlocks cuts a file of lines. Memory does not grow with it.
type lineBlocks struct {
	in    io.Reader
	file  string
	size  int // of a block, about
	leads int // how many lines before a block go with it

	separator byte   // of CSV, whose quoted fields may hold line breaks; 0 for other files
	rows      *liner // tells rows of a long log from lines that are passed over; nil before its header is known

	seq, line int // of the next block
	carry     []byte
	lead      []leadLine
	err       error // why nothing more can be read
	done      bool
}

func (l *lineBlocks) next(b *block) error {
	if l.done {
		return l.failure()
	}
	b.seq, b.first, b.lead, b.separator = l.seq, l.line+1, l.lead, l.separator
	b.data = l.fill(b.data[:0], l.size)
	end := l.wholeRecords(b.data, 0)
	for end == 0 && l.err == nil && len(b.data) <= tabular.MaxLine {
		from := len(b.data)
		b.data = l.fill(b.data, from+l.size)
		end = l.wholeRecords(b.data, from)
	}
	switch {
	case l.err == io.EOF:
		end = len(b.data) // the last line may lack its end
	case end == 0 && l.err == nil:
		b.data = l.skipLongLine(b.data)
		end = len(b.data)
	}
	l.putBack(b.data[end:])
	b.data = b.data[:end]
	l.done = l.err != nil
	b.last = l.err == io.EOF
	l.seq++
	l.line += bytes.Count(b.data, []byte{'\n'})
	if l.leads > 0 {
		l.lead = l.leadAfter(b, l.line, l.leads)
	}
	return nil
}

// wholeRecords is where the last record ends that data holds whole; 0 for none. The bytes before from
// hold no end of a line.
func (l *lineBlocks) wholeRecords(data []byte, from int) (end int) {
	if l.separator == 0 || bytes.IndexByte(data, '"') < 0 {
		if at := bytes.LastIndexByte(data[from:], '\n'); at >= 0 {
			end = from + at + 1
		}
		return end
	}
	for end < len(data) {
		next, cut := tabular.RecordEnd(data[end:], l.separator)
		if cut {
			break
		}
		end += next
	}
	return end
}

// putBack makes text what is read next.
func (l *lineBlocks) putBack(text []byte) {
	if len(text) > 0 {
		l.carry = slices.Concat(text, l.carry)
	}
}

// unread takes a block back, so that it is cut anew.
func (l *lineBlocks) unread(b *block) {
	l.putBack(b.data)
	l.seq, l.line, l.lead, l.done = b.seq, b.first-1, b.lead, false
	if l.err != nil {
		l.in, l.err = failed{l.err}, nil
	}
}

func (l *lineBlocks) failure() error {
	if l.err == io.EOF {
		return io.EOF
	}
	return fmt.Errorf("%s: %w", l.file, l.err)
}

// fill reads until the data has a size or nothing more comes.
func (l *lineBlocks) fill(data []byte, size int) []byte {
	data = slices.Grow(data, max(size-len(data), 0))
	for idle := 0; len(data) < size && l.err == nil; {
		if len(l.carry) > 0 {
			n := copy(data[len(data):size], l.carry)
			data, l.carry = data[:len(data)+n], l.carry[n:]
			continue
		}
		n, err := l.in.Read(data[len(data):size])
		data, l.err = data[:len(data)+n], err
		const patience = 100
		if idle++; n > 0 {
			idle = 0
		} else if idle == patience && err == nil {
			l.err = io.ErrNoProgress
		}
	}
	return data
}

// endlessLine is the number of bytes without an end of the line after which reading
// fails: the file is no log.
const endlessLine = 64 << 20

// skipLongLine skips the rest of a line that is too long. It returns one byte more of the line than
// maxLine, with a line end, so that the decoder reports it, and leaves what follows in the carry.
func (l *lineBlocks) skipLongLine(start []byte) []byte {
	long := append(bytes.Clone(start[:tabular.MaxLine+1]), '\n')
	if end := bytes.IndexByte(start[tabular.MaxLine+1:], '\n'); end >= 0 { // a quote that is not closed ran on into other lines
		l.putBack(start[tabular.MaxLine+1+end+1:])
		return long
	}
	chunk := make([]byte, 0, l.size)
	for skipped := len(start); l.err == nil; skipped += l.size {
		if skipped > endlessLine {
			l.err = fmt.Errorf("line %d: found more than %d MiB without an end of the line, expected one episode", l.line+1, endlessLine>>20)
			break
		}
		chunk = l.fill(chunk[:0], l.size)
		if end := bytes.IndexByte(chunk, '\n'); end >= 0 {
			l.putBack(chunk[end+1:])
			// An error met here, io.EOF too, belongs to the next block.
			if l.err != nil {
				l.in, l.err = failed{l.err}, nil
			}
			return long
		}
	}
	return long
}

// failed is a reader that has nothing but an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// leadAfter returns the last lines up to the end of b that are not blank, n of which are rows, in order: the
// lead of the next block. last is the number of b's last line.
func (l *lineBlocks) leadAfter(b *block, last, n int) []leadLine {
	var found []leadLine                                       // backwards
	if b.separator != 0 && bytes.IndexByte(b.data, '"') >= 0 { // records of several lines are told forwards alone
		lead := slices.Clone(b.lead)
		for number, line := range b.eachLine {
			lead = l.lastRows(l.joined(lead, []leadLine{{number, bytes.Clone(line[:min(len(line), tabular.MaxLine+1)])}}), n)
		}
		return slices.Clone(lead)
	}
	text := bytes.TrimSuffix(b.data, []byte{'\n'})
	rows := 0
	for number := last; rows < n && number >= b.first; number-- {
		start := bytes.LastIndexByte(text, '\n') + 1
		if line, after := text[start:], len(found)-1; after >= 0 && l.again(found[after].text, line) {
			found[after].number = number
		} else if len(bytes.TrimSpace(line)) > 0 {
			found = append(found, leadLine{number, bytes.Clone(line[:min(len(line), tabular.MaxLine+1)])})
			if !l.passesOver(line) {
				rows++
			}
		}
		text = text[:max(start-1, 0)]
	}
	slices.Reverse(found)
	return l.lastRows(l.joined(slices.Clone(b.lead), found), n)
}

// joined are lead lines and those after them; a row that stands there once more is none.
func (l *lineBlocks) joined(lead, after []leadLine) []leadLine {
	if len(lead) > 0 && len(after) > 0 && l.again(after[0].text, lead[len(lead)-1].text) {
		after = after[1:]
	}
	return append(lead, after...)
}

// again says whether a line is the row before once more.
func (l *lineBlocks) again(line, before []byte) bool {
	return l.rows != nil && l.rows.has(tabular.Step) && bytes.Equal(line, before)
}

// passesOver says whether a line is no row.
func (l *lineBlocks) passesOver(line []byte) bool {
	return l.rows != nil && l.rows.passesOver(bytes.TrimRight(line, "\r"))
}

// lastRows are the last lines of which n are rows.
func (l *lineBlocks) lastRows(lines []leadLine, n int) []leadLine {
	for i := len(lines) - 1; i >= 0; i-- {
		if l.passesOver(lines[i].text) {
			continue
		}
		if n--; n == 0 {
			return lines[i:]
		}
	}
	return lines
}

// eachLine calls yield with every line that is not blank, or record of several lines, without its
// end.
func (b *block) eachLine(yield func(number int, line []byte) bool) {
	data, next := b.data, b.first
	quotes := b.separator != 0 && bytes.IndexByte(data, '"') >= 0
	for len(data) > 0 {
		line, number := data, next
		next++
		end := bytes.IndexByte(data, '\n')
		if quotes {
			if to, _ := tabular.RecordEnd(data, b.separator); to > end+1 && end >= 0 {
				next += bytes.Count(data[end+1:to], []byte{'\n'})
				end = to - 1
				if data[end] != '\n' { // the file ends without one
					end++
				}
			}
		}
		if end >= 0 && end < len(data) {
			line, data = data[:end], data[end+1:]
		} else {
			data = nil
		}
		for len(line) > 0 && line[len(line)-1] == '\r' {
			line = line[:len(line)-1]
		}
		if len(line) > 0 && (line[0] > ' ' || len(bytes.TrimSpace(line)) > 0) && !yield(number, line) {
			return
		}
	}
}
