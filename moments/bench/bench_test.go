package bench_test

import (
	"testing"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// drawn are a scenario's counts: N episodes, or the exact law for N = 0.
func drawn(t testing.TB, name string, episodes float64, seed uint64) (*moments.Counts, int) {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	e, err := pomdp.NewExploration(m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
	if err != nil {
		t.Fatal(err)
	}
	law := pomdp.ExactLaw(m, e)
	if episodes == 0 {
		return moments.FromLaw(law), m.Sizes().S
	}
	counts, err := moments.Sample(law, episodes, pomdp.Source(seed, pomdp.StreamLeap, 0))
	if err != nil {
		t.Fatal(err)
	}
	return counts, m.Sizes().S
}

// Every mistake, made with other rotations than the bench's own, is named first or nearly so,
// at the exact law and at 10⁶ episodes.
func TestMistakesAreNamed(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "dialog"} {
		for _, episodes := range []float64{0, 1e6} {
			counts, states := drawn(t, name, episodes, 3)
			for _, m := range bench.Mistakes() {
				theirs, err := bench.Plain(counts, states, 77, m.Name)
				r, failed := bench.Examine(t.Context(), theirs, counts, states, moments.Options{Seed: 5})
				if failed != nil {
					t.Fatal(failed)
				}
				rank := -1
				for i, s := range r.Suspects {
					if s.Name == m.Name {
						rank = i + 1
					}
				}
				first := ""
				if r.First >= 0 {
					first = r.Judged[r.First].What
				}
				t.Logf("%s N=%g %s: rank %d, likely %d, first %s, distance %.2g of %.2g, %v", name, episodes, m.Name, rank, len(r.Likely()), first, r.Suspects[max(rank-1, 0)].Distance, r.Correct, err)
			}
		}
	}
}
