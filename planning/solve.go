package planning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// reachableFirst is up to how many beliefs Auto lets Reachable try before it
// turns to pruning.
const reachableFirst = 300_000

// exactTime is how long Auto lets the exact planners go on where no bound on
// the time was given.
const exactTime = 30 * time.Second

// Solve plans for a problem, which says itself what is observed: Options.Observe
// is not looked at. Cancelling ctx ends it with ctx's error. An
// exhausted budget ends the exact planners with a *BudgetError; PointBased, and
// with it Auto, answers with what it has certified by then.
func Solve(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	o.Observe = p.observe
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if o.Budget.Time > 0 {
		cause := &BudgetError{Planner: o.Planner, T: o.Horizon, Needed: "more time", Budget: o.Budget.Time.String()}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Budget.Time, cause)
		defer cancel()
	}
	plan, err := p.solve(ctx, o)
	if err != nil && errors.Is(err, ctx.Err()) {
		return nil, context.Cause(ctx)
	}
	return plan, err
}

func (p *Problem) solve(ctx context.Context, o Options) (*Plan, error) {
	switch o.Planner {
	case Enumerate:
		levels, err := enumerate(ctx, p, o.within(p))
		return p.fromSets(o, levels, err, "asked for: every vector of the definition")
	case Pruning:
		levels, err := prune(ctx, p, o.within(p))
		return p.fromSets(o, levels, err, "asked for: exact over the whole belief simplex")
	case Reachable:
		plan, err := solveReachable(ctx, p, o.within(p))
		return explained(plan, err, "asked for: exact at the initial belief")
	case PointBased:
		plan, err := solvePoint(ctx, p, o.within(p))
		return explained(plan, err, "asked for: a certified interval at the initial belief")
	case Exact:
		return p.exact(ctx, o)
	}
	return p.auto(ctx, o)
}

// auto picks a planner by size: exact ones first, and where the budget ends
// them the bounds that PointBased reaches in what is left of it.
func (p *Problem) auto(ctx context.Context, o Options) (*Plan, error) {
	exact := exactTime
	if o.Budget.Time > 0 {
		exact = o.Budget.Time / 2
	}
	limited, cancel := context.WithTimeoutCause(ctx, exact, &BudgetError{
		Planner: Pruning, T: o.Horizon, Needed: "more time", Budget: exact.String()})
	defer cancel()
	plan, err := p.exact(limited, o)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = context.Cause(limited)
	}
	var over *BudgetError
	if !errors.As(err, &over) {
		return plan, err
	}
	o.Planner = PointBased
	if o.Budget.Time > 0 {
		o.Budget.Time -= exact
	}
	plan, err = solvePoint(ctx, p, o.within(p))
	if err == nil {
		plan.Why = fmt.Sprintf("exact planning went beyond its budget (%v): the value lies in a certified interval", over)
	}
	return plan, err
}

// exact picks among the exact planners.
func (p *Problem) exact(ctx context.Context, o Options) (*Plan, error) {
	if p.states <= 2 {
		o.Planner = Pruning
		levels, err := prune(ctx, p, o.within(p))
		return p.fromSets(o, levels, err, fmt.Sprintf(
			"|S| = %d: the upper envelope is exact without linear programs, over the whole belief simplex", p.states))
	}
	small := o
	small.Planner = Reachable
	small = small.within(p)
	small.Budget.Vectors = min(reachableFirst, small.Budget.Vectors)
	plan, err := solveReachable(ctx, p, small)
	if err == nil {
		plan.Why = fmt.Sprintf("|S| = %d and the beliefs that can follow the initial one are few, %d: evaluating those is exact there", p.states, plan.Beliefs)
		return plan, nil
	}
	var over *BudgetError
	if !errors.As(err, &over) {
		return nil, err
	}
	o.Planner = Pruning
	levels, err := prune(ctx, p, o.within(p))
	return p.fromSets(o, levels, err, fmt.Sprintf(
		"|S| = %d and more than %d beliefs can follow the initial one: pruned vector sets do not grow with them", p.states, small.Budget.Vectors))
}

func explained(plan *Plan, err error, why string) (*Plan, error) {
	if err != nil {
		return nil, err
	}
	plan.Why = why
	return plan, nil
}

// fromSets picks argmax b̂·β over all sets of the last level and follows its
// branches down.
func (p *Problem) fromSets(o Options, levels []Level, err error, why string) (*Plan, error) {
	if err != nil {
		return nil, err
	}
	top := &levels[o.Horizon-1]
	bestOf := make([]int, p.sets())
	values := make([]float64, p.sets())
	best := math.Inf(-1)
	for set := range values {
		bestOf[set], values[set] = top.Sets[set].Best(p.initial[set])
		best = max(best, values[set])
	}
	for set, value := range values {
		if !tied(value, best) {
			continue
		}
		e := setExtractor{p: p, levels: levels, memo: map[[3]int]int{}}
		root := e.extract(o.Horizon, set, bestOf[set])
		plan := p.finish(o, e.raw.finish(p, root, o.Discount), set, value)
		plan.Levels = levels
		return explained(plan, nil, why)
	}
	return nil, fmt.Errorf("value: found %g, expected a finite number", best)
}

// finish makes a plan of its tree.
func (p *Problem) finish(o Options, tree *Tree, rootSet int, value float64) *Plan {
	plan := &Plan{
		Horizon: o.Horizon, Discount: o.Discount, Observe: o.Observe, Planner: o.Planner,
		Value: value, Upper: value, First: [2]int{-1, tree.Nodes[0].Action}, Tree: tree, Mass: p.mass(tree, rootSet),
	}
	if p.slots > 1 {
		plan.First[0] = rootSet / p.slots
	}
	return plan
}

// setExtractor follows vectors' branches to a tree.
type setExtractor struct {
	p      *Problem
	levels []Level
	raw    rawTree
	memo   map[[3]int]int
}

func (e *setExtractor) extract(t, set, vector int) int {
	key := [3]int{t, set, vector}
	if i, ok := e.memo[key]; ok {
		return i
	}
	s := &e.levels[t-1].Sets[set]
	n := rawNode{t: t, set: set, action: s.root(vector)}
	if t > 1 {
		unit := e.p.unit(set/e.p.slots, n.action)
		for _, branch := range s.branches(vector) {
			nextSet, next := e.p.at(unit, &e.levels[t-2], int(branch))
			n.next = append(n.next, e.extract(t-1, nextSet, next))
		}
	}
	i := e.raw.add(n)
	e.memo[key] = i
	return i
}
