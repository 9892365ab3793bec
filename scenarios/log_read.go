package scenarios

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
)

// LogRow is one line of a triple table.
type LogRow struct {
	Row
	Count float64 // how many episodes; 1 where the table has no count
	Line  int
}

// LogReader streams a triple table: CSV with a header that names the columns
// a1,z2,r2,a2,z3,r3,a3,z4,r4,a4, in any order, and optionally count. Memory
// does not grow with the log.
type LogReader struct {
	file  string
	in    *bufio.Reader
	line  int
	slots []int // what each column holds: an index into columns()
	split splitter

	kinds    [kinds]entries
	declared Declared
	rows     int
}

// maxLine bounds the length of a line in bytes.
const maxLine = 1 << 16

// NewLogReader reads from r. file is its name in errors.
func NewLogReader(r io.Reader, file string, declared Declared) *LogReader {
	declared = declared.withModel()
	return &LogReader{
		file:     file,
		in:       bufio.NewReaderSize(r, maxLine),
		declared: declared,
		kinds: [kinds]entries{
			newEntries(kindAction, declared.Actions),
			newEntries(kindObservation, declared.Observations),
			newRewardEntries(declared.Rewards),
		},
	}
}

// columns are the names of the columns, in the order of writing, count last.
func columns() []string {
	return []string{"a1", "z2", "r2", "a2", "z3", "r3", "a3", "z4", "r4", "a4", "count"}
}

const countSlot = 10

// Rows yields the rows in order. A bad row comes as a *FileError with one
// fault; going on after it skips the row. An unreadable header or file ends
// the sequence.
func (l *LogReader) Rows() iter.Seq2[LogRow, error] {
	return func(yield func(LogRow, error) bool) {
		if err := l.header(); err != nil {
			yield(LogRow{}, err)
			return
		}
		for {
			line, err := l.next()
			if err == io.EOF {
				return
			}
			var row LogRow
			if err == nil {
				row, err = l.row(line)
			}
			if !yield(row, err) || isReadError(err) {
				return
			}
		}
	}
}

// isReadError tells an error of the underlying file from one of its contents.
func isReadError(err error) bool {
	var bad *FileError
	return err != nil && !errors.As(err, &bad)
}

// Symbols says what the rows' entries mean. It is to be called after the last
// row; a *FileError says which entry does not fit the others.
func (l *LogReader) Symbols() (*Symbols, error) {
	if l.rows == 0 {
		return nil, l.fault(max(l.line, 1), "", "no row", "at least one episode")
	}
	s := &Symbols{Actions: l.declared.Actions, Observations: l.declared.Observations, Rewards: l.declared.Rewards}
	var size [kinds]int
	for k := range l.kinds {
		var bad *Fault
		if size[k], s.integers[k], bad = l.kinds[k].settle(); bad != nil {
			bad.File = l.file
			return nil, &FileError{Faults: []Fault{*bad}}
		}
	}
	s.sizes = pomdp.Sizes{A: size[kindAction], Z: size[kindObservation], R: size[kindReward]}
	if s.Rewards == nil {
		s.RewardsAssumed = true
		for r := range s.sizes.R {
			s.Rewards = append(s.Rewards, float64(r))
		}
	}
	// Triples are numbered by ints, |A|⁴(|Z||R|)³ of them.
	if cells := math.Pow(float64(s.sizes.A), 4) * math.Pow(float64(s.sizes.Outcomes()), 3); cells > 1<<53 {
		return nil, fmt.Errorf("%s: found indices up to %d actions, %d observations and %d reward levels: %.1e possible triples, expected fewer; is an index wrong?",
			l.file, s.sizes.A, s.sizes.Z, s.sizes.R, cells)
	}
	return s, nil
}

func (l *LogReader) fault(line int, where, found, want string) error {
	return &FileError{Faults: []Fault{{File: l.file, Line: line, Place: where, Found: found, Want: want}}}
}

// next returns the next line that is not blank, without its end.
func (l *LogReader) next() ([]byte, error) {
	for {
		line, err := l.in.ReadSlice('\n')
		if len(line) == 0 && err != nil {
			if err == io.EOF {
				return nil, io.EOF
			}
			return nil, fmt.Errorf("%s: %w", l.file, err)
		}
		l.line++
		if l.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if err == bufio.ErrBufferFull {
			for err == bufio.ErrBufferFull {
				_, err = l.in.ReadSlice('\n')
			}
			return nil, l.fault(l.line, "", fmt.Sprintf("a line of more than %d bytes", maxLine), "one episode")
		}
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s: %w", l.file, err)
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(line)) > 0 {
			return line, nil
		}
	}
}

func (l *LogReader) header() error {
	want := "the header " + strings.Join(columns()[:countSlot], ",") + " and optionally count"
	line, err := l.next()
	if err == io.EOF {
		return l.fault(1, "", "an empty file", want)
	}
	if err != nil {
		return err
	}
	fields, problem := l.split.fields(line)
	if problem != "" {
		return l.fault(l.line, "", problem, want)
	}
	for i, field := range fields {
		name := string(field)
		slot := slices.Index(columns(), name)
		switch {
		case slot < 0:
			return l.fault(l.line, fmt.Sprintf("column %d", i+1), strconv.Quote(name), want)
		case slices.Contains(l.slots, slot):
			return l.fault(l.line, fmt.Sprintf("column %d", i+1), strconv.Quote(name)+" again", "every column once")
		}
		l.slots = append(l.slots, slot)
	}
	for slot, name := range columns()[:countSlot] {
		if !slices.Contains(l.slots, slot) {
			return l.fault(l.line, "", "no column "+name, want)
		}
	}
	return nil
}

func (l *LogReader) row(line []byte) (LogRow, error) {
	fields, problem := l.split.fields(line)
	if problem != "" {
		return LogRow{}, l.fault(l.line, fmt.Sprintf("column %d", len(fields)+1), problem, "a field")
	}
	if len(fields) != len(l.slots) {
		return LogRow{}, l.fault(l.line, "", fmt.Sprintf("%d fields", len(fields)), fmt.Sprintf("%d, as in the header", len(l.slots)))
	}
	row := LogRow{Count: 1, Line: l.line}
	for i, field := range fields {
		slot := l.slots[i]
		var want string
		if slot == countSlot {
			row.Count, want = parseCount(field)
		} else {
			k, target := row.at(slot)
			*target, want = l.kinds[k].read(field)
		}
		if want != "" {
			return LogRow{}, l.fault(l.line, fmt.Sprintf("column %d (%s)", i+1, columns()[slot]), foundText(field), want)
		}
	}
	for slot := range countSlot {
		k, entry := row.at(slot)
		l.kinds[k].note(*entry, l.line)
	}
	l.rows++
	return row, nil
}

// at is the place of a column of the written order a1 z2 r2 a2 z3 r3 a3 z4 r4 a4.
func (r *Row) at(slot int) (kind, *int) {
	switch t := slot / 3; slot % 3 {
	case 0:
		return kindAction, &r.Actions[t]
	case 1:
		return kindObservation, &r.Observations[t]
	default:
		return kindReward, &r.Rewards[t]
	}
}

func parseCount(field []byte) (count float64, want string) {
	count, err := strconv.ParseFloat(string(field), 64)
	if err != nil || !(count >= 0) || math.IsInf(count, 0) {
		return 0, "a number of episodes, finite and not negative"
	}
	return count, ""
}

func foundText(field []byte) string {
	const shown = 40
	if len(field) > shown {
		return strconv.Quote(string(field[:shown])) + "…"
	}
	return strconv.Quote(string(field))
}
