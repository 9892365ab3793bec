package tabular

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// units are how long what follows a number is. Single letters stand apart from it: 3s is a card, too.
var units = map[string]time.Duration{
	"ns": time.Nanosecond, "us": time.Microsecond, "µs": time.Microsecond, "ms": time.Millisecond, "msec": time.Millisecond,
	" s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
	"min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
	" h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
	" d": 24 * time.Hour, "day": 24 * time.Hour, "days": 24 * time.Hour,
}

var (
	withUnit = regexp.MustCompile(`^(\d+(?:\.\d+)?)( ?)(\pL+)$`)
	withDays = regexp.MustCompile(`^(\d+) days? (\d+):(\d+):(\d+(?:\.\d+)?)$`)                       // as pandas writes them
	isoSpan  = regexp.MustCompile(`^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$`) // ISO 8601
)

// Elapsed reads how much time has passed, in nanoseconds: 2500ms, 15 min, 0 days 00:20:00 or PT1H30S.
func Elapsed(text string) (whole int64, ok bool) {
	if at := withUnit.FindStringSubmatch(text); at != nil {
		unit, known := units[strings.ToLower(at[3])]
		if !known {
			unit, known = units[strings.ToLower(at[2]+at[3])]
		}
		x, err := strconv.ParseFloat(at[1], 64)
		return int64(x * float64(unit)), known && err == nil && x < 1e9
	}
	at := withDays.FindStringSubmatch(text)
	if at == nil {
		at = isoSpan.FindStringSubmatch(text)
	}
	if at == nil || strings.Join(at[1:], "") == "" {
		return 0, false
	}
	for i, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second} {
		if x, err := strconv.ParseFloat(at[1+i], 64); err == nil {
			whole += int64(x * float64(unit))
		}
	}
	return whole, true
}
