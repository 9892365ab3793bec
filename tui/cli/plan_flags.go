package cli

import (
	"errors"
	"math"
	"strconv"
)

func parseGap(text string) (float64, error) {
	gap, err := strconv.ParseFloat(text, 64)
	if err != nil || !(gap > 0) || math.IsInf(gap, 0) {
		return 0, errors.New("a positive number")
	}
	return gap, nil
}
