package bounds

import (
	"math"
	"testing"
)

// TestColumnErrorIsNoRoundingBesideSamples: however ill-posed the model, an
// error measured from samples is not taken for rounding.
func TestColumnErrorIsNoRoundingBesideSamples(t *testing.T) {
	for _, c := range []struct {
		episodes float64
		rounding bool
	}{{1e5, false}, {1e15, false}, {math.Inf(1), true}} {
		x := chain{Model: &Model{}, x: measured{episodes: c.episodes}}
		if got := x.columnUnit() > 1; got != c.rounding {
			t.Errorf("N = %g: unit %g, above 1: want %v", c.episodes, x.columnUnit(), c.rounding)
		}
	}
}
