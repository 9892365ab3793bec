package posterior

import (
	"context"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp/pomdptest"
)

// What draws from the posterior cost: the cells that occurred count, not N.
func BenchmarkBayes(b *testing.B) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		tr := pomdptest.TruthFor(b, pomdptest.Load(b, name))
		counts := momentstest.Sample(b, tr, 1e5, 1)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Bayes(context.Background(), counts, tr.Model.Sizes().S, moments.Options{Seed: 1})
			}
		})
	}
}
