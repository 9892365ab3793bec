package planning

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestDecompose: the parts sum to the regret, and an optimal tree has none.
func TestDecompose(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for _, name := range wellPosed {
		m := load(t, name)
		for _, observe := range []Observe{ObserveRZ, ObserveZ} {
			best, err := Optimal(context.Background(), m, Options{Observe: observe, Discount: .9})
			if err != nil {
				t.Fatal(err)
			}
			none, err := Decompose(context.Background(), m, best.Tree)
			if err != nil {
				t.Fatal(err)
			}
			pomdptest.Near(t, name+": regret of the optimum", none.Total, 0, 1e-12)
			if len(none.Decisions) > 0 {
				t.Errorf("%s: an optimal tree decides badly: %+v", name, none.Decisions[0])
			}
			plan := findPolicy(t, learned(m, .3, rng), Options{Horizon: m.Horizon(), Discount: .9, Observe: observe})
			_, value, err := Evaluate(m, plan.Tree)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Decompose(context.Background(), m, plan.Tree)
			if err != nil {
				t.Fatal(err)
			}
			pomdptest.Near(t, name+": regret", r.Total, best.Value-value, 1e-11)
			pomdptest.Near(t, name+": steps", total(r.Steps), r.Total, 1e-12)
			shares := 0.0
			for i, d := range r.Decisions {
				shares += d.Share
				if d.Cost <= 0 || d.Action == d.Best || len(d.Past) != d.Step || d.Action != plan.Tree.Nodes[d.Node].Action {
					t.Errorf("%s: %+v", name, d)
				}
				if d.Step == 0 && !d.First {
					t.Errorf("%s: the first decision is not a first one", name)
				}
				if i > 0 && d.Share > r.Decisions[i-1].Share {
					t.Errorf("%s: decisions out of order", name)
				}
			}
			pomdptest.Near(t, name+": shares", shares, r.Total, 1e-12)
		}
	}
}

func TestOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 54))
	for _, name := range []string{"tea", "diagnosis"} {
		m := load(t, name)
		v, err := NewOptimum(context.Background(), m, Options{Horizon: 3})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			b := pomdptest.Distribution(rng, m.Sizes().S)
			for steps := 1; steps <= 3; steps++ {
				value, err := v.Value(context.Background(), steps, b)
				if err != nil {
					t.Fatal(err)
				}
				pomdptest.Near(t, name, value, beliefTree(m, b, steps), 1e-12)
				q, err := v.Actions(context.Background(), steps, b)
				if err != nil {
					t.Fatal(err)
				}
				pomdptest.Near(t, name+": best action", slices.Max(q), value, 1e-12)
			}
		}
	}
}

// A tree that leads to more beliefs than are followed: the total is exact all the same, and what
// is left out is stated.
func TestDecomposeFollowsTheLikeliest(t *testing.T) {
	tier.Long(t, "plans for many steps")
	m, err := load(t, "tea").WithHorizon(10)
	if err != nil {
		t.Fatal(err)
	}
	plan := findPolicy(t, learned(m, .02, rand.New(rand.NewPCG(1, 2))), Options{Horizon: 10})
	best, err := Optimal(context.Background(), m, Options{Horizon: 10})
	if err != nil {
		t.Fatal(err)
	}
	_, value, err := Evaluate(m, plan.Tree)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Decompose(context.Background(), m, plan.Tree)
	if err != nil {
		t.Fatal(err)
	}
	pomdptest.Near(t, "regret", r.Total, best.Value-value, 1e-10)
	pomdptest.Near(t, "steps and the rest", total(r.Steps)+r.Left, r.Total, 1e-10)
	if !(r.Left > 0) || r.Left > r.Total || len(r.Decisions) > mostDecisions {
		t.Errorf("found %g left of %g, %d decisions", r.Left, r.Total, len(r.Decisions))
	}
}
