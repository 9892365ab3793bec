package experiment_test

import (
	"context"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp/finding"
)

// The orders of an estimate that learns each action alone, the verdict on them and
// the finding say the same.
func TestMixedOrdersAreSaidOnce(t *testing.T) {
	tr := truth(t, "tea")
	mixed := 0
	for seed := range uint64(12) {
		counts, err := tr.Draw(seed, 1e5)
		if err != nil {
			t.Fatal(err)
		}
		e := experiment.Estimate(context.Background(), moments.OfCounts(spectral.Naive), moments.Data{Counts: counts}, 2, moments.Options{Seed: seed}, tr)
		if len(e.Orders) != 2 {
			t.Fatalf("seed %d: found the orders %v, expected one for each action", seed, e.Orders)
		}
		if _, said := e.Find(finding.MixedOrders); said != e.Mixed() {
			t.Errorf("seed %d: the orders are %v, the finding is given: %v", seed, e.Orders, said)
		}
		if e.Mixed() {
			mixed++
		}
		if full := experiment.Estimate(context.Background(), moments.OfCounts(spectral.Full), moments.Data{Counts: counts}, 2, moments.Options{Seed: seed}, tr); full.Orders != nil || full.Mixed() {
			t.Errorf("seed %d: full has orders of single actions", seed)
		}
	}
	if mixed == 0 || mixed == 12 {
		t.Errorf("%d of 12 are mixed, expected some", mixed)
	}
}
