package episode

import (
	"slices"
	"testing"
)

// What was drawn is among the alternatives that are shown, and a row is left to
// count the others.
func TestFittingAlternatives(t *testing.T) {
	d := distribution{probs: make([]float64, 6), drawn: 4}
	for rows, want := range map[int][]int{0: {}, 1: {}, 2: {4}, 4: {0, 1, 4}, 5: {0, 1, 2, 4}, 6: {0, 1, 2, 3, 4, 5}, 9: {0, 1, 2, 3, 4, 5}} {
		if got := d.fitting(rows); !slices.Equal(got, want) {
			t.Errorf("%d rows: %v, expected %v", rows, got, want)
		}
	}
	d.drawn = -1
	if got := d.fitting(3); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("veiled: %v", got)
	}
}
