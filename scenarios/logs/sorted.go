package logs

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"time"
)

// times are how a moment may be written in place of a step's number: as ISO 8601 has it, with a blank or a T.
var times = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04", "2006-01-02T15:04", time.DateOnly, time.TimeOnly}

// sortedTitle says behind a file's name that lines are those of the sorted log.
const sortedTitle = ", sorted"

// parseTime reads a moment; only their order matters. clock says that it is one of any day.
func parseTime(field []byte) (nanoseconds int, clock, ok bool) {
	if len(field) < len("15:04:05") || len(field) > len("2006-01-02T15:04:05.999999999+07:00") {
		return 0, false, false
	}
	for _, form := range times {
		if t, err := time.Parse(form, string(field)); err == nil {
			if form == time.TimeOnly {
				t = t.AddDate(2000, 0, 0) // of a year that UnixNano knows
			}
			return int(t.UnixNano()), form == time.TimeOnly, true
		}
	}
	return 0, false, false
}

// day is one in nanoseconds.
const day = int(24 * time.Hour)

// disorder is what moments were taken to mean where they fall from a row to the next.
type disorder struct {
	back      int // they lie before the row above
	midnights int // a clock went on over midnight
}

// course follows the moments of one episode in the order of the file.
type course struct{ last, days int }

// next is a moment on a time that goes on over midnight: where a clock falls by half a day or more.
func (c *course) next(moment int, clock bool, d *disorder) (at int) {
	if at = moment + c.days*day; clock && c.last != 0 && at < c.last-day/2 {
		c.days++
		at += day
		d.midnights++
	}
	if at < c.last {
		d.back++
	}
	c.last = at
	return at
}

// timed says whether the first row that can be read has a moment in place of its step's number.
func timed(text *bufio.Reader, o Options) bool {
	start, _ := text.Peek(text.Size())
	b := &block{first: 1, data: bytes.Clone(start)}
	head := beginning{declared: o.Declared}
	if found, _, bad := head.read(b); !found || bad != nil || head.layout.shape != longLog || !head.layout.has(stepColumn) {
		return false
	}
	line := newLiner(head.layout)
	for _, text := range b.eachLine {
		if line.cut(text) == nil && !line.empty() {
			_, _, is := parseTime(line.fields[stepColumn])
			return is
		}
	}
	return false
}

// sorted reads a log whole and gives its rows in order: episodes as they first appear, the steps of
// each rising, then rows of which that cannot be told. Errors about it name lines of this order.
// Moments in place of steps' numbers become those numbers. A triple table has no order and stays as it is.
func sorted(in io.Reader, o Options) (out io.Reader, fell disorder, err error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fell, err
	}
	b := &block{first: 1, data: text}
	head := beginning{declared: o.Declared}
	found, _, bad := head.read(b)
	if !found || bad != nil || head.layout.shape != longLog {
		return bytes.NewReader(text), fell, nil // whoever reads it says what is wrong
	}
	l := head.layout
	if !l.json && l.separator != '\t' {
		b.separator = l.separator
	}
	start := text[:len(text)-len(b.data)]
	type span struct{ from, size int }
	type row struct {
		episode, step int
		line          []byte
		moment        span // in the line, of no size where the step is a number
	}
	at := map[int]span{} // where moments stand in rows of the list
	var list []row
	var unreadable [][]byte
	numbers, line := map[string]int{}, newLiner(l)
	var courses []course // of the episodes
	for _, text := range b.eachLine {
		step, ok, moment, clock := 0, line.cut(text) == nil, false, false
		if ok && l.has(stepColumn) {
			field := line.fields[stepColumn]
			if step, ok = parseStep(field, l.comma()); !ok {
				from := cap(text) - cap(field) // a field is a part of its line
				if l.json && len(line.clean) > 0 && (from < 0 || from+len(field) > len(text) || !bytes.Equal(text[from:from+len(field)], field)) {
					text = bytes.Clone(line.clean) // or of the line without NaN
					from = bytes.Index(text, field)
				}
				if step, clock, ok = parseTime(field); ok && from >= 0 && from+len(field) <= len(text) && bytes.Equal(text[from:from+len(field)], field) {
					at[len(list)], moment = span{from, len(field)}, true
				}
			}
		}
		if !ok {
			unreadable = append(unreadable, text)
			continue
		}
		episode := line.fields[episodeColumn]
		n, known := numbers[string(episode)]
		if !known {
			n = len(numbers)
			numbers[string(episode)] = n
			courses = append(courses, course{})
		}
		if moment {
			step = courses[n].next(step, clock, &fell)
		}
		list = append(list, row{n, step, text, at[len(list)]})
	}
	slices.SortStableFunc(list, func(a, b row) int {
		return cmp.Or(a.episode-b.episode, a.step-b.step)
	})
	rows := bytes.NewBuffer(make([]byte, 0, len(text)))
	write := func(line []byte) {
		rows.Write(line)
		rows.WriteByte('\n')
	}
	if len(start) > 0 {
		write(bytes.TrimRight(start, "\r\n"))
	}
	number, last := 0, -1
	for _, r := range list {
		if r.episode != last {
			number, last = 0, r.episode
		}
		if number++; r.moment.size == 0 {
			write(r.line)
			continue
		}
		rows.Write(r.line[:r.moment.from])
		rows.WriteString(strconv.Itoa(number))
		write(r.line[r.moment.from+r.moment.size:])
	}
	for _, r := range unreadable {
		write(r)
	}
	return rows, fell, nil
}
