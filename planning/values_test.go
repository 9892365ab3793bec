package planning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"eeporl/planning/vectors"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestFieldValues: the value at b₀ of every problem and horizon that is known
// from elsewhere, to 1e-9, by every planner that finds it within a number of
// elementary steps, the same on every machine. Up to horizon 4 two planners must
// find it and agree to 1e-10; beyond, those that fewer found are listed.
// EEPORL_SLOW=1 gives 1,800 times the steps.
func TestFieldValues(t *testing.T) {
	steps := int64(3e5)
	if os.Getenv("EEPORL_SLOW") != "" {
		steps *= 1800
	}
	problems := map[string]*Problem{}
	var rows, twice int
	var once, never []string
	for _, v := range fieldValues(t) {
		if !tier.Asked() && v.Horizon > 2 {
			continue
		}
		p := problems[v.Problem]
		if p == nil {
			p, _ = fieldProblem(t, v.Problem)
			problems[v.Problem] = p
		}
		found := confirmed(t, p, v, steps)
		if len(found) < 2 && v.Horizon <= 4 {
			found = confirmed(t, p, v, max(1e9, 360*steps))
		}
		rows++
		switch at := v.String(); {
		case len(found) >= 2:
			twice++
		case v.Horizon <= 4:
			t.Errorf("%s: found by %v, expected two planners", at, found)
		case len(found) == 1:
			once = append(once, at)
		default:
			never = append(never, at)
		}
	}
	t.Logf("%d rows: %d by two planners\n%d by one: %s\n%d by none: %s", rows, twice,
		len(once), strings.Join(once, "; "), len(never), strings.Join(never, "; "))
}

func (v fieldValue) String() string {
	return fmt.Sprintf("%s γ = %g H = %d", v.Problem, v.Discount, v.Horizon)
}

// confirmed lists the planners that find a value, those that are not asked
// because two others did left out.
func confirmed(t *testing.T, p *Problem, v fieldValue, steps int64) (by []Planner) {
	size := max(1, math.Abs(v.Value))
	first := 0.0
	for _, planner := range []Planner{Reachable, Pruning, PointBased} {
		if len(by) == 2 {
			break
		}
		plan, err := withinSteps(p, Options{Horizon: v.Horizon, Discount: v.Discount, Planner: planner, Gap: 1e-11 * size}, steps)
		var over *BudgetError
		if errors.As(err, &over) || err == nil && plan.Upper-plan.Value > 1e-10*size {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%v, %s", v, planner)
		pomdptest.Near(t, at, plan.Value, v.Value, 1e-9*size)
		if len(by) == 0 {
			first = plan.Value
		}
		pomdptest.Near(t, at+" against "+string(append(by, planner)[0]), plan.Value, first, 1e-10*size)
		by = append(by, planner)
	}
	return by
}

// withinSteps is what one planner finds by itself in a number of elementary
// steps; if it does not, that is a *BudgetError.
func withinSteps(p *Problem, o Options, steps int64) (*Plan, error) {
	o.Budget.Vectors = 100_000
	o.Budget.Trials = math.MaxInt // the steps end it
	ctx, cancel := vectors.WithSteps(context.Background(), steps, &BudgetError{Planner: o.Planner})
	defer cancel()
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	var plan *Plan
	if o.Planner == PointBased {
		plan, err = solvePoint(ctx, ctx, p, o, nil)
	} else {
		plan, _, err = p.exact(ctx, o)
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return plan, err
}
