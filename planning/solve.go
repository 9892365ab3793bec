package planning

import (
	"context"
	"errors"
	"fmt"
	"math"

	"eeporl/pomdp/figure"
)

// reachableFirst is up to how many beliefs Auto lets Reachable try before it
// turns to pruning.
const reachableFirst = 300_000

// How many elementary steps Auto gives the exact planners, and PointBased takes,
// where no bound on the time was given: some 30 and 10 seconds of one processor.
const (
	exactSteps = 20e9
	pointSteps = 7e9
)

// Solve plans for a problem, which says itself what is observed: Options.Observe
// is not looked at. Cancelling ctx ends it with ctx's error. An exhausted budget
// does not: what the exact planners have by then becomes a part of PointBased's
// bounds, and the answer is the certified interval that those reach in the rest
// of the budget. Plan.Planner and Plan.Why say so.
func Solve(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	o.Observe = p.observe
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if o.Planner == PointBased {
		return p.interval(ctx, o, nil, "asked for: a certified interval at the initial belief")
	}
	limited, cancel := o.exactly(ctx)
	defer cancel()
	plan, levels, err := p.exact(limited, o)
	if err == nil {
		return plan, nil
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if limited.Err() != nil {
		err = context.Cause(limited)
	}
	var over *BudgetError
	if !errors.As(err, &over) {
		return nil, err
	}
	o.Planner = PointBased
	o.Budget.Time /= 2
	return p.interval(ctx, o, levels, fmt.Sprintf("exact planning went beyond its budget (%v): the value lies in a certified interval", over))
}

// exactly bounds the exact planners: by half of the time where there is a bound
// on it, and otherwise, for Auto, by the work.
func (o Options) exactly(ctx context.Context) (context.Context, context.CancelFunc) {
	over := &BudgetError{Planner: o.Planner, T: o.Horizon, Needed: "more work", Budget: figure.Number(exactSteps) + " elementary steps"}
	switch {
	case o.Budget.Time > 0:
		over.Needed, over.Budget = "more time", (o.Budget.Time / 2).String()
		return context.WithTimeoutCause(ctx, o.Budget.Time/2, over)
	case o.Planner == Auto:
		return withSteps(ctx, exactSteps, over)
	}
	return context.WithCancel(ctx)
}

// exact plans by one of the exact planners. With an error it returns the levels
// that are complete.
func (p *Problem) exact(ctx context.Context, o Options) (*Plan, []Level, error) {
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
	}
	return p.exactBySize(ctx, o)
}

// exactBySize picks among the exact planners.
func (p *Problem) exactBySize(ctx context.Context, o Options) (*Plan, []Level, error) {
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
		return plan, nil, nil
	}
	var over *BudgetError
	if !errors.As(err, &over) {
		return nil, nil, err
	}
	o.Planner = Pruning
	levels, err := prune(ctx, p, o.within(p))
	return p.fromSets(o, levels, err, fmt.Sprintf(
		"|S| = %d and more than %d beliefs can follow the initial one: pruned vector sets do not grow with them", p.states, small.Budget.Vectors))
}

// interval plans by PointBased, from levels that are known exactly up.
func (p *Problem) interval(ctx context.Context, o Options, known []Level, why string) (*Plan, error) {
	plan, err := solvePoint(ctx, p, o.within(p), known)
	if err != nil && errors.Is(err, ctx.Err()) {
		return nil, context.Cause(ctx)
	}
	plan, _, err = explained(plan, err, why)
	return plan, err
}

func explained(plan *Plan, err error, why string) (*Plan, []Level, error) {
	if err != nil {
		return nil, nil, err
	}
	plan.Why = why
	return plan, nil, nil
}

// fromSets picks argmax b̂·β over all sets of the last level and follows its
// branches down.
func (p *Problem) fromSets(o Options, levels []Level, err error, why string) (*Plan, []Level, error) {
	if err != nil {
		return nil, levels, err
	}
	plan, err := p.bestOf(o, levels)
	if err != nil {
		return nil, nil, err
	}
	plan.Why = why
	return plan, levels, nil
}

func (p *Problem) bestOf(o Options, levels []Level) (*Plan, error) {
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
		return plan, nil
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
