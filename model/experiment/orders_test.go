package experiment_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp/finding"
)

// naive mixes the states up on about half of the seeds of tea, and says so
// exactly where its regret shows it; aligned never does.
func TestMixedOrdersAreFound(t *testing.T) {
	tr := truth(t, "tea")
	found := 0
	const seeds = 20
	for seed := range uint64(seeds) {
		counts, err := tr.Draw(seed, 1e6)
		if err != nil {
			t.Fatal(err)
		}
		mixed := func(by moments.Run) bool {
			e := experiment.Estimate(context.Background(), by, moments.Data{Counts: counts}, 2, moments.Options{Seed: seed}, tr)
			return slices.ContainsFunc(e.Findings, func(f finding.Finding) bool { return f.Code == finding.MixedOrders })
		}
		if mixed(moments.OfCounts(spectral.Naive)) {
			found++
		}
		if mixed(moments.OfCounts(spectral.Aligned)) {
			t.Errorf("seed %d: aligned mixes the states up", seed)
		}
	}
	if found < seeds/5 || found > seeds*4/5 {
		t.Errorf("naive mixed the states up on %d of %d seeds", found, seeds)
	}
}

// On few episodes naive's orders cannot be told, and that is said.
func TestOrdersInDoubtAreSaidToBe(t *testing.T) {
	tr := truth(t, "tea")
	told, doubted := 0, 0
	for seed := range uint64(20) {
		counts, err := tr.Draw(seed, 200)
		if err != nil {
			t.Fatal(err)
		}
		e := experiment.Estimate(context.Background(), moments.OfCounts(spectral.Naive), moments.Data{Counts: counts}, 2, moments.Options{Seed: seed}, tr)
		if !e.OK() {
			continue
		}
		told++
		for _, f := range e.Findings {
			if f.Code == finding.MixedOrders && strings.Contains(f.Detail, "cannot be told") {
				doubted++
			}
		}
	}
	if told < 3 || doubted == 0 {
		t.Errorf("of %d estimates %d are in doubt, expected some", told, doubted)
	}
}
