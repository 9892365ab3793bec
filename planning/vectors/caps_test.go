package vectors

import (
	"slices"
	"testing"
)

// purgedSums are the sums of two sets of vectors, each pruned first, as the planner makes them.
func purgedSums(t *testing.T, states int, eps float64, x, y []float64) Sumset {
	t.Helper()
	var sets []Sumset
	for _, values := range [][]float64{x, y} {
		k, err := Purge(t.Context(), states, values, nil, Ahead*eps)
		if err != nil {
			t.Fatal(err)
		}
		var s Sumset
		for _, i := range k.Index {
			at := int(i) * states
			s.Values = append(s.Values, values[at:at+states]...)
			s.Choice = append(s.Choice, []int32{i})
		}
		s.Witness = k.Witness
		sets = append(sets, s)
	}
	sums, err := CrossSum(t.Context(), states, sets[0], sets[1], nil, eps, 100)
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// The proof that a sum loses may rest on another row of the same set; a cap made of it must
// not throw that row away.
func TestCapsDoNotCoverTheirOwnRows(t *testing.T) {
	x := []float64{1, 1, 2, 1e-10, 1.001, 2}
	y := []float64{1.00000000001, 1, 2, 1, 1, 2.0000000001}
	sums := purgedSums(t, 3, 1e-14*(Scale(x)+Scale(y)), x, y)
	best := 0.0
	for i := 1; i < len(sums.Values); i += 3 {
		best = max(best, sums.Values[i])
	}
	if want := 2.001; best < want-1e-9 {
		t.Errorf("at the second state the sums reach %v, expected %v", best, want)
	}
}

// Vectors that lead by little more than the margin, each in a state of its own: all sums
// stay, whatever rounding does to the bases.
func TestSumsOfNarrowLeads(t *testing.T) {
	const states, eps = 5, 2e-14
	for _, margins := range []float64{101, 200, 1000, 1e4} {
		x, y := slices.Repeat([]float64{1}, 2*states), slices.Repeat([]float64{1}, 2*states)
		for k, set := range [][]float64{x, y} {
			set[2*k] += margins * eps
			set[states+2*k+1] += margins * eps
		}
		if n := len(purgedSums(t, states, eps, x, y).Choice); n != 4 {
			t.Errorf("leads of %g margins: %d sums, expected 4", margins, n)
		}
	}
}
