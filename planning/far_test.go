package planning

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestNoRegretFar: exact parameters, far horizons: 8 where |S| = 2 or the
// states do not move, 5 elsewhere.
func TestNoRegretFar(t *testing.T) {
	tier.Long(t, "plans for many steps")
	rng := rand.New(rand.NewPCG(71, 72))
	models := []*pomdp.POMDP{still(t, randomModel(t, pomdp.Sizes{S: 3, A: 2, Z: 2, R: 2}, rng))}
	for _, name := range wellPosed {
		models = append(models, load(t, name))
	}
	for _, m := range models {
		horizon := 5
		if m.Sizes().S == 2 || m.Name() == "still" {
			horizon = 8
		}
		ordinary, err := FromModel(m, ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		plan := findPolicy(t, m.Pairs(randomOrder(m.Sizes(), rng)), Options{Horizon: horizon})
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s, H = %d took %v", m.Name(), horizon, took)
		}
		_, value, err := Evaluate(m, plan.Tree)
		if err != nil {
			t.Fatal(err)
		}
		pomdptest.Near(t, m.Name()+": value", plan.Value, value, 1e-12*max(1, value))
		for _, planner := range []Planner{Reachable, Pruning} {
			if planner == Pruning && m.Sizes().S > 2 {
				continue
			}
			best, err := exactPlan(context.Background(), ordinary, Options{Horizon: horizon, Planner: planner, Budget: Budget{Vectors: 500_000}})
			if err != nil {
				t.Logf("%s, %s: %v", m.Name(), planner, err)
				continue
			}
			pomdptest.Near(t, m.Name()+": regret by "+string(planner), best.Value-value, 0, 1e-12*max(1, value))
		}
	}
}

// still is a model whose states never change.
func still(t *testing.T, m *pomdp.POMDP) *pomdp.POMDP {
	t.Helper()
	spec := m.Spec()
	spec.Name = "still"
	for a := range spec.Transition {
		for s := range spec.Transition[a] {
			clear(spec.Transition[a][s])
			spec.Transition[a][s][s] = 1
		}
	}
	out, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
