package logs

import (
	"bytes"
	"math"
	"strconv"
)

func parseCount(field []byte) (count float64, want string) {
	count, err := strconv.ParseFloat(string(field), 64)
	if err != nil || !(count >= 0) || math.IsInf(count, 0) {
		return 0, "a number of episodes, finite and not negative"
	}
	if count >= 1<<53 && len(bytes.Trim(field, "0123456789")) == 0 && strconv.FormatFloat(count, 'f', 0, 64) != string(bytes.TrimLeft(field, "0")) {
		return 0, "a number of episodes that a float64 holds to the unit, as all below 2^53 are"
	}
	return count, ""
}

// parseStep reads a step of a long log.
func parseStep(field []byte) (n int, ok bool) {
	const digits = 18 // fit an int
	if len(field) == 0 || len(field) > digits {
		return 0, false
	}
	for _, c := range field {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}
