package moments_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/momentstest"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestPairCountsFollow checks the incremental pair counts against sums over
// the cells, through adding, removing, merging and cloning.
func TestPairCountsFollow(t *testing.T) {
	n := pomdp.Sizes{A: 3, Z: 2, R: 2}
	rng := rand.New(rand.NewPCG(1, 1))
	c := moments.NewCounts(n)
	var added []int
	for range 3000 {
		cell := rng.IntN(n.Cells())
		c.Add(cell, 1)
		added = append(added, cell)
	}
	before := c.Clone()
	for _, cell := range added[:1000] {
		c.Remove(cell, 1)
	}
	other := moments.NewCounts(n)
	other.Add(17, 2.5)
	if err := c.Merge(other); err != nil {
		t.Fatal(err)
	}
	momentstest.CheckPairs(t, c, 2002.5)
	momentstest.CheckPairs(t, before, 3000)
	if err := c.Merge(moments.NewCounts(pomdp.Sizes{A: 2, Z: 2, R: 2})); err == nil {
		t.Error("Merge accepted other sizes")
	}
}

func TestExactLawOutweighsEpisodes(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	law := moments.FromLaw(tr.Law)
	if !law.Exact() || !math.IsInf(law.Total(), 1) || math.Abs(law.Mass()-1) > 1e-12 {
		t.Errorf("exact %v, total %g, mass %g", law.Exact(), law.Total(), law.Mass())
	}
	before := law.At(5)
	law.Add(5, 100)
	if law.At(5) != before {
		t.Error("finitely many episodes changed the exact law")
	}
	c := moments.NewCounts(tr.Law.Sizes)
	c.Add(5, 1)
	if err := c.Merge(law); err != nil || !c.Exact() || c.At(5) != before {
		t.Errorf("merging the exact law: exact %v, cell %g, expected %g", c.Exact(), c.At(5), before)
	}
}

// TestCloneWhileReading is for the race detector: a command reads the counts
// while the explorer clones them.
func TestCloneWhileReading(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	c := momentstest.Sample(t, tr, 1e4, 1)
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range 20 {
				own := c.Clone()
				own.Add(3, 1)
				_ = spectral.SpectrumOf(c, 2)
			}
		}()
	}
	wait.Wait()
	if c.Total() != 1e4 {
		t.Errorf("Total is %g, expected 10⁴", c.Total())
	}
}

func TestCheckNamesTheCell(t *testing.T) {
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		c := moments.NewCounts(pomdp.Sizes{A: 1, Z: 2, R: 1})
		c.Add(2, bad)
		if c.Check() == nil {
			t.Errorf("Check accepted a count of %g", bad)
		}
	}
}

func BenchmarkCountsAdd(b *testing.B) {
	c := moments.NewCounts(pomdp.Sizes{A: 3, Z: 3, R: 3})
	cells := c.Sizes().Cells()
	i := 0
	for b.Loop() {
		c.Add(i, 1)
		if i += 977; i >= cells {
			i -= cells
		}
	}
}

func BenchmarkCloneAndAdd81(b *testing.B) {
	c := moments.NewCounts(pomdp.Sizes{A: 3, Z: 3, R: 3})
	for cell := range c.Sizes().Cells() {
		c.Add(cell, 1)
	}
	for b.Loop() {
		c = c.Clone()
		c.Add(7, 1)
	}
}

func BenchmarkSpectrumTea(b *testing.B) {
	tr := pomdptest.TruthFor(b, pomdptest.Load(b, "tea"))
	c := momentstest.Sample(b, tr, 1e5, 1)
	for b.Loop() {
		spectral.SpectrumOf(c, 2)
	}
}

// TestSampleOutcomesFollowsTheLaw holds sums over many samples against the law, and what is kept
// beside the cells against the cells.
func TestSampleOutcomesFollowsTheLaw(t *testing.T) {
	if !tier.Asked() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	n := pomdptest.LongPaths
	n.S = 3
	m := pomdptest.RandomModel(t, n, 5)
	e := pomdptest.Explore(t, n.A, .5)
	law := pomdp.ExactLaw(m, e)
	for _, episodes := range []float64{1, 50, 3000, 1e7} {
		sum, total := moments.NewCounts(n), 0.0
		const times = 40
		for i := range uint64(times) {
			c, err := moments.SampleOutcomes(m, e, episodes, pomdp.Source(3, pomdp.StreamLeap, i))
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				momentstest.CheckPairs(t, c, episodes)
			}
			if err := sum.Merge(c); err != nil {
				t.Fatal(err)
			}
			total += episodes
		}
		for cell, p := range law.P {
			if mean, sd := total*p, math.Sqrt(total*p*(1-p)); math.Abs(sum.At(cell)-mean) > 6*sd+3 {
				t.Errorf("N = %g, cell %d: %g in all, expected %g ± %g", episodes, cell, sum.At(cell), mean, sd)
			}
		}
		// The cells' deviations together: χ² over the cells that expect ten or more.
		chi, free := 0.0, 0.0
		for cell, p := range law.P {
			if mean := total * p; mean >= 10 {
				chi += (sum.At(cell) - mean) * (sum.At(cell) - mean) / mean
				free++
			}
		}
		if z := (chi - free) / math.Sqrt(2*free); free > 0 && math.Abs(z) > 5 {
			t.Errorf("N = %g: χ² = %g over %g cells", episodes, chi, free)
		}
	}
	if _, err := moments.SampleOutcomes(m, e, math.Inf(1), pomdp.Source(3, pomdp.StreamLeap, 0)); err == nil {
		t.Error("infinitely many episodes were drawn")
	}
}

// TestSampleOutcomesIsTheSameOnAnyNumberOfProcessors also holds an estimate made of lists against
// the same counts in tables.
func TestSampleOutcomesIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	n := pomdptest.LongPaths
	n.S = 2
	m, e := pomdptest.RandomModel(t, n, 8), pomdptest.Explore(t, n.A, .5)
	draw := func() *moments.Counts {
		c, err := moments.SampleOutcomes(m, e, 2000, pomdp.Source(1, pomdp.StreamLeap, 0))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := draw()
	before := runtime.GOMAXPROCS(1)
	alone := draw()
	runtime.GOMAXPROCS(before)
	for cell, k := range c.Cells {
		if alone.At(cell) != k {
			t.Fatalf("cell %d: %g on one processor, %g on several", cell, alone.At(cell), k)
		}
	}
	tables, lists := c.Tabled()
	if !lists {
		t.Error("found a table, expected lists")
	}
	if testing.Short() {
		return // estimators have tests of their own under the race detector
	}
	for _, estimator := range estimators.Estimators() {
		if estimator.Run == nil || estimator.Name == "em" {
			continue
		}
		of := func(c *moments.Counts) *moments.Estimate {
			return estimator.Run(t.Context(), moments.Data{Counts: c}, n.S, moments.Options{Seed: 1})
		}
		x, y := of(c), of(tables)
		if x.Stage != y.Stage || x.O != nil && !mat.Equal(x.O, y.O) {
			t.Errorf("%s: lists and tables come to different estimates", estimator.Name)
		}
	}
}
