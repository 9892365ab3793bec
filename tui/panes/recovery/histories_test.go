package recovery

import (
	"fmt"
	"math"
	"testing"

	"eeporl/moments"
)

// Every number of histories, however large, has cells in every width, and a history's cells say how many episodes it had.
func TestIcicleHasCellsForAnyNumberOfHistories(t *testing.T) {
	c := icicle{rows: 8}
	for _, possible := range []float64{1, 2, 3, 16, 1024, 17496, 3e10, 3.3e35, math.Inf(1)} {
		for _, w := range []int{-1, 0, 1, 9, 41, 150} {
			cells := c.across(possible, w)
			if cells < 1 || cells > max(w, 1) {
				t.Errorf("%v histories in %d columns: found %d cells a row", possible, w, cells)
			}
			d := moments.Depth{Possible: possible, Spread: make([]float64, 8192)}
			for i := range 8192 / 2 { // all episodes in the first half
				d.Spread[i] = 100. / (8192 / 2)
			}
			top, void := c.grid(d, cells).Largest(), 0
			for _, x := range c.grid(d, cells).Values {
				if math.IsNaN(x) {
					void++
				}
			}
			if possible == 2 && math.Abs(math.Exp(top)-100) > 1e-9 || math.IsNaN(top) || void != c.rows*cells/2 {
				t.Errorf("%v histories in %d columns: found at most %v episodes, %d of %d cells without any", possible, w, math.Exp(top), void, c.rows*cells)
			}
		}
	}
	for steps, want := range map[int]string{1: "[0]", 4: "[0 1 2 3]", 5: "[0 1 2 3 4]", 12: "[0 1 2 11]"} {
		if got := fmt.Sprint(shownSteps(steps, 76)); got != want {
			t.Errorf("%d steps: found %s, expected %s", steps, got, want)
		}
	}
}
