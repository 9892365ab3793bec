package planning

import (
	"context"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp/pomdptest"
)

// TestAlongPromisesWhatTheTreeDoes: every node is met, and at the root the tree's own action promises the plan's
// value, the most of all.
func TestAlongPromisesWhatTheTreeDoes(t *testing.T) {
	p, err := From(learned(load(t, "tea"), .05, rand.New(rand.NewPCG(3, 4))), ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := exactPlan(context.Background(), p, Options{Horizon: 4, Discount: 1, Planner: Pruning})
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range plan.Tree.Nodes {
		at, w, ok := p.Along(plan.Tree, plan.Tree.Way(i))
		if !ok || at != i {
			t.Fatalf("node %d: its way leads to %d, %t", i, at, ok)
		}
		own, best := 0.0, 0.0
		for k, c := range p.Choices(w, &plan.Levels[n.T-1]) {
			if c.Action == n.Action {
				own = c.Value
			}
			if k == 0 || c.Value > best {
				best = c.Value
			}
		}
		if i == 0 {
			pomdptest.Near(t, "the root's action promises", own, plan.Value, 1e-12)
			pomdptest.Near(t, "the best of the root", best, plan.Value, 1e-12)
		}
	}
}
