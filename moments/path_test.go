package moments

import (
	"maps"
	"slices"
	"testing"

	"eeporl/pomdp/pomdptest"

	"pgregory.net/rapid"
)

// TestListedPathsCount holds counts whose paths turn from lists into tables against a map, through
// adding, removing, cloning and merging.
func TestListedPathsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := pomdptest.LongPaths
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
