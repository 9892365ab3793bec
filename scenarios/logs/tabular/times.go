package tabular

import (
	"bytes"
	"cmp"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
)

// Moment is when a row was. Only their order matters.
type Moment struct {
	Whole int64   // nanoseconds, or the whole part of a number
	part  float64 // of a number, below 1
	Clock bool    // it is one of any day
}

// Part is what is below 1 of a moment that is a number.
func (m Moment) Part() float64 { return m.part }

// Compare orders moments of one log.
func (m Moment) Compare(other Moment) int {
	return cmp.Or(cmp.Compare(m.Whole, other.Whole), cmp.Compare(m.part, other.part))
}

// dates are how days may be written: as ISO 8601 has them, and as people type them. Which of day and month
// stands first where slashes or dashes are between them is a matter of the log.
var (
	dates      = []string{"2006-01-02", "2006/01/02", "2.1.2006", "2.1.06", "2-Jan-2006", "2-Jan-06", "2 Jan 2006", "2Jan2006", "Jan 2, 2006", "Jan 2 2006"}
	monthFirst = []string{"1/2/2006", "1/2/06", "1-2-2006"}
	dayFirst   = []string{"2/1/2006", "2/1/06", "2-1-2006"}
	noDay      = []string{"2006-01", "2006/01", "Jan-06", "Jan-2006"}
	written    = []string{time.ANSIC, time.UnixDate} // as C and date(1) write moments
	clocks     = []string{"15:04:05", "15:04", "3:04:05 PM", "3:04 PM", "3:04:05PM", "3:04PM", dottedClock}
	zones      = []string{"", "Z07:00", " Z07:00", "Z0700", " -0700", " UTC", " MST", " -0700 UTC"} // MST stands for GMT and GMT+1, too
)

// dottedClock is a clock that may be read as a day, 2.1.06, too.
const dottedClock = "15.04.05"

// Calendar knows how a log writes moments.
type Calendar struct {
	DayFirst bool   // 1/2/2024 is in February
	Dotted   bool   // 10.12.05 is a clock: not all of the log can be read as days
	Either   bool   // all of the log could be read the other way, too
	last     string // the form of the last moment, which is likely the next one's
	ofDay    bool   // that form has no day
}

// Read reads a moment that is no plain number.
func (c *Calendar) Read(field []byte) (m Moment, ok bool) {
	if m, ok = c.read(field); ok || len(field) < len("2020Q1") || len(field) > longestMoment {
		return m, ok
	}
	text := string(field)
	if date, ok := fromEastern(text); ok {
		return c.read([]byte(date))
	}
	for _, form := range noDay {
		if at, err := time.Parse(form, text); err == nil {
			return Moment{Whole: at.UnixNano()}, true
		}
	}
	at, ok := worded(text)
	return Moment{Whole: at.UnixNano()}, ok
}

// longestMoment is as long as one may be.
const longestMoment = len("2006-01-02T15:04:05.999999999 +0000 UTC")

// read reads one in the usual forms.
func (c *Calendar) read(field []byte) (m Moment, ok bool) {
	if n := len(field); n > 2 && (field[0] == 'P' || field[n-1] >= 'a' || bytes.Contains(field, []byte(" day"))) {
		if whole, ok := Elapsed(string(field)); ok {
			return Moment{Whole: whole}, true
		}
	}
	if n := len(field); n > 0 && (field[0] < '0' || field[0] > '9') && (n < len("Jan 2 2006 1:04") || !bytes.Contains(field, []byte{':'})) {
		return m, false
	}
	if len(field) < len("1:04") || len(field) > longestMoment || len(bytes.Trim(field, "0123456789.")) == 0 && bytes.Count(field, []byte{'.'}) < 2 {
		return m, false
	}
	text := strings.ToUpper(string(field)) // "pm"
	try := func(form string, ofDay bool) bool {
		t, err := time.Parse(form, text)
		if err != nil {
			return false
		}
		if ofDay {
			t = t.AddDate(2000, 0, 0) // of a year that UnixNano knows
		}
		m = Moment{Whole: t.UnixNano(), Clock: ofDay}
		c.last, c.ofDay = form, ofDay
		return true
	}
	if c.last != "" && try(c.last, c.ofDay) {
		return m, true
	}
	for form, ofDay := range c.forms {
		if try(form, ofDay) {
			return m, true
		}
	}
	return m, false
}

// forms are all in which a moment may be written; ofDay says which have no day.
func (c *Calendar) forms(yield func(form string, ofDay bool) bool) {
	slashed := monthFirst
	if c.DayFirst {
		slashed = dayFirst
	}
	for _, clock := range clocks {
		if (c.Dotted || clock != dottedClock) && !yield(clock, true) {
			return
		}
	}
	for _, form := range written {
		if !yield(form, false) {
			return
		}
	}
	for _, days := range [][]string{dates, slashed} {
		for _, day := range days {
			if !yield(day, false) {
				return
			}
			for _, clock := range clocks {
				for _, between := range []string{" ", "T", ", ", ":"} {
					for _, zone := range zones {
						if !yield(day+between+clock+zone, false) {
							return
						}
					}
				}
			}
		}
	}
	if !c.Dotted {
		yield(dottedClock, true)
	}
}

