package logs

import (
	"bytes"
	"cmp"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
)

// moment is when a row was. Only their order matters.
type moment struct {
	whole int64   // nanoseconds, or the whole part of a number
	part  float64 // of a number, below 1
	clock bool    // it is one of any day
}

func (m moment) compare(other moment) int {
	return cmp.Or(cmp.Compare(m.whole, other.whole), cmp.Compare(m.part, other.part))
}

// dates are how days may be written: as ISO 8601 has them, and as people type them. Which of day and month
// stands first where slashes are between them is a matter of the log.
var (
	dates      = []string{"2006-01-02", "2006/01/02", "2.1.2006", "2.1.06", "2-Jan-2006", "2-Jan-06", "2 Jan 2006", "2Jan2006"}
	monthFirst = []string{"1/2/2006", "1/2/06"}
	dayFirst   = []string{"2/1/2006", "2/1/06"}
	clocks     = []string{"15:04:05", "15:04", "3:04:05 PM", "3:04 PM", "3:04:05PM", "3:04PM"}
	zones      = []string{"", "Z07:00", " Z07:00", "Z0700", " -0700", " UTC", " MST", " -0700 UTC"} // MST stands for GMT and GMT+1, too
)

// calendar knows how a log writes moments.
type calendar struct {
	dayFirst bool   // 1/2/2024 is in February
	last     string // the form of the last moment, which is likely the next one's
	ofDay    bool   // that form has no day
}

// read reads a moment that is no plain number.
func (c *calendar) read(field []byte) (m moment, ok bool) {
	if n := len(field); n > 2 && (field[0] == 'P' || field[n-1] >= 'a' || bytes.Contains(field, []byte(" day"))) {
		if whole, ok := elapsed(string(field)); ok {
			return moment{whole: whole}, true
		}
	}
	if len(field) < len("1:04") || len(field) > len("2006-01-02T15:04:05.999999999 +0000 UTC") || field[0] < '0' || field[0] > '9' || len(bytes.Trim(field, "0123456789.")) == 0 && bytes.Count(field, []byte{'.'}) < 2 {
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
		m = moment{whole: t.UnixNano(), clock: ofDay}
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
func (c *calendar) forms(yield func(form string, ofDay bool) bool) {
	slashed := monthFirst
	if c.dayFirst {
		slashed = dayFirst
	}
	for _, clock := range clocks {
		if !yield(clock, true) {
			return
		}
	}
	for _, days := range [][]string{dates, slashed} {
		for _, day := range days {
			if !yield(day, false) {
				return
			}
			for _, clock := range clocks {
				for _, between := range []string{" ", "T", ", "} {
					for _, zone := range zones {
						if !yield(day+between+clock+zone, false) {
							return
						}
					}
				}
			}
		}
	}
}

// readNumber reads a moment that is a number, such as the seconds since 1970.
func readNumber(field []byte, comma bool) (moment, bool) {
	if n, err := strconv.ParseInt(string(field), 10, 64); err == nil {
		return moment{whole: n}, true
	}
	x, ok := parseNumber(field, comma)
	if !ok || math.Abs(x) >= 1<<62 {
		return moment{}, false
	}
	whole, part := math.Floor(x), x-math.Floor(x)
	return moment{whole: int64(whole), part: part}, true
}

// calendarOf tells from all moments of a log whether the day stands first: where a month cannot be over 12, or else
// where fewer of them then lie before the one above.
func calendarOf(fields iter.Seq[[]byte]) *calendar {
	readers := [2]calendar{{}, {dayFirst: true}}
	var unread, falls [2]int
	var above [2]moment
	slashes := false
	for field := range fields {
		if at := bytes.IndexByte(field, '/'); at < 1 || at > 2 {
			continue
		}
		for i := range readers {
			m, ok := readers[i].read(field)
			switch {
			case !ok:
				unread[i]++
			case slashes && m.compare(above[i]) < 0:
				falls[i]++
			}
			above[i] = m
		}
		slashes = true
	}
	return &calendar{dayFirst: cmp.Or(unread[1]-unread[0], falls[1]-falls[0]) < 0}
}

// day is one in nanoseconds.
const day = int64(24 * time.Hour)

// disorder is what moments were taken to mean where they fall from a row to the next.
type disorder struct {
	back      int // they lie before the row above
	midnights int // a clock went on over midnight
	tied      int // they are those of the row before them in their order

	through bool // they are numbers that go on through all episodes
}

// course follows the moments of one episode in the order of the file.
type course struct {
	last  moment
	begun bool
	days  int
}

// next is a moment on a time that goes on over midnight: where a clock falls by half a day or more.
func (c *course) next(m moment, d *disorder) moment {
	if m.whole += int64(c.days) * day; m.clock && c.begun && m.whole < c.last.whole-day/2 {
		c.days++
		m.whole += day
		d.midnights++
	}
	if c.begun && m.compare(c.last) < 0 {
		d.back++
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

// numbering tells steps' numbers from moments that are numbers.
type numbering struct {
	last       map[string]int64 // by episode
	met        map[int64]bool
	goes, next int // rows with another number than the one above, and with one beside it
	rows       int
}

// moment says that a step's field is one for sure.
func (c *numbering) moment(episode, field []byte, comma bool) bool {
	n, ok := parseStep(field, comma)
	if !ok {
		_, ok := readNumber(field, comma)
		return ok
	}
	if last, known := c.last[string(episode)]; known && n != last {
		c.goes++
		if n == last+1 || n == last-1 {
			c.next++
		}
	}
	c.last[string(episode)], c.met[n] = n, true
	c.rows++
	return n >= largestStep
}

// moments says whether the numbers that were seen are moments.
func (c *numbering) moments() bool {
	return (c.goes >= leastSteps && c.next*nextInSteps < c.goes || c.goes >= leastApart && c.next == 0) && !c.places()
}

// places says whether the numbers are those of places in episodes, some of which are left out: few, with none missing
// between them.
func (c *numbering) places() bool {
	for n := range c.met {
		if n > 1 && !c.met[n-1] {
			return false
		}
	}
	return 2*len(c.met) <= c.rows
}
