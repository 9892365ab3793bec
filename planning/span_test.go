package planning_test

import (
	"math"
	"strconv"
	"testing"

	"eeporl/planning"
)

func TestRegretIsASpanWhereTheOptimumIs(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		best      planning.Span
		value     float64
		low, high float64
		open      bool
	}{
		{planning.Exactly(3), 2, 1, 1, false},
		{planning.Exactly(3), 3 + 1e-13, 0, 0, false},
		{planning.Span{Low: 2, High: 3}, 2.5, 0, .5, true},
		{planning.Span{Low: 2, High: 3}, 1, 1, 2, true},
		{planning.Exactly(3), nan, nan, nan, false},
		{(*planning.Plan)(nil).Best(), 1, nan, nan, false},
	} {
		got := c.best.Regret(c.value)
		same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
		if !same(got.Low, c.low) || !same(got.High, c.high) || got.Open() != c.open {
			t.Errorf("%v less %g: found %v, expected %g to %g", c.best, c.value, got, c.low, c.high)
		}
	}
}

func TestSpanTextIsOneNumberWhereTheEndsLookAlike(t *testing.T) {
	write := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	for want, s := range map[string]planning.Span{"1.00 to 2.00": {Low: 1, High: 2}, "1.00": {Low: 1, High: 1 + 1e-9}, "NaN": {Low: math.NaN(), High: math.NaN()}} {
		if got := s.Text(write); got != want {
			t.Errorf("%v: found %q, expected %q", s, got, want)
		}
	}
}
