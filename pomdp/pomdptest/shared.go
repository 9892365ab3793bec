package pomdptest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Distribution draws a distribution uniformly from its simplex.
func Distribution(rng *rand.Rand, n int) []float64 {
	x, sum := make([]float64, n), 0.0
	for i := range x {
		x[i] = rng.ExpFloat64()
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
	return x
}

// Near fails a test whose figure is not as near to another as it should be.
func Near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.15g, want %.15g, off by %.2g", what, got, want, got-want)
	}
}
