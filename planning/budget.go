package planning

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// Budget bounds the work. Zero fields take the defaults.
type Budget struct {
	// Vectors bounds the β-vectors (for Reachable: the beliefs) that a planner
	// holds at once; 0 means no bound of its own.
	Vectors int
	// Memory bounds, in bytes, what the vectors or beliefs take; 0 stands for
	// 300 MiB. What they take is estimated, to within a factor of two or so.
	Memory int
	// Time bounds the wall time, half of which goes to an exact planner. 0 means
	// no bound; Auto and, without Trials, PointBased then end after a number of
	// elementary steps instead, the same on every machine.
	Time time.Duration
	// Trials bounds the trials of PointBased; 0 means no bound.
	Trials int
}

// DefaultMemory stands where Budget.Memory is 0.
const DefaultMemory = 300 << 20

// Share is the budget of each of n plans that are made one after the other within
// this one: they share its time, and each may take all of the memory in its turn.
func (b Budget) Share(n int) Budget {
	if b.Time > 0 {
		b.Time = max(b.Time/time.Duration(n), 1)
	}
	return b
}

// String writes the budget as ParseBudget reads it, without Trials. A budget without any
// bound is "none", which ParseBudget refuses.
func (b Budget) String() string {
	var fields []string
	if b.Vectors > 0 {
		fields = append(fields, strconv.Itoa(b.Vectors))
	}
	if b.Memory > 0 {
		fields = append(fields, strconv.Itoa(b.Memory)+"B")
	}
	if b.Time > 0 {
		fields = append(fields, b.Time.String())
	}
	if fields == nil {
		return "none"
	}
	return strings.Join(fields, ",")
}

// ParseBudget reads a number of vectors, a memory, a time, or several of them.
func ParseBudget(text string) (Budget, error) {
	var b Budget
	for field := range strings.SplitSeq(text, ",") {
		field = strings.TrimSpace(field)
		vectors, memory, d := wholeNumber(field, ""), parseMemory(field), time.Duration(0)
		if x, err := time.ParseDuration(field); err == nil {
			d = x
		}
		switch {
		case vectors > 0 && b.Vectors == 0:
			b.Vectors = vectors
		case memory > 0 && b.Memory == 0:
			b.Memory = memory
		case d > 0 && b.Time == 0:
			b.Time = d
		default:
			return Budget{}, errors.New("a number of vectors such as 100000, a memory such as 200MB, a time such as 30s, or several of them with commas between")
		}
	}
	return b, nil
}

// parseMemory is the number of bytes that a size such as 200MB or 1.5GiB says,
// 0 where it says none.
func parseMemory(text string) int {
	for _, unit := range []struct {
		name  string
		bytes float64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}} {
		if n := len(text) - len(unit.name); n > 0 && strings.EqualFold(text[n:], unit.name) {
			x, err := strconv.ParseFloat(strings.TrimSpace(text[:n]), 64)
			if x *= unit.bytes; err == nil && x >= 1 && x <= 1e15 {
				return int(x)
			}
		}
	}
	return wholeNumber(text, "B")
}

// wholeNumber is a whole number before a unit, 0 where there is none.
func wholeNumber(text, unit string) int {
	number, ok := strings.CutSuffix(text, unit)
	n, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil || !(n >= 1 && n <= 1e15) || n != math.Trunc(n) {
		return 0
	}
	return int(n)
}
