package planning_test

import (
	"math"
	"testing"

	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// For exact parameters levelling is exact: pair by pair in any order of the states, and for an ordinary
// POMDP, whatever plans branch on.
func TestLevellingIsExactForExactParameters(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot", "tiger", "two-step", "random:3,2,2,2,5"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, observe := range planning.Observations() {
			o := planning.Options{Horizon: 3, Discount: .9, Observe: observe}
			best, err := planning.Optimal(t.Context(), sc.Model, o)
			if err != nil {
				t.Fatal(err)
			}
			n := sc.Model.Sizes()
			order := pomdp.IdentityOrder(n)
			for pair := range order { // another order in each pair
				for j := range order[pair] {
					order[pair][j] = (j + pair) % n.S
				}
			}
			pairs, err := planning.FromPairs(sc.Model.Pairs(order), observe)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := planning.FromModel(sc.Model, observe)
			if err != nil {
				t.Fatal(err)
			}
			for what, p := range map[string]*planning.Problem{"pairs": pairs, "POMDP": whole} {
				o.Planner = planning.Levelling
				plan, err := planning.Solve(t.Context(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				_, value, err := planning.Evaluate(sc.Model, plan.Tree)
				if err != nil || math.Abs(value-best.Value) > 1e-10 || math.Abs(plan.Value-best.Value) > 1e-10 {
					t.Errorf("%s by %s, %s: promises %g, is worth %g, expected %g, %v", name, observe, what, plan.Value, value, best.Value, err)
				}
			}
		}
	}
}
