package moments

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"eeporl/pomdp"
)

// TestPairCountsFollow checks the incremental pair counts against sums over
// the cells, through adding, removing, merging and cloning.
func TestPairCountsFollow(t *testing.T) {
	n := pomdp.Sizes{A: 3, Z: 2, R: 2}
	rng := rand.New(rand.NewPCG(1, 1))
	c := NewCounts(n)
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
	other := NewCounts(n)
	other.Add(17, 2.5)
	if err := c.Merge(other); err != nil {
		t.Fatal(err)
	}
	checkPairs(t, c, 2002.5)
	checkPairs(t, before, 3000)
	if err := c.Merge(NewCounts(pomdp.Sizes{A: 2, Z: 2, R: 2})); err == nil {
		t.Error("Merge accepted other sizes")
	}
}

func checkPairs(t *testing.T, c *Counts, total float64) {
	t.Helper()
	n := c.Sizes()
	d := n.D()
	p12, p13, p2 := make([]float64, d*d), make([]float64, d*d), make([]float64, d)
	sum := 0.0
	for cell, k := range c.Cells {
		x := n.Triple(n.CellAt(cell))
		p12[x[0]*d+x[1]] += k / total
		p13[x[0]*d+x[2]] += k / total
		p2[x[1]] += k / total
		sum += k
		if math.Abs(c.P123(x)-k/total) > 1e-15 {
			t.Fatalf("P123 of cell %d is %g, expected %g", cell, c.P123(x), k/total)
		}
	}
	seen, blocks := 0, make([]float64, n.A*d*n.A)
	for cell, k := range c.Cells {
		x := n.Triple(n.CellAt(cell))
		seen++
		blocks[(n.SymbolAt(x[0]).Action*d+x[1])*n.A+n.SymbolAt(x[2]).Next] += k / total
	}
	if c.Seen() != seen {
		t.Fatalf("%d cells seen, expected %d", c.Seen(), seen)
	}
	for i, want := range blocks {
		if got := c.Block(i/n.A/d, i/n.A%d, i%n.A); math.Abs(got-want) > 1e-15 {
			t.Fatalf("block %d is %g, expected %g", i, got, want)
		}
	}
	if sum != total || c.Total() != total {
		t.Fatalf("Total %g, sum of cells %g, expected %g", c.Total(), sum, total)
	}
	m12, m13 := c.P12Matrix(), c.P13Matrix()
	for i := range d {
		for j := range d {
			if math.Abs(c.P12(i, j)-p12[i*d+j]) > 1e-15 || math.Abs(m12.At(i, j)-p12[i*d+j]) > 1e-15 {
				t.Fatalf("P12[%d, %d] = %g and %g, expected %g", i, j, c.P12(i, j), m12.At(i, j), p12[i*d+j])
			}
			if math.Abs(c.P13(i, j)-p13[i*d+j]) > 1e-15 || math.Abs(m13.At(i, j)-p13[i*d+j]) > 1e-15 {
				t.Fatalf("P13[%d, %d] = %g and %g, expected %g", i, j, c.P13(i, j), m13.At(i, j), p13[i*d+j])
			}
		}
		if math.Abs(c.P2(i)-p2[i]) > 1e-15 {
			t.Fatalf("P2[%d] = %g, expected %g", i, c.P2(i), p2[i])
		}
	}
}

func TestExactLawOutweighsEpisodes(t *testing.T) {
	tr := truthFor(t, load(t, "tea"))
	law := FromLaw(tr.law)
	if !law.Exact() || !math.IsInf(law.Total(), 1) || math.Abs(law.Mass()-1) > 1e-12 {
		t.Errorf("exact %v, total %g, mass %g", law.Exact(), law.Total(), law.Mass())
	}
	before := law.At(5)
	law.Add(5, 100)
	if law.At(5) != before {
		t.Error("finitely many episodes changed the exact law")
	}
	c := NewCounts(tr.law.Sizes)
	c.Add(5, 1)
	if err := c.Merge(law); err != nil || !c.Exact() || c.At(5) != before {
		t.Errorf("merging the exact law: exact %v, cell %g, expected %g", c.Exact(), c.At(5), before)
	}
}

// TestCloneWhileReading is for the race detector: a command reads the counts
// while the explorer clones them.
func TestCloneWhileReading(t *testing.T) {
	tr := truthFor(t, load(t, "tea"))
	c := tr.sample(t, 1e4, 1)
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range 20 {
				own := c.Clone()
				own.Add(3, 1)
				_ = SpectrumOf(c, 2)
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
		c := NewCounts(pomdp.Sizes{A: 1, Z: 2, R: 1})
		c.Add(2, bad)
		if c.Check() == nil {
			t.Errorf("Check accepted a count of %g", bad)
		}
	}
}

func BenchmarkCountsAdd(b *testing.B) {
	c := NewCounts(pomdp.Sizes{A: 3, Z: 3, R: 3})
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
	c := NewCounts(pomdp.Sizes{A: 3, Z: 3, R: 3})
	for cell := range c.Sizes().Cells() {
		c.Add(cell, 1)
	}
	for b.Loop() {
		c = c.Clone()
		c.Add(7, 1)
	}
}

func BenchmarkSpectrumTea(b *testing.B) {
	tr := truthFor(b, load(b, "tea"))
	c := tr.sample(b, 1e5, 1)
	for b.Loop() {
		SpectrumOf(c, 2)
	}
}
