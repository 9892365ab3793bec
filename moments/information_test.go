package moments

import (
	"context"
	"math"
	"strings"
	"testing"

	"eeporl/pomdp"
)

func TestInformationNamesTheNullDirection(t *testing.T) {
	spec := load(t, "tea").Spec()
	// Two states that nothing tells apart: b and T cannot be identified.
	for a := range spec.Actions {
		spec.Observation[a][1] = spec.Observation[a][0]
		spec.Reward[a][1] = spec.Reward[a][0]
	}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	info := FisherInformation(m, explore(t, 2, 0.5))
	found := false
	for _, f := range info.Findings {
		found = found || f.Code == UnidentifiableParameter && strings.Contains(f.Detail, "p(")
	}
	if !found || info.Deviation != nil || !math.IsNaN(info.RMSE(1e5)) {
		t.Errorf("findings %+v, RMSE %g", info.Findings, info.RMSE(1e5))
	}
}

// TestIntervalsCover: 95 % intervals of polished, by the information at its
// own estimate and by the bootstrap, hold the truth about that often.
func TestIntervalsCover(t *testing.T) {
	tr := truthFor(t, load(t, interior))
	n := tr.model.Sizes()
	e := explore(t, n.A, pomdp.DefaultC(n.A))
	l := newLayout(n)
	seeds, replicates, least := 12, 80, 0.85
	if testing.Short() {
		seeds, replicates, least = 4, 20, 0.65 // entries of one estimate err together
	}
	normal, boot, total := 0, 0, 0
	for seed := range uint64(seeds) {
		counts := tr.sample(t, 1e6, seed)
		est := Polished(context.Background(), counts, n.S, Options{Seed: seed})
		low, high := FisherInformation(est.Model, e).Intervals(est.Model, counts.Total(), 0.95)
		b := Bootstrap(context.Background(), counts, Polished, est, replicates, 0.95, nil)
		lo, hi := l.flatten(low), l.flatten(high)
		order := l.bestOrder(l.vector(est.Model), l.vector(tr.model))
		lo, hi = l.permuted(lo, order), l.permuted(hi, order)
		want := l.vector(tr.model)
		for i, v := range want {
			total++
			if lo[i] <= v && v <= hi[i] {
				normal++
			}
		}
		// The bootstrap's intervals are pair by pair; those of the first pair's
		// Z and R are compared.
		inverse := make([]int, n.S)
		for s, own := range order {
			inverse[own] = s
		}
		truthPairs := tr.model.Pairs(repeat(inverse, n.Pairs()))
		for i, v := range flattenPairs(truthPairs) {
			if flattenPairs(b.Low)[i] <= v && v <= flattenPairs(b.High)[i] {
				boot++
			}
		}
	}
	entries := len(flattenPairs(pomdp.NewPairParameters(n, nil)))
	a, c := float64(normal)/float64(total), float64(boot)/float64(seeds*entries)
	t.Logf("coverage of 95 %% intervals: information %.3f, bootstrap %.3f", a, c)
	if a < least || c < least-0.05 {
		t.Errorf("coverage of 95 %% intervals: information %.3f, bootstrap %.3f", a, c)
	}
}

func repeat(order []int, times int) pomdp.Order {
	out := make(pomdp.Order, times)
	for i := range out {
		out[i] = order
	}
	return out
}

func TestResampleKeepsTheTotal(t *testing.T) {
	tr := truthFor(t, load(t, "tea"))
	c := tr.sample(t, 12345, 1)
	r := Resample(c, 1, 0)
	if r.Total() != 12345 {
		t.Errorf("resampled %g episodes of 12345", r.Total())
	}
	for cell := range r.Cells {
		if c.At(cell) == 0 {
			t.Fatalf("cell %d was never seen but resampled", cell)
		}
	}
}
