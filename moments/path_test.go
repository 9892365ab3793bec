package moments

import (
	"maps"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"eeporl/pomdp"
)

// longPaths has action paths large enough to be lists, and few of them.
var longPaths = pomdp.Sizes{A: 2, Z: 6, R: 3}

// TestListedPathsCount holds counts whose paths turn from lists into tables against a map, through
// adding, removing, cloning and merging.
func TestListedPathsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := longPaths
		most := listed(n.Cells() / (n.Pairs() * n.Pairs()))
		if most == 0 {
			t.Fatal("these sizes have no lists")
		}
		c, want := NewCounts(n), map[int]float64{}
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			kept, before := c.Clone(), maps.Clone(want)
			path := rapid.IntRange(0, 15).Draw(t, "path")
			first, step := rapid.IntRange(0, 5000).Draw(t, "first"), rapid.IntRange(1, 40).Draw(t, "step")
			for i := range rapid.IntRange(0, 2*most).Draw(t, "cells") {
				cell := path*5832 + (first+i*step)%5832
				c.Add(cell, 2)
				want[cell] += 2
				if i%3 == 0 {
					c.Remove(cell, want[cell])
					delete(want, cell)
				}
			}
			if kept.Seen() != len(before) {
				t.Fatalf("a clone has %d cells, expected the %d there were", kept.Seen(), len(before))
			}
			if rapid.Bool().Draw(t, "merge") {
				if err := kept.Merge(c); err != nil {
					t.Fatal(err)
				}
				for cell, k := range before {
					want[cell] += k
				}
				c = kept
			}
		}
		var cells []int
		for cell, k := range c.Cells {
			cells = append(cells, cell)
			if want[cell] != k || c.At(cell) != k {
				t.Fatalf("cell %d: %g, and read alone %g, expected %g", cell, k, c.At(cell), want[cell])
			}
		}
		if len(cells) != len(want) || c.Seen() != len(want) || !slices.IsSorted(cells) {
			t.Fatalf("%d cells, %d of them counted as seen, expected %d in order", len(cells), c.Seen(), len(want))
		}
	})
}

// TestSampleOutcomesFollowsTheLaw holds sums over many samples against the law, and what is kept
// beside the cells against the cells.
func TestSampleOutcomesFollowsTheLaw(t *testing.T) {
	n := longPaths
	n.S = 3
	m := randomModel(t, n, 5)
	e := explore(t, n.A, .5)
	law := pomdp.ExactLaw(m, e)
	for _, episodes := range []float64{1, 50, 3000, 1e7} {
		sum, total := NewCounts(n), 0.0
		const times = 40
		for i := range uint64(times) {
			c, err := SampleOutcomes(m, e, episodes, pomdp.Source(3, pomdp.StreamLeap, i))
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				checkPairs(t, c, episodes)
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
	if _, err := SampleOutcomes(m, e, math.Inf(1), pomdp.Source(3, pomdp.StreamLeap, 0)); err == nil {
		t.Error("infinitely many episodes were drawn")
	}
}

// TestSampleOutcomesIsTheSameOnAnyNumberOfProcessors also holds an estimate made of lists against
// the same counts in tables.
func TestSampleOutcomesIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	n := longPaths
	n.S = 2
	m, e := randomModel(t, n, 8), explore(t, n.A, .5)
	draw := func() *Counts {
		c, err := SampleOutcomes(m, e, 2000, pomdp.Source(1, pomdp.StreamLeap, 0))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := draw()
	before := runtime.GOMAXPROCS(1)
	alone := draw()
	runtime.GOMAXPROCS(before)
	tables := NewCounts(n)
	for cell, k := range c.Cells {
		if alone.At(cell) != k {
			t.Fatalf("cell %d: %g on one processor, %g on several", cell, alone.At(cell), k)
		}
		tables.Add(cell, k)
	}
	for p, own := range tables.paths {
		if c.paths[p].table != nil {
			t.Errorf("path %d: found a table, expected a list", p)
		}
		tables.paths[p] = &path{size: own.size, table: own.cells(nil)}
	}
	if testing.Short() {
		return // estimators have tests of their own under the race detector
	}
	for _, estimator := range Estimators() {
		if estimator.Run == nil || estimator.Name == "em" {
			continue
		}
		of := func(c *Counts) *Estimate { return estimator.Run(t.Context(), Data{Counts: c}, n.S, Options{Seed: 1}) }
		x, y := of(c), of(tables)
		if x.Stage != y.Stage || x.O != nil && !mat.Equal(x.O, y.O) {
			t.Errorf("%s: lists and tables come to different estimates", estimator.Name)
		}
	}
}
