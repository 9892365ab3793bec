package spectral

import (
	"context"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

func benchmarkFull(b *testing.B, m *pomdp.POMDP, n float64) {
	tr := pomdptest.TruthFor(b, m)
	c := momentstest.Sample(b, tr, n, 1)
	var e *moments.Estimate
	b.ReportAllocs()
	for b.Loop() {
		e = Full(context.Background(), c, m.Sizes().S, moments.Options{Rotations: 10})
	}
	b.ReportMetric(float64(e.Stage), "stage")
}

// Targets on one core: 0.4, 2.5 and 60 ms.
func BenchmarkFullTea(b *testing.B) { benchmarkFull(b, pomdptest.Load(b, "tea"), 1e6) }
func BenchmarkFullNoisyTiger(b *testing.B) {
	benchmarkFull(b, pomdptest.Load(b, "noisy-tiger"), 1e6)
}
func BenchmarkFullK18(b *testing.B) {
	benchmarkFull(b, pomdptest.RandomModel(b, pomdp.Sizes{S: 2, A: 3, Z: 3, R: 2}, 1), 1e9)
}
func BenchmarkFullK36(b *testing.B) {
	benchmarkFull(b, pomdptest.RandomModel(b, pomdp.Sizes{S: 4, A: 3, Z: 4, R: 4}, 1), 1e15)
}
