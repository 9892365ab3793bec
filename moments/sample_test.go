package moments_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestBinomialMoments compares mean and variance with np and npq at 5 standard
// errors, over the whole range of sizes.
func TestBinomialMoments(t *testing.T) {
	draws := 40000
	if testing.Short() {
		draws = 8000
	}
	i := uint64(0)
	for _, n := range []float64{10, 1e3, 1e6, 1e9, 1e12, 1e15} {
		for _, p := range []float64{1e-12, 1e-9, 1e-6, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 1 - 1e-6} {
			i++
			rng := rand.New(rand.NewPCG(11, i))
			sum, square := 0.0, 0.0
			mean, variance := n*p, n*p*(1-p)
			for range draws {
				k := num.Binomial(rng, n, p)
				if k < 0 || k > n || k != math.Floor(k) {
					t.Fatalf("n = %g, p = %g: drew %g", n, p, k)
				}
				sum += k - mean
				square += (k - mean) * (k - mean)
			}
			m, v := sum/float64(draws), square/float64(draws)
			if math.Abs(m) > 5*math.Sqrt(variance/float64(draws)) {
				t.Errorf("n = %g, p = %g: mean off by %.3g, standard error %.3g", n, p, m, math.Sqrt(variance/float64(draws)))
			}
			// Var of (k−μ)² is npq(1 + 3npq(1 − 2/n)) − (npq)² at most.
			spread := math.Sqrt((variance + 2*variance*variance) / float64(draws))
			if math.Abs(v-variance) > 5*spread {
				t.Errorf("n = %g, p = %g: variance %.6g, expected %.6g ± %.2g", n, p, v, variance, spread)
			}
		}
	}
}

// TestBinomialFit is a χ² test of goodness of fit against the probabilities
// themselves, where they can be listed: up to n·p of a few hundred.
func TestBinomialFit(t *testing.T) {
	const draws = 100000
	for i, c := range []struct{ n, p float64 }{
		{10, 0.3}, {10, 0.5}, {1e3, 0.005}, {1e3, 0.02}, {1e3, 0.4}, {1e6, 5e-6}, {1e6, 2e-5}, {1e6, 2e-4},
		{1e9, 3e-9}, {1e9, 5e-8}, {1e12, 1e-12}, {1e12, 1e-10}, {1e15, 1e-12}, {1e15, 1e-14},
	} {
		rng := rand.New(rand.NewPCG(12, uint64(i)))
		mean := c.n * c.p
		top := int(math.Min(c.n, mean+12*math.Sqrt(mean)+30))
		seen := make([]float64, top+1)
		for range draws {
			seen[int(math.Min(num.Binomial(rng, c.n, c.p), float64(top)))]++
		}
		chi, cells := 0.0, 0
		expect, got := 0.0, 0.0 // cells are joined until 10 are expected
		log := c.n * math.Log1p(-c.p)
		for k := 0; k <= top; k++ {
			expect += draws * math.Exp(log)
			got += seen[k]
			log += math.Log((c.n - float64(k)) / float64(k+1) * c.p / (1 - c.p))
			if expect >= 10 {
				chi += (got - expect) * (got - expect) / expect
				cells++
				expect, got = 0, 0
			}
		}
		free := float64(cells - 1)
		if z := (chi - free) / math.Sqrt(2*free); z > 5 {
			t.Errorf("n = %g, p = %g: χ² = %.1f on %g degrees of freedom", c.n, c.p, chi, free)
		}
	}
}

