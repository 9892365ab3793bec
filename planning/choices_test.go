package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// A plan's tree takes at every node the action that Choices values most, for exact
// and for disturbed parameters of random models and for a model itself; at the root
// that is the plan's own value.
func TestTheTreeTakesTheBestChoice(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 9))
		m := load(t, []string{"tea", "noisy-tiger", "tiger"}[seed%3])
		horizon := 2 + int(seed%3)
		var p *Problem
		var err error
		switch {
		case seed%4 == 3:
			p, err = FromModel(m, ObserveRZ)
		default:
			p, err = FromPairs(learned(m, .02*float64(seed%2), rng), ObserveRZ)
		}
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Solve(ctx, p, Options{Horizon: horizon, Planner: Pruning})
		if err != nil {
			t.Fatal(err)
		}
		var walk func(node int, w Weights)
		walk = func(node int, w Weights) {
			n := plan.Tree.Nodes[node]
			best := math.Inf(-1)
			for _, c := range p.Choices(w, &plan.Levels[n.T-1]) {
				best = max(best, c.Value)
			}
			chosen, ok := p.Chosen(w, n)
			if !ok {
				t.Fatalf("seed %d: node %d has no weights", seed, node)
			}
			near(t, "the chosen action's value", chosen.Value, best, 1e-9)
			if node == 0 {
				near(t, "the value at the root", best, plan.Value, 1e-9)
			}
			for o, child := range n.Next {
				if after := p.After(chosen, o, plan.Discount); after.Mass() > 1e-9 {
					walk(child, after)
				}
			}
		}
		walk(0, p.Root())
	}
}
