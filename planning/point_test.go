package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestPointBasedClosesIn: to the exact value, from both sides and never back.
func TestPointBasedClosesIn(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for i := range 20 {
		n := pomdp.Sizes{S: 2 + i%3, A: 2, Z: 2, R: 2}
		m := randomModel(t, n, rng)
		for kind, p := range map[string]*pomdp.PairParameters{"exact": m.Pairs(randomOrder(n, rng)), "learned": learned(m, .1, rng)} {
			at := fmt.Sprintf("model %d, %s: ", i, kind)
			o := Options{Horizon: 4, Discount: .95, Planner: Reachable}
			want := findPolicy(t, p, o)
			o.Planner, o.Gap = PointBased, 1e-10
			plan := findPolicy(t, p, o)
			pomdptest.Near(t, at+"value", plan.Value, want.Value, 1e-10)
			pomdptest.Near(t, at+"upper", plan.Upper, want.Value, 1e-10)
			pomdptest.Near(t, at+"b̂·β", findRoot(p, plan), plan.Value, 1e-12)
			certified(t, at, plan, want.Value)
		}
	}
}

// certified checks that the bounds hold a value, shrink and end with the plan's.
func certified(t *testing.T, at string, plan *Plan, value float64) {
	t.Helper()
	for k, b := range plan.Bounds {
		if b.Lower > value+1e-9 || b.Upper < value-1e-9 {
			t.Errorf("%s%+v does not hold %g", at, b, value)
		}
		if k > 0 && (b.Lower < plan.Bounds[k-1].Lower || b.Upper > plan.Bounds[k-1].Upper) {
			t.Errorf("%s%+v after %+v", at, b, plan.Bounds[k-1])
		}
	}
	last := plan.Bounds[len(plan.Bounds)-1]
	pomdptest.Near(t, at+"last lower bound", plan.Value, last.Lower, 1e-9)
	pomdptest.Near(t, at+"last upper bound", plan.Upper, last.Upper, 1e-9)
}

// TestPointBasedOnField: the interval holds the value that is known.
func TestPointBasedOnField(t *testing.T) {
	names := map[string]bool{"tiger-grid": true, "hallway": true, "4x5x2.95": true}
	for _, v := range fieldValues(t) {
		if !names[v.Problem] || v.Horizon > 5 {
			continue
		}
		p, _ := fieldProblem(t, v.Problem)
		plan, err := Solve(context.Background(), p, Options{Horizon: v.Horizon, Discount: v.Discount, Planner: PointBased, Budget: Budget{Trials: 10}})
		if err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%s, H = %d: ", v.Problem, v.Horizon)
		certified(t, at, plan, v.Value)
		first := plan.Bounds[0]
		t.Logf("%s[%.6g, %.6g] → [%.6g, %.6g], exact %.6g", at, first.Lower, first.Upper, plan.Value, plan.Upper, v.Value)
	}
}

// TestAutoEndsInACertifiedAnswer when the budget is too small for the exact
// planners.
func TestAutoEndsInACertifiedAnswer(t *testing.T) {
	m := load(t, "dialog")
	want, err := Optimal(context.Background(), m, Options{Horizon: 5, Planner: Reachable})
	if err != nil {
		t.Fatal(err)
	}
	n := pomdp.Sizes{S: 4, A: 2, Z: 3, R: 3}
	rng := rand.New(rand.NewPCG(43, 44))
	plan := findPolicy(t, learned(randomModel(t, n, rng), .1, rng), Options{Horizon: 8, Budget: Budget{Time: 400 * time.Millisecond}})
	if plan.Planner != PointBased || !(plan.Upper > plan.Value) || len(plan.Bounds) == 0 || plan.Why == "" {
		t.Errorf("%s: [%g, %g] because %s", plan.Planner, plan.Value, plan.Upper, plan.Why)
	}
	if want.Upper != want.Value {
		t.Errorf("exact plan with value %g and upper bound %g", want.Value, want.Upper)
	}
}
