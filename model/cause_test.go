package model

import (
	"fmt"
	"testing"

	"eeporl/moments"
)

func TestCausesStandBeforeWhatFollowsFromThem(t *testing.T) {
	found := []moments.Finding{
		{Code: moments.SigmaBelowNoise}, {Code: moments.WrongColumnCount, Fatal: true, Pair: 1}, {Code: moments.BlockRank},
		{Code: moments.AssumptionViolated, Column: 1}, {Code: moments.WrongColumnCount, Fatal: true, Pair: 2}, {Code: moments.AssumptionViolated, Column: 2},
	}
	var got []string
	for _, f := range ByCause(found) {
		got = append(got, fmt.Sprintf("%s %d", f.Code, f.Pair+f.Column))
	}
	want := []string{"assumption-violated 1", "assumption-violated 2", "wrong-column-count 1", "wrong-column-count 2", "sigma-below-noise 0", "block-rank 0"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("found %q, expected %q", got, want)
	}
	if found[0].Code != moments.SigmaBelowNoise {
		t.Error("the findings themselves were reordered")
	}
}
