package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"eeporl/planning"
)

// parseBudget reads a number of vectors, a time, or both.
func parseBudget(text string) (planning.Budget, error) {
	var b planning.Budget
	for field := range strings.SplitSeq(text, ",") {
		field = strings.TrimSpace(field)
		if n, err := strconv.ParseFloat(field, 64); err == nil && n >= 1 && n <= 1e12 && n == math.Trunc(n) && b.Vectors == 0 {
			b.Vectors = int(n)
			continue
		}
		d, err := time.ParseDuration(field)
		if err != nil || d <= 0 || b.Time != 0 {
			return planning.Budget{}, errors.New("a number of vectors such as 100000, a time such as 30s, or both with a comma between them")
		}
		b.Time = d
	}
	return b, nil
}

func parseGap(text string) (float64, error) {
	gap, err := strconv.ParseFloat(text, 64)
	if err != nil || !(gap > 0) || math.IsInf(gap, 0) {
		return 0, errors.New("a positive number")
	}
	return gap, nil
}
