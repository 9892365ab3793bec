package planning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/pomdp/workers"
)

// stepsOf is how many steps a planner takes, and the plan.
func stepsOf(t *testing.T, p *Problem, o Options) (*Plan, float64) {
	t.Helper()
	o.Observe = p.observe
	o, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := vectors.WithSteps(t.Context(), exactSteps, &BudgetError{})
	defer cancel()
	x, _ := find(o.Planner)
	plan, _, err := x.solve(ctx, p, o)
	var over *BudgetError
	if errors.As(err, &over) {
		return nil, math.Inf(1)
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan, float64(exactSteps - vectors.StepsLeft(ctx))
}

// cheaply says by how much more than the cheaper exact planner Auto takes, the first grants aside.
func cheaply(t *testing.T, at string, p *Problem, o Options) {
	t.Helper()
	least, value := math.Inf(1), 0.
	for _, planner := range []Planner{Pruning, Reachable} {
		o.Planner = planner
		if plan, steps := stepsOf(t, p, o); steps < least {
			least, value = steps, plan.Value
		}
	}
	o.Planner = Exact
	plan, steps := stepsOf(t, p, o)
	if plan == nil {
		t.Fatalf("%s: found no plan, expected one after %g steps", at, least)
	}
	pomdptest.Near(t, at+": value", plan.Value, value, 1e-10)
	if limit := 1.6*least + 10*firstGrant; steps > limit {
		t.Errorf("%s: found %.3g steps, expected at most %.3g: the cheaper planner takes %.3g", at, steps, limit, least)
	}
}

// TestAutoIsCheap: on the field's problems and on random ones, where now one planner is the cheaper
// one, now the other.
func TestAutoIsCheap(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	rng := rand.New(rand.NewPCG(421, 1))
	for i := range 12 {
		n := pomdp.Sizes{S: 3 + i%3, A: 2 + i%2, Z: 2, R: 2}
		m := randomModel(t, n, rng)
		p, err := FromModel(m, ObserveRZ)
		if i%2 == 1 {
			p, err = FromPairs(learned(m, .1, rng), ObserveRZ)
		}
		if err != nil {
			t.Fatal(err)
		}
		cheaply(t, fmt.Sprintf("model %d", i), p, Options{Horizon: 4})
	}
	for _, row := range []struct {
		name    string
		horizon int
	}{
		{"network", 8}, {"network", 12}, {"paint.95", 20}, {"4x3.95", 7}, {"4x3.95", 8}, {"cheese.95", 20}, {"cheese.95", 30},
		{"4x5x2.95", 8}, {"shuttle.95", 8}, {"saci-s12-a6-z5.95", 4}, {"heavenhell", 8}, {"query.s2", 4}, {"mini-hall2", 5},
	} {
		t.Run(row.name, func(t *testing.T) {
			p, discount := fieldProblem(t, row.name)
			cheaply(t, row.name, p, Options{Horizon: row.horizon, Discount: discount})
		})
	}
}

// TestRaceLeavesNothingRunning, whether it is won, cancelled, or ended by a panic.
func TestRaceLeavesNothingRunning(t *testing.T) {
	p, err := FromModel(randomModel(t, pomdp.Sizes{S: 4, A: 2, Z: 2, R: 2}, rand.New(rand.NewPCG(421, 2))), ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	broken := errors.New("broken")
	for _, end := range []string{"won", "cancelled", "panic"} {
		ctx, cancel := context.WithCancel(t.Context())
		o := Options{Horizon: 6, Planner: Auto, Progress: func(at Progress) {
			switch {
			case end == "cancelled" && at.Done == 3:
				cancel()
			case end == "panic" && at.Done == 3:
				panic(broken)
			}
		}}
		func() {
			defer func() {
				if found, panicked := recover().(*workers.Panic); panicked != (end == "panic") || panicked && !errors.Is(found, broken) {
					t.Errorf("%s: found panic %v", end, found)
				}
			}()
			if _, err := Solve(ctx, p, o); (end == "cancelled") != errors.Is(err, context.Canceled) {
				t.Errorf("%s: found %v", end, err)
			}
		}()
		cancel()
	}
	for range 100 { // those that have ended are counted for a moment
		if runtime.NumGoroutine() > before {
			time.Sleep(10 * time.Millisecond)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("found %d goroutines, expected %d as before", after, before)
	}
}

// TestBoundsThatMeet: where bounds meet at the initial belief long before sets of vectors are complete,
// Auto answers with them, and the value is the exact one.
func TestBoundsThatMeet(t *testing.T) {
	for _, c := range []struct {
		name    string
		horizon int
		known   bool // the sets are small enough to compare
	}{{"4x3.95", 8, true}, {"shuttle.95", 8, true}, {"4x3.95", 10, false}, {"shuttle.95", 20, false}, {"saci-s12-a6-z5.95", 20, false}} {
		t.Run(fmt.Sprint(c.name, c.horizon), func(t *testing.T) {
			p, discount := fieldProblem(t, c.name)
			o := Options{Horizon: c.horizon, Discount: discount, Planner: Auto}
			plan, steps := stepsOf(t, p, o)
			if plan == nil || plan.Upper-plan.Value > 1e-10 || steps > 3e8 {
				t.Fatalf("found the plan %v after %g steps, expected one whose value is known after at most 3e8", plan, steps)
			}
			if o.Planner = Pruning; c.known {
				exact, _ := stepsOf(t, p, o)
				pomdptest.Near(t, "value", plan.Value, exact.Value, 1e-10)
			} else if plan.Planner != PointBased {
				t.Errorf("found the planner %s, expected %s", plan.Planner, PointBased)
			}
		})
	}
}

// Where an interval is asked for, planning that would take long ends in it, and what is soon exact is exact.
func TestAutoEndsAtTheGapThatWasAsked(t *testing.T) {
	t.Parallel()
	p, discount := fieldProblem(t, "saci-s12-a6-z5.95")
	o := Options{Horizon: 5, Discount: discount, Gap: .01}
	plan, err := Solve(t.Context(), p, o)
	if err != nil || plan.Upper-plan.Value > o.Gap {
		t.Fatalf("found %v, an interval from %g to %g, expected one no wider than %g", err, plan.Value, plan.Upper, o.Gap)
	}
	p, discount = fieldProblem(t, "4x3.95")
	plan, err = Solve(t.Context(), p, Options{Horizon: 4, Discount: discount, Gap: .01})
	if err != nil || plan.Best().Open() {
		t.Errorf("found %v, an interval from %g to %g, expected the exact value", err, plan.Value, plan.Upper)
	}
}
