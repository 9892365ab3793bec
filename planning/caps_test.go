package planning

import (
	"math"
	"slices"
	"testing"

	"eeporl/scenarios"
)

// purgedSums are the sums of two sets of vectors, each pruned first, as the planner makes them.
func purgedSums(t *testing.T, states int, eps float64, x, y []float64) sumset {
	t.Helper()
	var sets []sumset
	for _, values := range [][]float64{x, y} {
		k, err := purge(t.Context(), states, values, nil, ahead*eps)
		if err != nil {
			t.Fatal(err)
		}
		var s sumset
		for _, i := range k.index {
			at := int(i) * states
			s.values = append(s.values, values[at:at+states]...)
			s.choice = append(s.choice, []int32{i})
		}
		s.witness = k.witness
		sets = append(sets, s)
	}
	sums, err := crossSum(t.Context(), states, sets[0], sets[1], nil, eps, 100)
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
	sums := purgedSums(t, 3, 1e-14*(scale(x)+scale(y)), x, y)
	best := 0.0
	for i := 1; i < len(sums.values); i += 3 {
		best = max(best, sums.values[i])
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
		if n := len(purgedSums(t, states, eps, x, y).choice); n != 4 {
			t.Errorf("leads of %g margins: %d sums, expected 4", margins, n)
		}
	}
}

// Upper agrees with Best wherever one looks, on sets in the order of their slopes and on others.
func TestUpperIsBest(t *testing.T) {
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	problem, err := FromModel(sc.Model, ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{Horizon: 6}, {Horizon: 2, Planner: Enumerate}, {Horizon: 6, Planner: PointBased}} {
		o.Observe = ObserveRZ
		plan, err := Solve(t.Context(), problem, o)
		if err != nil {
			t.Fatal(err)
		}
		upperIsBest(t, plan)
	}
}

func upperIsBest(t *testing.T, plan *Plan) {
	t.Helper()
	for _, level := range plan.Levels {
		for i := range level.Sets {
			set := &level.Sets[i]
			if set.Len() == 0 {
				continue
			}
			var at []float64
			for j := range 101 {
				at = append(at, float64(j)/100)
			}
			_, values := set.Upper(at)
			for j, v := range values {
				if _, want := set.Best([]float64{at[j], 1 - at[j]}); math.Abs(v-want) > 1e-12 {
					t.Fatalf("%s, level %d, set %d at %g: %g, expected %g", plan.Planner, level.T, i, at[j], v, want)
				}
			}
		}
	}
}
