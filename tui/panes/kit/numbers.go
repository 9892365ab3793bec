package kit

import (
	"math"
	"strconv"
)

// Rounding is the size below which a measured figure counts as 0, relative to its row's
// unit, and a singular value, relative to the largest.
const Rounding = 1e-11

// Fixed writes a number with three decimals, so that points stand under each
// other; an exact zero is a dot.
func Fixed(x float64) string {
	switch {
	case x == 0:
		return "·  "
	case math.IsNaN(x):
		return "?"
	case -.0005 < x && x < 0:
		return "-.000"
	case x < 0:
		return "-" + Fixed(-x)
	}
	var digits [32]byte
	out := strconv.AppendFloat(digits[:0], x, 'f', 3, 64)
	switch {
	case string(out) == "0.000":
		return "<.001"
	case out[0] == '0':
		return string(out[1:])
	}
	return string(out)
}

// Indexes are 0 … n−1.
func Indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
