package spectral

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestNastyCounts: no panic, and no NaN in an answer without a finding.
func TestNastyCounts(t *testing.T) {
	times := 10000
	if !tier.Asked() {
		times = 500
	}
	sizes := []pomdp.Sizes{{A: 1, Z: 2, R: 1}, {A: 2, Z: 1, R: 1}, {A: 2, Z: 2, R: 2}, {A: 2, Z: 3, R: 1}, {A: 3, Z: 2, R: 1}, {A: 1, Z: 3, R: 3}}
	rng := rand.New(rand.NewPCG(99, 0))
	stages := map[moments.Stage]int{}
	for i := range times {
		n := sizes[rng.IntN(len(sizes))]
		c := momentstest.NastyCounts(rng, n)
		states := 1 + rng.IntN(min(n.Outcomes(), 3))
		if i%20 == 0 {
			states = rng.IntN(12) - 1 // none, or too many
		}
		e := Full(context.Background(), c, states, moments.Options{Rotations: 4, Seed: uint64(i), Normalization: []moments.Normalization{moments.Abs, moments.Clip, moments.Simplex}[i%3]})
		stages[e.Stage]++
		if !momentstest.AllFinite(e) && len(e.Findings) == 0 {
			t.Fatalf("table %d: not finite, and no finding", i)
		}
		if !e.OK() {
			if _, stopped := e.Stopped(); !stopped {
				t.Fatalf("table %d: stopped at %v without a fatal finding", i, e.Stage)
			}
		}
		if e.Parameters != nil && !momentstest.AllFinite(e) {
			t.Fatalf("table %d: parameters are not finite:%s", i, momentstest.Findings(e))
		}
	}
	t.Logf("stages reached: %v", stages)
}

func TestCancelledContextIsAFinding(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	e := Full(ctx, momentstest.Sample(t, tr, 1e4, 1), 2, moments.Options{})
	if f, stopped := e.Stopped(); !stopped || f.Code != finding.Cancelled {
		t.Errorf("stopped by %+v", f)
	}
}

func TestSameBytesAtAnyGOMAXPROCS(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.RandomModel(t, pomdp.Sizes{S: 4, A: 3, Z: 4, R: 4}, 1))
	counts := momentstest.Sample(t, tr, 1e15, 1)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	first := Full(context.Background(), counts, 4, moments.Options{Rotations: 2})
	for _, procs := range []int{2, 8} {
		runtime.GOMAXPROCS(procs)
		again := Full(context.Background(), counts, 4, moments.Options{Rotations: 2})
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
