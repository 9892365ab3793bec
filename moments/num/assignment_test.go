package num_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/moments/num"
)

func TestAssignAgreesWithAllPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		n := 1 + rng.IntN(6)
		cost := make([]float64, n*n)
		for i := range cost {
			cost[i] = math.Floor(20*rng.Float64()) - 5 // ties included
		}
		to, total := num.Assign(n, cost)
		if !momentstest.IsPermutation(to, n) {
			t.Fatalf("%v is not a permutation", to)
		}
		if best := cheapest(n, cost, 0, 0); math.Abs(total-best) > 1e-12 {
			t.Fatalf("total %g, the best permutation costs %g: %v", total, best, cost)
		}
	}
}

// cheapest tries all permutations of rows row… with the columns not in used.
func cheapest(n int, cost []float64, row, used int) float64 {
	if row == n {
		return 0
	}
	best := math.Inf(1)
	for j := range n {
		if used>>j&1 == 0 {
			best = min(best, cost[row*n+j]+cheapest(n, cost, row+1, used|1<<j))
		}
	}
	return best
}

func TestAssignSurvivesNaN(t *testing.T) {
	to, _ := num.Assign(3, []float64{math.NaN(), 1, 2, math.Inf(1), math.NaN(), 0, math.NaN(), math.NaN(), math.NaN()})
	if !momentstest.IsPermutation(to, 3) {
		t.Errorf("%v is not a permutation", to)
	}
}

func TestNormalize(t *testing.T) {
	for _, c := range []struct {
		by       moments.Normalization
		in, want []float64
		negative float64
	}{
		{moments.Abs, []float64{0.6, -0.2, 0.2}, []float64{0.6, 0.2, 0.2}, 0.2},
		{moments.Clip, []float64{0.6, -0.2, 0.2}, []float64{0.75, 0, 0.25}, 0.2},
		{moments.Simplex, []float64{0.9, -0.2, 0.3}, []float64{0.8, 0, 0.2}, 0.2 / 1.4},
		{moments.Simplex, []float64{0.1, 0.1}, []float64{0.5, 0.5}, 0},
		{moments.Abs, []float64{-1, -3}, []float64{0.25, 0.75}, 1},
	} {
		x := append([]float64(nil), c.in...)
		negative, ok := moments.Normalize(x, c.by)
		if !ok || math.Abs(negative-c.negative) > 1e-15 {
			t.Errorf("%s %v: negative %g, ok %v", c.by, c.in, negative, ok)
		}
		for i := range x {
			if math.Abs(x[i]-c.want[i]) > 1e-15 {
				t.Errorf("%s %v: got %v, expected %v", c.by, c.in, x, c.want)
				break
			}
		}
	}
	for _, by := range []moments.Normalization{moments.Abs, moments.Clip, moments.Simplex} {
		for _, in := range [][]float64{{0, 0}, {math.NaN(), 1}, {math.Inf(1), 1}} {
			if _, ok := moments.Normalize(in, by); ok || in[0] != 0.5 {
				t.Errorf("%s: %v passed as a distribution", by, in)
			}
		}
	}
}
