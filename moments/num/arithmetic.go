// Package num is the arithmetic that all estimators share.
package num

import (
	"math"
	"math/rand/v2"

	"eeporl/pomdp"
)

// CmpFloat orders two numbers; a NaN is equal to all.
func CmpFloat(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// NewRand is the i-th source of a stream.
func NewRand(seed uint64, stream pomdp.Stream, i uint64) *rand.Rand {
	return rand.New(pomdp.Source(seed, stream, i))
}

// Sum adds up.
func Sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// Singular is the condition number from which a matrix counts as singular: an
// error in the last bit would be as large as the answer.
const Singular = 1e14

// Dot is the inner product; y is as long as x or longer.
func Dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// Length is the Euclidean norm of x.
func Length(x []float64) float64 { return math.Sqrt(Dot(x, x)) }

// Finite says that none is infinite or NaN.
func Finite(x []float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// Nth is the n-th value, from 1; 0 where there are fewer.
func Nth(values []float64, n int) float64 {
	if n < 1 || n > len(values) {
		return 0
	}
	return values[n-1]
}

// Square is x².
func Square(x float64) float64 { return x * x }

// DivideBySum makes x sum to 1.
func DivideBySum(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	for i := range x {
		x[i] /= sum
	}
}

// Multinomial draws n times from the distribution p (any positive scale) and
// hands every cell that got something to add.
func Multinomial(rng *rand.Rand, n float64, p []float64, add func(cell int, k float64)) {
	// Mass still to come, summed from the end: the difference 1 − Σ would lose
	// the small cells at the end to rounding.
	rest := make([]float64, len(p)+1)
	for i := len(p) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + p[i]
	}
	for i, pi := range p {
		if n <= 0 {
			return
		}
		if pi <= 0 {
			continue
		}
		k := n
		if rest[i+1] > 0 {
			k = Binomial(rng, n, pi/rest[i])
		}
		if k > 0 {
			add(i, k)
			n -= k
		}
	}
}

// Rounding is the level below which a singular value of these moments is zero
// in float64.
func Rounding(spectrum []float64) float64 {
	if len(spectrum) == 0 {
		return 0
	}
	return 4 * float64(len(spectrum)) * spectrum[0] * (math.Nextafter(1, 2) - 1)
}
