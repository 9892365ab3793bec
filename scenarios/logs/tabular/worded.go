package tabular

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What stands in a date that has words, besides its numbers.
var (
	datePieces = regexp.MustCompile(`\p{L}+|\d+|[:+]`)
	periods    = regexp.MustCompile(`^(?i:(\d{4})[ -]?([qw])(\d{1,2})(?:-(\d))?|([q])([1-4])[ -/]?(\d{4}))$`)
	eastern    = regexp.MustCompile(`^(?:(令和|平成|昭和|民國|民国)(\d{1,3}|元)年|(\d{4})(?:[年년]|\. ?))? *(\d{1,2})(?:[月월]|\. ?) *(?:(\d{1,2})[日일.]? *)?(.*)$`)
	beside     = []string{"am", "pm", "utc", "gmt", "t", "z", "st", "nd", "rd", "th", "of", "de", "del", "den", "le", "er", "uhr", "h", "at", "um"}
)

// wholeMonths are the names of months that are longer than four letters, in English, German, French and Spanish.
var wholeMonths = strings.Fields("january february march april august september october november december januar februar maerz marz august oktober dezember janvier fevrier avril juillet aout septembre octobre novembre decembre enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre")

// eras are the years before the first of each.
var eras = map[string]int{"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}

// fromEastern writes a date as China, Japan and Korea write it in numbers: 2024年9月3日, 令和6年1月3日, 2024. 1. 3., 9월 3일. False for others.
func fromEastern(text string) (date string, ok bool) {
	p := eastern.FindStringSubmatch(text)
	if p == nil || p[3] == "" && !strings.ContainsAny(text, "月월") {
		return "", false
	}
	year, _ := strconv.Atoi(p[3])
	if p[1] != "" {
		n, err := strconv.Atoi(p[2])
		if year = eras[p[1]] + n; err != nil { // 元
			year++
		}
	}
	if year == 0 {
		year = 2000
	}
	month, _ := strconv.Atoi(p[4])
	day, _ := strconv.Atoi(p[5])
	return strings.TrimSpace(fmt.Sprintf("%04d-%02d-%02d %s", year, month, max(day, 1), p[6])), true
}

// worded reads a day that has its month in words, in any order beside a year: Feb 2023, February 07, 2023 and 10 août 2023 14:30; or a
// week or a quarter of a year: 2023-W14, Q2 2021.
func worded(text string) (at time.Time, ok bool) {
	if p := periods.FindStringSubmatch(strings.TrimSpace(text)); p != nil {
		number := func(i int) int { n, _ := strconv.Atoi(p[i]); return n }
		switch {
		case p[5] != "":
			return time.Date(number(7), time.Month(3*number(6)-2), 1, 0, 0, 0, 0, time.UTC), true
		case strings.EqualFold(p[2], "q"):
			return time.Date(number(1), time.Month(3*number(3)-2), 1, 0, 0, 0, 0, time.UTC), number(3) >= 1 && number(3) <= 4 && p[4] == ""
		}
		return time.Date(number(1), 1, 7*number(3)+max(number(4), 1), 0, 0, 0, 0, time.UTC), number(3) <= 53
	}
	year, month, day, clock, afternoon := 0, 0, 0, []int(nil), 0
	pieces := datePieces.FindAllString(text, -1)
	for i, piece := range pieces {
		n, err := strconv.Atoi(piece)
		inClock := i > 0 && pieces[i-1] == ":" && clock != nil || i+1 < len(pieces) && pieces[i+1] == ":" && (year > 0 || month == 0)
		switch {
		case piece == "+":
			return worldTime(year, month, day, clock, afternoon)
		case piece == ":":
		case err == nil && len(piece) == 4 && year == 0:
			year = n
		case err == nil && inClock && n < 60:
			clock = append(clock, n)
		case err == nil && n >= 1 && n <= 31 && day == 0:
			day = n
		case err == nil:
			return at, false
		default:
			word := strings.ToLower(Plain(piece))
			if m := monthOf(word); m > 0 && month == 0 && (len(word) <= 4 || slices.Contains(wholeMonths, word)) {
				month = m
			} else if word == "pm" {
				afternoon = 12
			} else if !slices.Contains(beside, word) && weekdayOf(word) == 0 {
				return at, false
			}
		}
	}
	return worldTime(year, month, day, clock, afternoon)
}

func worldTime(year, month, day int, clock []int, afternoon int) (at time.Time, ok bool) {
	if year < 1900 || month == 0 || len(clock) > 3 {
		return at, false
	}
	clock = append(clock, 0, 0, 0)
	return time.Date(year, time.Month(month), max(day, 1), clock[0]%24+afternoon*btoi(clock[0] < 12), clock[1], clock[2], 0, time.UTC), true
}

func btoi(is bool) int {
	if is {
		return 1
	}
	return 0
}

// monthOf and weekdayOf are the places of a name in the year and in the week; 0 for none.
func monthOf(word string) int   { return placeIn(months, word) }
func weekdayOf(word string) int { return placeIn(weekdays, word) }

// placeIn is the place of the list that a word begins like; 0 for none.
func placeIn(names [][]string, plain string) int {
	return 1 + slices.IndexFunc(names, func(starts []string) bool {
		return len(plain) <= 10 && slices.ContainsFunc(starts, func(start string) bool {
			return plain == start || len(start) > 2 && strings.HasPrefix(plain, start)
		})
	})
}
