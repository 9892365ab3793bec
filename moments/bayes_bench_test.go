package moments

import (
	"context"
	"testing"
)

// What draws from the posterior cost: the cells that occurred count, not N.
func BenchmarkBayes(b *testing.B) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		tr := truthFor(b, load(b, name))
		counts := tr.sample(b, 1e5, 1)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Bayes(context.Background(), counts, tr.model.Sizes().S, Options{Seed: 1})
			}
		})
	}
}