// ReadNumber reads a moment that is a number, such as the seconds since 1970.
func ReadNumber(field []byte, comma bool) (Moment, bool) {
	if len(field) > 0 && (field[0] > '9' || field[0] == '#') {
		field = afterWord(field)
	}
	if n, err := strconv.ParseInt(string(field), 10, 64); err == nil {
		return Moment{Whole: n}, true
	}
	x, ok := ParseNumber(field, comma)
	if !ok || math.Abs(x) >= 1<<62 {
		return Moment{}, false
	}
	whole, part := math.Floor(x), x-math.Floor(x)
	return Moment{Whole: int64(whole), part: part}, true
}

// CalendarOf tells from all moments of a log whether the day stands first: where a month cannot be over 12, or else
// where fewer of them then lie before the one above; and whether what has two dots is a clock.
func CalendarOf(fields iter.Seq[[]byte]) *Calendar {
	readers := [2]Calendar{{}, {DayFirst: true}}
	var unread, falls [2]int
	var above [2]Moment
	slashes, dotted := false, false
	for field := range fields {
		if !dotted && bytes.Count(field, []byte{'.'}) == 2 && len(field) <= len(dottedClock) {
			_, noDay := time.Parse("2.1.06", string(field))
			_, noClock := time.Parse(dottedClock, string(field))
			dotted = noDay != nil && noClock == nil
		}
		if at := bytes.IndexAny(field, "/-"); at < 1 || at > 2 {
			continue
		}
		for i := range readers {
			m, ok := readers[i].Read(field)
			switch {
			case !ok:
				unread[i]++
			case slashes && m.Compare(above[i]) < 0:
				falls[i]++
			}
			above[i] = m
		}
		slashes = true
	}
	return &Calendar{Dotted: dotted, DayFirst: cmp.Or(unread[1]-unread[0], falls[1]-falls[0]) < 0, Either: slashes && unread == [2]int{}}
}

// day is one in nanoseconds.
const day = int64(24 * time.Hour)

// Disorder is what moments were taken to mean where they fall from a row to the next.
type Disorder struct {
	Back      int // they lie before the row above
	Midnights int // a clock went on over midnight
	Tied      int // they are those of the row before them in their order

	Uneven float64 // how many times as far as the nearest tenth of rows the farthest tenth lie apart, at least; 0 where that is unknown

	Slashed string // which of day and month was taken to stand first, where either may; "" elsewhere

	Through bool    // they are numbers that go on through all episodes
	Places  *Places // they are numbers that episodes share, and count by their places
}

// Course follows the moments of one episode in the order of the file.
type Course struct {
	last  Moment
	begun bool
	days  int
}

// Next is a moment on a time that goes on over midnight: where a clock falls by half a day or more.
func (c *Course) Next(m Moment, d *Disorder) Moment {
	if m.Whole += int64(c.days) * day; m.Clock && c.begun && m.Whole < c.last.Whole-day/2 {
		c.days++
		m.Whole += day
		d.Midnights++
	}
	if c.begun && m.Compare(c.last) < 0 {
		d.Back++
	}
	c.last, c.begun = m, true
	return m
}

// Numbers of which a step's may be told from a moment: none is as large as a date such as 20240301, and at least
// one in so many of a few is beside that of the row above; one at all where they are fewer.
const (
	largestStep = 1e7
	leastSteps  = 10
	leastApart  = 3
	nextInSteps = 4
)

// Numbering tells steps' numbers from moments that are numbers.
type Numbering struct {
	Last       map[string]int64 // by episode
	Met        map[int64]bool
	goes, next int // rows with another number than the one above, and with one beside it
	rows       int
}

// Moment says that a step's field is one for sure.
func (c *Numbering) Moment(episode, field []byte, comma bool) bool {
	n, ok := ParseStep(field, comma)
	if !ok {
		_, ok := ReadNumber(field, comma)
		return ok
	}
	if last, known := c.Last[string(episode)]; known && n != last {
		c.goes++
		if n == last+1 || n == last-1 {
			c.next++
		}
	}
	c.Last[string(episode)], c.Met[n] = n, true
	c.rows++
	return n >= largestStep
}

// Moments says whether the numbers that were seen are moments.
func (c *Numbering) Moments() bool {
	return (c.goes >= leastSteps && c.next*nextInSteps < c.goes || c.goes >= leastApart && c.next == 0) && !c.places()
}

// places says whether the numbers are those of places in episodes, some of which are left out: few, with none missing
// between them.
func (c *Numbering) places() bool {
	for n := range c.Met {
		if n > 1 && !c.Met[n-1] {
			return false
		}
	}
	return 2*len(c.Met) <= c.rows
}
