package compare

import (
	"slices"
	"testing"

	"eeporl/model/experiment/online"
)

// In few rows curves that lie on another are left out, and the best one never.
func TestFewRowsDrawCurvesApart(t *testing.T) {
	runs := make([]*online.Run, 8)
	for i, lost := range []float64{43000, 150000, 42000, 33859, 33832, 11388, 2041} {
		runs[i] = &online.Run{Points: []online.Point{{Regret: lost}}}
	}
	for rows, want := range map[int][]int{20: {0, 1, 2, 3, 4, 5, 6}, 8: {1, 2, 4, 5, 6}} {
		if got := someOf(runs, rows); !slices.Equal(got, want) {
			t.Errorf("%d rows: found the curves %v, expected %v", rows, got, want)
		}
	}
	runs[7] = &online.Run{Points: []online.Point{{Regret: 500}}}
	if got := someOf(runs, 8); !slices.Equal(got, []int{1, 2, 4, 5, 7}) {
		t.Errorf("found the curves %v, expected the best one in the last one's place", got)
	}
}

// However many rows a range has, two decades at least are labelled where it has two.
func TestAnAxisHasTwoLabels(t *testing.T) {
	for rows := 4; rows < 40; rows++ {
		for span := 2.; span < 9; span += .1 {
			if each, every := decades(span, rows); each < 1 || every < 1 || every >= rows {
				t.Errorf("%d rows of %.1f decades: a label every %d decades, %d rows", rows, span, each, every)
			}
		}
	}
}
