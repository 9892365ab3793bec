package estimators

import (
	"context"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

func benchmarkEstimator(b *testing.B, name string, m *pomdp.POMDP, n float64, o moments.Options) {
	estimate, err := Named(name)
	if err != nil {
		b.Fatal(err)
	}
	c := momentstest.Sample(b, pomdptest.TruthFor(b, m), n, 1)
	var e *moments.Estimate
	b.ReportAllocs()
	for b.Loop() {
		e = estimate.Run(context.Background(), moments.Data{Counts: c}, m.Sizes().S, o)
	}
	if e.Likelihood != nil {
		b.ReportMetric(float64(len(e.Likelihood.Trace)-1), "iterations")
	}
}

// Targets: 15 ms at k = 8, 150 ms at k = 18, whatever N is.
func BenchmarkPolishedTea1e3(b *testing.B) {
	benchmarkEstimator(b, "polished", pomdptest.Load(b, "tea"), 1e3, moments.Options{Rotations: 10})
}

func BenchmarkPolishedTea1e6(b *testing.B) {
	benchmarkEstimator(b, "polished", pomdptest.Load(b, "tea"), 1e6, moments.Options{Rotations: 10})
}

func BenchmarkPolishedTea1e12(b *testing.B) {
	benchmarkEstimator(b, "polished", pomdptest.Load(b, "tea"), 1e12, moments.Options{Rotations: 10})
}

func BenchmarkPolishedK18(b *testing.B) {
	benchmarkEstimator(b, "polished", pomdptest.Load(b, "noisy-tiger"), 1e6, moments.Options{Rotations: 10})
}

func BenchmarkPolishedK18At1e12(b *testing.B) {
	benchmarkEstimator(b, "polished", pomdptest.Load(b, "noisy-tiger"), 1e12, moments.Options{Rotations: 10})
}

func BenchmarkBlockedTea(b *testing.B) {
	benchmarkEstimator(b, "blocked", pomdptest.Load(b, "tea"), 1e6, moments.Options{Rotations: 10})
}
