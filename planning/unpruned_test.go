package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestUnprunedHoldsWhatIsKept: every vector that pruning keeps is one of those formed, and all of them are as many
// as the paper's definition says.
func TestUnprunedHoldsWhatIsKept(t *testing.T) {
	p, err := From(learned(load(t, "tea"), .05, rand.New(rand.NewPCG(1, 2))), ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := exactPlan(context.Background(), p, Options{Horizon: 3, Discount: 1, Planner: Pruning})
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range plan.Levels[1].Sets {
		all, ok := p.Unpruned(context.Background(), set.Pair, &plan.Levels[0], 1, 64)
		if !ok || int64(all.Len()) != plan.Levels[1].Enumerated.Exact.Int64() {
			t.Fatalf("pair %d: found %d vectors, %t, expected %s", set.Pair, all.Len(), ok, plan.Levels[1].Enumerated)
		}
		for i := range set.Len() {
			found := false
			for j := range all.Len() {
				x, y := set.Values(i), all.Values(j)
				found = found || math.Abs(x[0]-y[0])+math.Abs(x[1]-y[1]) < 1e-12
			}
			if !found {
				t.Errorf("pair %d: %v is kept and was not formed", set.Pair, set.Values(i))
			}
		}
	}
	if _, ok := p.Unpruned(context.Background(), 0, &plan.Levels[1], 1, 64); ok {
		t.Error("more vectors were formed than the limit")
	}
}
