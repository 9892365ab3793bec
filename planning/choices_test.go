package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp/pomdptest"
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
			pomdptest.Near(t, "the chosen action's value", chosen.Value, best, 1e-9)
			if node == 0 {
				pomdptest.Near(t, "the value at the root", best, plan.Value, 1e-9)
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

// What a plan's vectors say at a belief, with any number of steps to go, is what planning anew
// from there finds; a planner that does not keep them all says nothing.
func TestAt(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"tea", "noisy-tiger", "tiger", "robot"} {
		m := load(t, name)
		const horizon = 6
		p, err := FromModel(m, ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := Solve(ctx, p, Options{Horizon: horizon, Discount: m.Discount(), Planner: Pruning})
		if err != nil {
			t.Fatal(err)
		}
		for steps := 1; steps <= horizon; steps++ {
			first := rng.Float64()
			rest, err := m.From([]float64{first, 1 - first}, steps)
			if err != nil {
				t.Fatal(err)
			}
			q, err := FromModel(rest, ObserveRZ)
			if err != nil {
				t.Fatal(err)
			}
			want, err := Solve(ctx, q, Options{Horizon: steps, Discount: m.Discount()})
			if err != nil {
				t.Fatal(err)
			}
			action, value, ok := whole.At(rest.InitialBelief(), steps)
			if !ok || action != want.First[1] || math.Abs(value-want.Value) > 1e-12*max(1, math.Abs(want.Value)) {
				t.Errorf("%s, %d steps to go: found action %d, value %.15g, %v, expected %d, %.15g", name, steps, action, value, ok, want.First[1], want.Value)
			}
		}
		certified, err := Solve(ctx, p, Options{Horizon: horizon, Discount: m.Discount(), Planner: PointBased})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := certified.At(m.InitialBelief(), 3); ok {
			t.Errorf("%s: found an answer of a planner that keeps only the vectors it met", name)
		}
	}
}
