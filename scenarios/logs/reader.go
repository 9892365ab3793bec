package logs

import (
	"errors"
	"io"
	"iter"

	"eeporl/scenarios/fault"
)

// LogRow is one triple of a log.
type LogRow struct {
	Row
	Count float64 // how many episodes; 1 where the log has no count
	Line  int     // of the triple, or of its fourth step in a long log; an array's row
}

// LogReader streams a log's triples one after the other: for those who want
// them in order. Count is faster where only their number matters. Memory does
// not grow with the log.
type LogReader struct {
	in      io.Reader
	file    string
	options Options
	words   *vocabularies
	seen    dictionaries
	line    int
	rows    int
}

// NewReader reads a log of any format from r. file is its name in errors; of the options it uses
// Declared and Windows.
func NewReader(r io.Reader, file string, o Options) *LogReader {
	o.Declared = o.WithModel()
	return &LogReader{in: r, file: file, options: o, words: newVocabularies(o.Declared)}
}

// Rows yields the triples in order. A bad row comes as a *fault.FileError with
// one fault; going on after it skips the row. An unreadable header or file
// ends the sequence.
func (l *LogReader) Rows() iter.Seq2[LogRow, error] {
	return func(yield func(LogRow, error) bool) {
		o, err := open(l.in, l.file, l.words, l.options)
		if err != nil {
			yield(LogRow{}, err)
			return
		}
		defer o.close()
		decoder, b, more := o.decoder(), new(block), true
		for more {
			if err := o.next(b); err != nil {
				if !errors.Is(err, io.EOF) {
					yield(LogRow{}, err)
				}
				return
			}
			if l.line == 0 {
				l.line = b.first - 1
			}
			decoder.decode(b, func(t *triple, line int, bad *problem) bool {
				l.line = line
				switch {
				case bad == nil:
					l.seen.note(t, 0)
					l.rows++
					more = yield(LogRow{t.row(), t.count, line}, nil)
				case o.array:
					more = yield(LogRow{}, fault.New(bad.arrayFault(l.file, line)))
				default:
					more = yield(LogRow{}, bad.at(l.file, line))
				}
				return more
			})
		}
	}
}

// Symbols says what the rows' entries mean. It is to be called after the last
// row; a *fault.FileError says which entry does not fit the others.
func (l *LogReader) Symbols() (*Symbols, error) {
	if l.rows == 0 {
		return nil, fault.New(fault.Fault{File: l.file, Line: max(l.line, 1), Found: "no row", Want: "at least one episode"})
	}
	return settle(l.options.Declared, l.words, &l.seen, []string{l.file})
}
