package planning

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestBudgetStopsBeforeMemoryIsGone: the exact planners themselves.
func TestBudgetStopsBeforeMemoryIsGone(t *testing.T) {
	m := load(t, "tea")
	p, err := FromPairs(m.Pairs(pomdp.IdentityOrder(m.Sizes())), ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	for planner, budget := range map[Planner]Budget{
		Enumerate: {}, Pruning: {Vectors: 20}, Reachable: {Vectors: 20},
	} {
		o, err := Options{Horizon: 4, Planner: planner, Budget: budget}.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.exact(context.Background(), o)
		var over *BudgetError
		if !errors.As(err, &over) {
			t.Fatalf("%s: %v, want a budget error", planner, err)
		}
		if planner == Enumerate && (over.T != 4 || over.Needed != "1.93·10²⁵ vectors in each of 4 sets") {
			t.Errorf("enumeration: %v", err)
		}
	}
}

// TestBudgetsEndInACertifiedAnswer, whatever the planner and whatever runs out.
func TestBudgetsEndInACertifiedAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	n := pomdp.Sizes{S: 4, A: 2, Z: 2, R: 2}
	for i := range 5 {
		m := randomModel(t, n, rng)
		for kind, par := range map[string]*pomdp.PairParameters{"exact": m.Pairs(randomOrder(n, rng)), "learned": learned(m, .1, rng)} {
			want := findPolicy(t, par, Options{Horizon: 4, Planner: Reachable})
			for name, b := range map[string]Budget{
				"vectors": {Vectors: 30}, "memory": {Memory: 10_000}, "time": {Time: time.Millisecond}, "trials": {Vectors: 30, Trials: 2},
			} {
				for _, planner := range []Planner{Auto, Exact, Enumerate, Pruning, Reachable, PointBased} {
					at := fmt.Sprintf("model %d, %s, %s, %s: ", i, kind, name, planner)
					plan := findPolicy(t, par, Options{Horizon: 4, Planner: planner, Budget: b})
					if plan.Value > want.Value+1e-10 || plan.Upper < want.Value-1e-10 {
						t.Errorf("%s[%g, %g] does not hold %g", at, plan.Value, plan.Upper, want.Value)
					}
					pomdptest.Near(t, at+"b̂·β", findRoot(par, plan), plan.Value, 1e-12)
					if plan.Planner == PointBased {
						certified(t, at, plan, want.Value)
					}
				}
			}
		}
	}
}

// TestCompleteLevelsAreBounds: what Pruning had done when its budget ended makes
// the interval narrower than PointBased alone has it after as many trials.
func TestCompleteLevelsAreBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(93, 94))
	n := pomdp.Sizes{S: 4, A: 2, Z: 2, R: 2}
	p, err := FromModel(randomModel(t, n, rng), ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Options{Horizon: 5, Planner: Pruning}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	exact, levels, err := p.exact(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Planner, o.Budget.Trials = PointBased, 5
	gap := 0.0
	for known := range 5 {
		plan, err := p.interval(context.Background(), o, levels[:known], "")
		if err != nil {
			t.Fatal(err)
		}
		certified(t, fmt.Sprintf("%d levels known: ", known), plan, exact.Value)
		if wide := plan.Upper - plan.Value; known > 0 && wide > gap+1e-12 {
			t.Errorf("%d levels known: gap %g, %g with one less", known, wide, gap)
		}
		gap = plan.Upper - plan.Value
	}
	if gap > 1e-9 {
		t.Errorf("gap %g with all levels but the last known", gap)
	}
}

// TestAutoIsTheSameEverywhere: where the work ends the exact planners, and how
// far the bounds close, depends on neither clock nor processors.
func TestAutoIsTheSameEverywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(95, 96))
	n := pomdp.Sizes{S: 4, A: 2, Z: 3, R: 2}
	p, err := FromPairs(learned(randomModel(t, n, rng), .1, rng), ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	over := &BudgetError{}
	solve := func(steps int64) (int, error) {
		o, err := Options{Horizon: 4, Planner: Pruning}.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := vectors.WithSteps(context.Background(), steps, over)
		defer cancel()
		_, levels, err := p.exact(ctx, o)
		if err != nil && context.Cause(ctx) != error(over) {
			t.Fatal(err)
		}
		return len(levels), err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	ended := map[int]bool{}
	for _, steps := range []int64{1e3, 1e5, 1e6, 3e6, 1e7, 3e7, 1e8} {
		runtime.GOMAXPROCS(1)
		one, err1 := solve(steps)
		runtime.GOMAXPROCS(4)
		for range 3 {
			if four, err4 := solve(steps); four != one || (err1 == nil) != (err4 == nil) {
				t.Errorf("%d steps: %d levels (%v) on one processor, %d (%v) on four", steps, one, err1, four, err4)
			}
		}
		ended[one] = true
	}
	if len(ended) < 3 {
		t.Errorf("the budgets ended after %v levels: too few to tell", ended)
	}
}

// TestPointBasedWithoutClock: no budget given, the same bounds every time.
func TestPointBasedWithoutClock(t *testing.T) {
	if os.Getenv("EEPORL_SLOW") == "" {
		t.Skip("takes a minute or two; EEPORL_SLOW=1 runs it")
	}
	rng := rand.New(rand.NewPCG(97, 98))
	n := pomdp.Sizes{S: 6, A: 3, Z: 3, R: 3}
	par := learned(randomModel(t, n, rng), .1, rng)
	solve := func() *Plan { return findPolicy(t, par, Options{Horizon: 8, Planner: PointBased}) }
	start := time.Now()
	one := solve()
	t.Logf("%d bounds, gap %g, in %v", len(one.Bounds), one.Upper-one.Value, time.Since(start))
	if !reflect.DeepEqual(one.Bounds, solve().Bounds) {
		t.Error("other bounds the second time")
	}
}

func TestWhySaysWhichBudgetEnded(t *testing.T) {
	m := load(t, "diagnosis")
	plan := findPolicy(t, m.Pairs(pomdp.IdentityOrder(m.Sizes())), Options{Horizon: 4, Planner: Enumerate})
	if plan.Planner != PointBased || !strings.Contains(plan.Why, "planner enumerate stopped at t = 3") {
		t.Errorf("%s: %s", plan.Planner, plan.Why)
	}
}
