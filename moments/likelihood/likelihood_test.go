package likelihood

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"

	"gonum.org/v1/gonum/mat"
)

func randomPoint(l *params.Layout, rng *rand.Rand) []float64 {
	x := make([]float64, l.Size)
	for _, d := range l.Simplices {
		for i := d.At; i < d.At+d.Size; i++ {
			x[i] = 0.1 + rng.ExpFloat64()
		}
		num.DivideBySum(x[d.At : d.At+d.Size])
	}
	return x
}

// TestLikelihoodIsTheLaws compares with the log of pomdp's own exact law.
func TestLikelihoodIsTheLaws(t *testing.T) {
	n := pomdp.Sizes{S: 3, A: 2, Z: 2, R: 3}
	tr := pomdptest.TruthFor(t, pomdptest.RandomModel(t, n, 4))
	other := pomdptest.TruthFor(t, pomdptest.RandomModel(t, n, 5))
	counts := momentstest.Sample(t, other, 1e4, 1)
	l := NewLikelihood(counts, 3)
	want := 0.0
	for cell, k := range counts.Cells {
		c := n.CellAt(cell)
		want += k * math.Log(tr.Law.P[cell]/pomdptest.Explore(t, 2, 0.5).Path(c.Actions))
	}
	if got := l.Value(l.Vector(tr.Model)) + l.logSat; math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("log-likelihood %.12g, expected %.12g", got, want)
	}
}

func TestGradientAgreesWithDifferences(t *testing.T) {
	n := pomdp.Sizes{S: 2, A: 2, Z: 3, R: 2}
	tr := pomdptest.TruthFor(t, pomdptest.RandomModel(t, n, 4))
	counts := momentstest.Sample(t, tr, 1e4, 1)
	l := NewLikelihood(counts, 2)
	rng := rand.New(rand.NewPCG(2, 2))
	x := randomPoint(l.Layout, rng)
	grad := make([]float64, l.Size)
	l.gradient(x, grad, true)
	for i := range x {
		const h = 1e-6
		y := append([]float64(nil), x...)
		y[i] = x[i] + h
		up := l.Value(y)
		y[i] = x[i] - h
		if got := (up - l.Value(y)) / (2 * h); math.Abs(got-grad[i]) > 1e-4*(math.Abs(grad[i])+10) {
			t.Errorf("derivative by %s is %g, differences give %g", l.Name(i), grad[i], got)
		}
	}
}

// TestFisherAgreesWithBruteForce builds J from differences of the law itself.
func TestFisherAgreesWithBruteForce(t *testing.T) {
	n := pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}
	m := pomdptest.RandomModel(t, n, 8)
	e := pomdptest.Explore(t, 2, 0.5)
	tr := pomdptest.TruthFor(t, m)
	l := NewLikelihood(moments.FromLaw(tr.Law), 2)
	f := newFisher(l)
	x := l.Vector(m)
	f.choosePivots(x)
	got := f.compute(x, l.mass)
	free := len(f.FreeAt)
	deriv := make([][]float64, free)
	for i := range free {
		law := func(h float64) []float64 {
			y := append([]float64(nil), x...)
			y[f.FreeAt[i]] += h
			y[f.Pivot[i]] -= h
			model, err := l.Model("moved", y, 4, moments.Options{}.RewardsOf(l.N.R))
			if err != nil {
				t.Fatal(err)
			}
			return pomdp.ExactLaw(model, e).P
		}
		up, down := law(1e-6), law(-1e-6)
		for c := range up {
			deriv[i] = append(deriv[i], (up[c]-down[c])/2e-6)
		}
	}
	for i := range free {
		for j := i; j < free; j++ {
			want := 0.0
			for c, p := range tr.Law.P {
				want += deriv[i][c] * deriv[j][c] / p
			}
			if math.Abs(got.At(i, j)-want) > 1e-7 {
				t.Errorf("J[%d, %d] = %g, expected %g", i, j, got.At(i, j), want)
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(got, false) || eigen.Values(nil)[0] < 0 {
		t.Error("J is not positive semidefinite")
	}
}

func TestEMStepNeverLowersTheLikelihood(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(20) {
		n := pomdptest.RandomSizes(rng)
		tr := pomdptest.TruthFor(t, pomdptest.RandomModel(t, n, seed))
		l := NewLikelihood(momentstest.Sample(t, tr, 1000, seed), n.S)
		x, grad := randomPoint(l.Layout, rng), make([]float64, l.Size)
		last := math.Inf(-1)
		for range 50 {
			v := l.gradient(x, grad, false)
			if v < last-1e-9*math.Abs(last) {
				t.Fatalf("seed %d: EM went from %.12g to %.12g", seed, last, v)
			}
			last = v
			l.EmStep(x, grad)
		}
	}
}

func TestScoringFindsTheTruthFromNearby(t *testing.T) {
	for _, name := range pomdptest.WellPosed {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		a := newAscent(NewLikelihood(moments.FromLaw(tr.Law), tr.Model.Sizes().S))
		want := a.Vector(tr.Model)
		copy(a.x, want)
		a.Interior(a.x, 0.02)
		out := a.scoring(context.Background(), scoringIterations, true)
		worst := 0.0
		for i, v := range a.x {
			worst = math.Max(worst, math.Abs(v-want[i]))
		}
		t.Logf("%s: error %.2g after %d scoring steps, trace %.3g, converged %v", name, worst, out.Scoring, out.Trace, out.Converged)
		if worst > 1e-8 {
			t.Errorf("%s: error %.2g", name, worst)
		}
	}
}
