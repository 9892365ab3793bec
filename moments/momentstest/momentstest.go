// Package momentstest is what tests of several estimators share.
package momentstest

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// Sample draws the counts of n episodes from a model's exact law.
func Sample(t testing.TB, tr pomdptest.Truth, n float64, seed uint64) *moments.Counts {
	t.Helper()
	c, err := moments.Sample(tr.Law, n, pomdp.Source(seed, pomdp.StreamLeap, 0))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Findings formats an estimate's findings for a failing test.
func Findings(e *moments.Estimate) string {
	out := ""
	for _, f := range e.Findings {
		out += "\n  " + string(f.Code) + ": " + f.Detail
	}
	return out
}

// AllFinite says that no figure of an estimate is infinite or NaN.
func AllFinite(e *moments.Estimate) bool {
	for _, m := range []*mat.Dense{e.L2, e.L3, e.O, e.OT, e.T} {
		if m != nil && !num.Finite(m.RawMatrix().Data) {
			return false
		}
	}
	if !num.Finite(e.W) {
		return false
	}
	if p := e.Parameters; p != nil {
		for pair := range p.Initial {
			lists := [][]float64{p.Initial[pair]}
			lists = append(lists, p.Observation[pair]...)
			lists = append(lists, p.Reward[pair]...)
			for _, next := range p.Transition[pair] {
				lists = append(lists, next...)
			}
			for _, x := range lists {
				if !num.Finite(x) {
					return false
				}
			}
		}
	}
	return true
}

// CheckPairs holds the counts of pairs against those of triples.
func CheckPairs(t *testing.T, c *moments.Counts, total float64) {
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

// Interior is a model whose every entry lies inside (0, 1).
const Interior = "random:2,2,2,2,1"

// ExactTolerance is how near the exact law must lead.
const ExactTolerance = 1e-10

// CheckExact holds an estimate from the exact law against the truth.
func CheckExact(t *testing.T, e *moments.Estimate, tr pomdptest.Truth, tolerance float64) {
	t.Helper()
	if !e.OK() {
		t.Fatalf("stopped at %v:%s", e.Stage, Findings(e))
	}
	c := moments.Compare(e, tr.HMM)
	if !(c.OMax <= tolerance && c.T2 <= tolerance && c.W2 <= tolerance) {
		t.Errorf("errors O %.2g, T %.2g, w %.2g exceed %g; cond R %.3g, sigma %.3g %.3g%s", c.OMax, c.T2, c.W2, tolerance,
			e.Eigen.Used.Cond, e.Spectrum.SigmaK(), e.Spectrum.SigmaK13(), Findings(e))
	}
	if c.LabelsRight != e.Sizes.K() {
		t.Errorf("%d of %d labels right", c.LabelsRight, e.Sizes.K())
	}
	for pair, states := range c.Order {
		if !IsPermutation(states, e.Sizes.S) {
			t.Errorf("φ of pair %d is %v, not a permutation", pair, states)
		}
	}
	p := c.Parameters
	if p == nil || !(max(p.Initial, p.Observation, p.Reward, p.Transition) <= tolerance) {
		t.Errorf("parameter errors %+v exceed %g", p, tolerance)
	}
}

// IsPermutation says that x holds each of 0 … n−1 once.
func IsPermutation(x []int, n int) bool {
	seen := make([]bool, n)
	for _, v := range x {
		if v < 0 || v >= n || seen[v] {
			return false
		}
		seen[v] = true
	}
	return len(x) == n
}

// NastyCounts draws a table of counts that an estimator may not trip over.
func NastyCounts(rng *rand.Rand, n pomdp.Sizes) *moments.Counts {
	c := moments.NewCounts(n)
	cells := n.Cells()
	some := func(times int, k func() float64) {
		for range times {
			c.Add(rng.IntN(cells), k())
		}
	}
	switch rng.IntN(12) {
	case 0: // nothing
	case 1:
		c.Add(rng.IntN(cells), 1)
	case 2:
		some(1+rng.IntN(5), func() float64 { return math.Floor(100 * rng.Float64()) })
	case 3: // all equal
		for cell := range cells {
			c.Add(cell, 1)
		}
	case 4: // huge
		some(50, func() float64 { return 1e15 * rng.Float64() })
	case 5: // beyond huge: sums may overflow
		some(50, func() float64 { return 1e307 * rng.Float64() })
	case 6: // tiny
		some(50, func() float64 { return math.Pow(10, -320*rng.Float64()) })
	case 7: // fractional
		some(200, rng.Float64)
	case 8: // the last action is never taken
		for cell := range cells {
			last := false
			for _, a := range n.CellAt(cell).Actions {
				last = last || a == n.A-1
			}
			if !last {
				c.Add(cell, math.Floor(10*rng.Float64()))
			}
		}
	case 9: // not counts at all
		some(20, func() float64 { return [...]float64{-1, math.NaN(), math.Inf(1), 3}[rng.IntN(4)] })
	case 10: // one outcome always the same
		for cell := range cells {
			if n.CellAt(cell).Outcomes[1] == 0 {
				c.Add(cell, math.Floor(10*rng.Float64()))
			}
		}
	case 11: // scales that differ by ten powers of ten
		some(200, func() float64 { return math.Pow(10, 10*rng.Float64()) })
	}
	return c
}

// Dataset is one sample of a verdict's test.
type Dataset struct {
	pomdptest.Truth
	*moments.Counts
	Seed uint64
}

// EachDataset draws so many data sets from the models in turn, with N uniform on a
// logarithmic axis from 10² to 10⁷.
func EachDataset(t testing.TB, models []string, count int, visit func(d Dataset)) {
	t.Helper()
	truths := make([]pomdptest.Truth, len(models))
	for i, name := range models {
		truths[i] = pomdptest.TruthFor(t, pomdptest.Load(t, name))
	}
	workers.Each(count, func() func(int) {
		return func(i int) {
			rng := rand.New(rand.NewPCG(uint64(i), 17))
			n := math.Round(math.Pow(10, 2+5*rng.Float64()))
			tr := truths[i%len(truths)]
			visit(Dataset{tr, Sample(t, tr, n, uint64(i)), uint64(i)})
		}
	})
}

// Rate counts how often a verdict was given where it could be.
type Rate struct{ given, of atomic.Int64 }

// Add counts a case, and whether the verdict was given.
func (r *Rate) Add(given bool) {
	r.of.Add(1)
	if given {
		r.given.Add(1)
	}
}

// Hold fails where a verdict is wrong more often than its nominal rate by more
// than two standard errors.
func (r *Rate) Hold(t *testing.T, what string, nominal float64) {
	t.Helper()
	given, of := float64(r.given.Load()), float64(r.of.Load())
	limit := of*nominal + 2*math.Sqrt(of*nominal*(1-nominal))
	t.Logf("| %s | %g of %g | %g %% |", what, given, of, 100*nominal)
	if given > limit {
		t.Errorf("%s: %g of %g, more than %.1f", what, given, of, limit)
	}
}

// Power fails where a verdict is given less often than it should be.
func (r *Rate) Power(t *testing.T, what string, least float64) {
	t.Helper()
	given, of := float64(r.given.Load()), float64(r.of.Load())
	t.Logf("| %s | %g of %g | |", what, given, of)
	if given < least*of {
		t.Errorf("%s: %g of %g, fewer than %g %%", what, given, of, 100*least)
	}
}
