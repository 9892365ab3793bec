package moments

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// nastyCounts draws a table of counts that an estimator may not trip over.
func nastyCounts(rng *rand.Rand, n pomdp.Sizes) *Counts {
	c := NewCounts(n)
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

// TestNastyCounts: no panic, and no NaN in an answer without a finding.
func TestNastyCounts(t *testing.T) {
	times := 10000
	if testing.Short() {
		times = 500
	}
	sizes := []pomdp.Sizes{{A: 1, Z: 2, R: 1}, {A: 2, Z: 1, R: 1}, {A: 2, Z: 2, R: 2}, {A: 2, Z: 3, R: 1}, {A: 3, Z: 2, R: 1}, {A: 1, Z: 3, R: 3}}
	rng := rand.New(rand.NewPCG(99, 0))
	stages := map[Stage]int{}
	for i := range times {
		n := sizes[rng.IntN(len(sizes))]
		c := nastyCounts(rng, n)
		states := 1 + rng.IntN(min(n.Outcomes(), 3))
		if i%20 == 0 {
			states = rng.IntN(12) - 1 // none, or too many
		}
		e := Full(context.Background(), c, states, Options{Rotations: 4, Seed: uint64(i), Normalization: []Normalization{Abs, Clip, Simplex}[i%3]})
		stages[e.Stage]++
		if !allFinite(e) && len(e.Findings) == 0 {
			t.Fatalf("table %d: not finite, and no finding", i)
		}
		if !e.OK() {
			if _, stopped := e.Stopped(); !stopped {
				t.Fatalf("table %d: stopped at %v without a fatal finding", i, e.Stage)
			}
		}
		if e.Parameters != nil && !allFinite(e) {
			t.Fatalf("table %d: parameters are not finite:%s", i, findings(e))
		}
	}
	t.Logf("stages reached: %v", stages)
}

func TestCancelledContextIsAFinding(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr := truthFor(t, load(t, "tea"))
	e := Full(ctx, tr.sample(t, 1e4, 1), 2, Options{})
	if f, stopped := e.Stopped(); !stopped || f.Code != finding.Cancelled {
		t.Errorf("stopped by %+v", f)
	}
}

func TestSameBytesAtAnyGOMAXPROCS(t *testing.T) {
	tr := truthFor(t, randomModel(t, pomdp.Sizes{S: 4, A: 3, Z: 4, R: 4}, 1))
	counts := tr.sample(t, 1e15, 1)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	first := Full(context.Background(), counts, 4, Options{Rotations: 2})
	for _, procs := range []int{2, 8} {
		runtime.GOMAXPROCS(procs)
		again := Full(context.Background(), counts, 4, Options{Rotations: 2})
		for i, v := range first.O.RawMatrix().Data {
			if math.Float64bits(again.O.RawMatrix().Data[i]) != math.Float64bits(v) {
				t.Fatalf("GOMAXPROCS %d changes Ô", procs)
			}
		}
		for i, v := range first.Spectrum.P13 {
			if again.Spectrum.P13[i] != v {
				t.Fatalf("GOMAXPROCS %d changes the spectrum", procs)
			}
		}
	}
}