// TestBinomialLargeFit tests the rejection sampler's shape where n·p is huge:
// the standardised draws must follow the normal distribution, from which the
// binomial then differs by less than 10⁻³.
func TestBinomialLargeFit(t *testing.T) {
	const draws = 200000
	for i, c := range []struct{ n, p float64 }{{1e9, 0.3}, {1e12, 1e-4}, {1e12, 0.5}, {1e15, 1e-6}, {1e15, 0.2}, {1e15, 0.5}} {
		rng := rand.New(rand.NewPCG(13, uint64(i)))
		const bins = 64
		seen := [bins]float64{}
		sd := math.Sqrt(c.n * c.p * (1 - c.p))
		for range draws {
			z := (num.Binomial(rng, c.n, c.p) - c.n*c.p) / sd
			seen[min(int(bins*0.5*math.Erfc(-z/math.Sqrt2)), bins-1)]++
		}
		chi := 0.0
		for _, s := range seen {
			chi += (s - draws/bins) * (s - draws/bins) / (draws / bins)
		}
		if z := (chi - (bins - 1)) / math.Sqrt(2*(bins-1)); z > 5 {
			t.Errorf("n = %g, p = %g: χ² = %.1f on %d degrees of freedom", c.n, c.p, chi, bins-1)
		}
	}
}

func TestSampleHasItsTotalAndMean(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	for _, n := range []float64{0, 1, 1e3, 1e9, 1e15} {
		sum := make([]float64, tr.Law.Sizes.Cells())
		const times = 200
		for i := range uint64(times) {
			c, err := moments.Sample(tr.Law, n, pomdp.Source(1, pomdp.StreamLeap, i))
			if err != nil {
				t.Fatal(err)
			}
			if c.Total() != n || c.Check() != nil {
				t.Fatalf("drew %g episodes, expected %g", c.Total(), n)
			}
			for cell, k := range c.Cells {
				sum[cell] += k
			}
		}
		for cell, p := range tr.Law.P {
			mean, sd := times*n*p, math.Sqrt(times*n*p*(1-p))
			if math.Abs(sum[cell]-mean) > 6*sd+3 {
				t.Errorf("N = %g, cell %d: %g in all, expected %g ± %g", n, cell, sum[cell], mean, sd)
			}
		}
	}
	for _, n := range []float64{-1, 1.5, math.NaN()} {
		if _, err := moments.Sample(tr.Law, n, pomdp.Source(1, pomdp.StreamLeap, 0)); err == nil {
			t.Errorf("Sample accepted %g episodes", n)
		}
	}
}

func BenchmarkSample1e15Tea(b *testing.B) {
	tr := pomdptest.TruthFor(b, pomdptest.Load(b, "tea"))
	i := uint64(0)
	for b.Loop() {
		i++
		_, _ = moments.Sample(tr.Law, 1e15, pomdp.Source(1, pomdp.StreamLeap, i))
	}
}

// TestThin: thinning takes just n episodes, the mean of what a cell loses is its
// share, and the variance is the hypergeometric one.
func TestThin(t *testing.T) {
	m := pomdptest.RandomModel(t, pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}, 3)
	law := pomdp.ExactLaw(m, pomdptest.Explore(t, 2, 0.5))
	all, err := moments.Sample(law, 2000, rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	cell, most := 0, 0.0
	for i, k := range all.Cells {
		if k > most {
			cell, most = i, k
		}
	}
	const draws, n = 4000, 500
	sum, square := 0.0, 0.0
	share := most / 2000
	for i := range uint64(draws) {
		left := all.Clone()
		left.Thin(n, rand.NewPCG(2, i))
		if left.Mass() != 2000-n {
			t.Fatalf("%g episodes left of 2000 less %d", left.Mass(), n)
		}
		d := most - left.At(cell) - n*share
		sum, square = sum+d, square+d*d
	}
	variance := n * share * (1 - share) * (2000 - n) / 1999
	if m := sum / draws; math.Abs(m) > 5*math.Sqrt(variance/draws) {
		t.Errorf("a cell loses %.3g more than its share", m)
	}
	if v := square / draws; math.Abs(v/variance-1) > 5*math.Sqrt(2.0/draws) {
		t.Errorf("variance %.4g, expected %.4g", v, variance)
	}
	all.Thin(3000, rand.NewPCG(3, 1))
	if all.Mass() != 0 || all.Seen() != 0 {
		t.Errorf("%g episodes left after more were taken than there are", all.Mass())
	}
}
