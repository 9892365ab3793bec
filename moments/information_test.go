package moments

import (
	"context"
	"math"
	"strings"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
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
		found = found || f.Code == finding.UnidentifiableParameter && strings.Contains(f.Detail, "p(")
	}
	if !found || info.Deviation != nil || !math.IsNaN(info.RMSE(1e5)) {
		t.Errorf("findings %+v, RMSE %g", info.Findings, info.RMSE(1e5))
	}
}

// TestWaldIntervalsCover: normal theory's intervals hold the truth as often as they
// say, where no entry is at a bound.
func TestWaldIntervalsCover(t *testing.T) {
	tr := truthFor(t, load(t, interior))
	n := tr.model.Sizes()
	e := explore(t, n.A, pomdp.DefaultC(n.A))
	l := newLayout(n)
	held, total := 0, 0
	for seed := range uint64(40) {
		counts := tr.sample(t, 1e6, seed)
		est := Polished(context.Background(), counts, n.S, Options{Seed: seed})
		low, high := FisherInformation(est.Model, e).Intervals(est.Model, counts.Total(), .95)
		order := l.bestOrder(l.vector(est.Model), l.vector(tr.model))
		lo, hi := l.permuted(l.flatten(low), order), l.permuted(l.flatten(high), order)
		for i, v := range l.vector(tr.model) {
			total++
			if lo[i] <= v && v <= hi[i] {
				held++
			}
		}
	}
	c := float64(held) / float64(total)
	t.Logf("coverage of 95 %% intervals: %.3f", c)
	if c < .9 {
		t.Errorf("coverage of 95 %% intervals: %.3f", c)
	}
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
