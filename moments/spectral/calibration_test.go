package spectral

import (
	"context"
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp/pomdptest"

	"gonum.org/v1/gonum/mat"
)

// TestGapErrorIsCalibrated compares the standard error of the smallest gap
// with the gap's own spread over samples, for one fixed direction η of x₃.
func TestGapErrorIsCalibrated(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	n := tr.Model.Sizes()
	exact := Full(context.Background(), moments.FromLaw(tr.Law), 2, moments.Options{})
	var eta mat.VecDense
	eta.MulVec(exact.Subspaces.U3, exact.Eigen.Theta.RowView(0))
	want := exact.Rotations[exact.Chosen].Gap
	const times = 200
	square, predicted := 0.0, 0.0
	for i := range uint64(times) {
		s, _, ok := decompose(momentstest.Sample(t, tr, 1e6, i), n)
		if !ok {
			t.Fatal("no decomposition")
		}
		u := s.subspaces()
		s.contract(u.U3)
		var theta mat.VecDense
		theta.MulVec(u.U3.T(), &eta)
		gap := math.Inf(1)
		var solver eigenSolver
		for m := range s.blocks {
			var out eigenBlock
			if !solver.solve(&out, &s.blocks[m], theta.RawVector().Data) || !out.real {
				t.Fatal("complex eigenvalues at 10⁶ episodes")
			}
			s.blocks[m].values, s.blocks[m].r = out.values, mat.NewDense(4, 4, out.r)
			gap = math.Min(gap, out.gap)
		}
		s.invert()
		e := s.gapError(u, theta.RawVector().Data)
		predicted += e / times
		square += (gap - want) * (gap - want) / times
	}
	spread := math.Sqrt(square)
	t.Logf("gap %.3g: standard error %.3g, spread over %d samples %.3g", want, predicted, times, spread)
	if r := spread / predicted; r < 0.8 || r > 1.25 {
		t.Errorf("the gap's error is off by a factor of %.2f", r)
	}
}

// TestNoiseFloorIsCalibrated: with a state more than the model has, σ_k is
// noise and must not stand out of its floor; with the right number it must,
// once there are enough episodes.
func TestNoiseFloorIsCalibrated(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", momentstest.Interior} {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		for _, n := range []float64{1e4, 1e6, 1e9} {
			c := momentstest.Sample(t, tr, n, 1)
			right, over := SpectrumOf(c, 2), SpectrumOf(c, 3)
			a, b := NoiseFloor(c, 2, 9, 1), NoiseFloor(c, 3, 9, 1)
			t.Logf("%s, N = %g: σ_k %.3g, σ_{k+1} %.3g, floor %.3g %.3g; with a state too many σ_k/floor %.2f, %.2f",
				name, n, right.SigmaK(), right.SigmaNext(), a.P12.Level, a.P13.Level, over.SigmaK()/b.P12.Limit, over.SigmaK13()/b.P13.Limit)
			if r := over.SigmaK() / b.P12.Limit; r > 1.2 {
				t.Errorf("%s, N = %g: noise counts as signal: ratio %.2f", name, n, r)
			}
			if r := over.SigmaK13() / b.P13.Limit; r > 1.2 {
				t.Errorf("%s, N = %g: noise counts as signal in P13: ratio %.2f", name, n, r)
			}
			if n == 1e9 && (right.SigmaK() < 10*a.P12.Level || right.SigmaK13() < 10*a.P13.Level) {
				t.Errorf("%s: signal does not stand out at 10⁹", name)
			}
			// σ_{k+1} is noise by the right rank: the floor for k+1 of rank k
			// would be its level; the floor for k lies a little above.
			if r := right.SigmaNext() / a.P12.Level; r < 0.4 || r > 1.6 {
				t.Errorf("%s, N = %g: σ_{k+1} is %.2f of the floor", name, n, r)
			}
		}
	}
}
