package planning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"eeporl/planning/vectors"
	"eeporl/pomdp/figure"
)

// How many elementary steps Auto gives the exact planners, and PointBased takes,
// where no bound on the time was given: some 30 and 10 seconds of one processor.
const (
	exactSteps = 20e9
	pointSteps = 21e9
	// soonSteps is what exact planning may take where an interval will do.
	soonSteps = exactSteps / 20
	// meetingSteps is how many of the exact planners' steps bounds may take to meet.
	meetingSteps = exactSteps / 2
)

// fallbackGap is the width of the interval, relative to the value, with which
// Auto is content where exact planning was too much.
const fallbackGap = 1e-5

// Solve plans for a problem. It ignores Options.Observe: the problem knows what is observed.
// Cancelling ctx ends it with ctx's cause. An exhausted budget is no error: the levels that
// an exact planner has completed by then become part of PointBased's bounds, and the answer
// is the certified interval that PointBased reaches in the rest of the budget. Plan.Planner
// and Plan.Why say so.
func Solve(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	o.Observe = p.observe
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	by := p.offset()
	if by != 0 {
		lower := p.less(by)
		lower.initial, lower.learned = p.initial, p.learned // From may have set others
		p = lower
	}
	unit := p.size()
	plan, err := p.in(unit).solve(ctx, o.in(unit, by))
	if err == nil {
		plan.outOf(unit, by)
	}
	return plan, err
}

// solve is Solve of a problem whose largest reward is about 1.
func (p *Problem) solve(ctx context.Context, o Options) (*Plan, error) {
	x, _ := find(o.Planner)
	if !p.HasStates() {
		return p.solveStateless(ctx, o, x)
	}
	if x.solve == nil {
		return p.interval(ctx, o, nil, "asked for: a certified interval at the initial belief")
	}
	limited, cancel := o.exactly(ctx)
	defer cancel()
	plan, levels, err := x.solve(limited, p, o)
	if err == nil {
		return plan.outlined(), nil
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
	if o.Planner == Auto {
		o.closeEnough = fallbackGap
	}
	o.Planner = PointBased
	o.Budget.Time /= 2
	return p.interval(ctx, o, levels, fmt.Sprintf("exact planning went beyond its budget (%v): the value lies in a certified interval", over))
}

// solveStateless plans by what is seen, where there are no vectors to plan with.
func (p *Problem) solveStateless(ctx context.Context, o Options, by planner) (*Plan, error) {
	if by.vectors && o.Planner != Auto && o.Planner != Exact {
		return nil, fmt.Errorf("planner: found %s, expected %s: what was learned has no states, and no β-vectors over them", o.Planner, Levelling)
	}
	o.Planner = Levelling
	if m, ok := p.learned.(importance); ok && m.Memoryless() {
		return p.solveReactive(ctx, o)
	}
	plan, err := solveLevel(ctx, p, o.within(p))
	plan, _, err = explained(plan, err, "over what is seen: there are no states to plan over")
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return plan, err
}

// exactly bounds the exact planners: by half of the time where there is a bound
// on it, and otherwise, for Auto, by the work.
func (o Options) exactly(ctx context.Context) (context.Context, context.CancelFunc) {
	steps := int64(exactSteps)
	if o.Gap > 0 {
		steps = soonSteps
	}
	over := &BudgetError{Planner: o.Planner, T: o.Horizon, Needed: "more work", Budget: figure.Number(float64(steps)) + " elementary steps"}
	switch {
	case o.Budget.Time > 0:
		over.Needed, over.Budget = "more time", fmt.Sprintf("half of %v", o.Budget.Time)
		return context.WithTimeoutCause(ctx, o.Budget.Time/2, over)
	case o.Planner == Auto:
		return vectors.WithSteps(ctx, steps, over)
	}
	return context.WithCancel(ctx)
}

// byCost picks among the exact planners.
func byCost(ctx context.Context, p *Problem, o Options) (*Plan, []Level, error) {
	if p.states <= 2 {
		o.Planner = Pruning
		levels, err := prune(ctx, p, o.within(p))
		return p.fromSets(ctx, o, levels, err, fmt.Sprintf(
			"|S| = %d: exact at every belief, and without linear programs", p.states))
	}
	runners := []runner{{Reachable, 2. / 5}, {Pruning, 2. / 5}, {PointBased, 1. / 5}}
	if p.slots > 1 {
		runners = []runner{{Reachable, 1. / 2}, {Pruning, 1. / 2}} // the values of all pairs' starts are asked for
	}
	plan, levels, err := race(ctx, p, o, runners)
	switch {
	case err != nil:
		return nil, levels, err
	case plan.Planner == PointBased && plan.Upper > plan.Value:
		plan.Why = fmt.Sprintf("|S| = %d: bounds from below and above came as close as was asked, %s", p.states, figure.Number(o.Gap))
	case plan.Planner == PointBased:
		plan.Why = fmt.Sprintf("|S| = %d: bounds from below and above met at the initial belief, which is exact there and costs less than the vectors of every belief", p.states)
	case plan.Planner == Reachable:
		plan.Why = fmt.Sprintf("|S| = %d and the beliefs that can follow the initial one are few, %d: evaluating those is exact there", p.states, plan.Beliefs)
	default:
		plan.Why = fmt.Sprintf("|S| = %d and the beliefs that can follow the initial one are many: pruned vector sets cost less and do not grow with them", p.states)
	}
	return plan, levels, nil
}

// interval plans by PointBased. known are the complete levels, from t = 1 on.
func (p *Problem) interval(ctx context.Context, o Options, known []Level, why string) (*Plan, error) {
	trials, cancel := o.trials(ctx)
	defer cancel()
	plan, err := solvePoint(ctx, trials, p, o.within(p), known)
	if err != nil && errors.Is(err, ctx.Err()) {
		return nil, context.Cause(ctx)
	}
	if plan, _, err = explained(plan, err, why); err != nil {
		return nil, err
	}
	return plan.outlined(), nil
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
func (p *Problem) fromSets(ctx context.Context, o Options, levels []Level, err error, why string) (*Plan, []Level, error) {
	if err != nil {
		return nil, levels, err
	}
	plan, err := p.bestOf(ctx, o, levels)
	if err != nil {
		return nil, nil, err
	}
	plan.Why = why
	return plan, levels, nil
}

func (p *Problem) bestOf(ctx context.Context, o Options, levels []Level) (*Plan, error) {
	top := &levels[o.Horizon-1]
	bestOf := make([]int, p.sets())
	values := make([]float64, p.sets())
	best := math.Inf(-1)
	for set := range values {
		bestOf[set], values[set] = top.Sets[set].Best(p.initial[set])
		best = max(best, values[set])
	}
	for set, value := range values {
		if !tied(value, best, 1) {
			continue
		}
		e := newExtraction(p, levels[:o.Horizon], cmp.Or(o.Budget.Memory, DefaultMemory))
		tree := e.tree(ctx, set, bestOf[set], o.Discount)
		worth := value
		if e.cut {
			worth = min(value, vectors.Dot(p.initial[set], tree.Nodes[0].Beta))
		}
		plan := p.finish(o, tree, set, worth)
		plan.Upper = value
		plan.startFrom(values)
		plan.Levels = levels
		return plan, nil
	}
	return nil, fmt.Errorf("value: found %g, expected a finite number", best)
}

// startFrom notes the values of all pairs' starts.
func (p *Plan) startFrom(values []float64) {
	if p.First[0] >= 0 {
		p.Starts = values
	}
}

// finish makes a plan of its tree.
func (p *Problem) finish(o Options, tree *Tree, rootSet int, value float64) *Plan {
	plan := &Plan{
		Horizon: o.Horizon, Discount: o.Discount, Observe: o.Observe, Planner: o.Planner,
		Value: value, Upper: value, First: [2]int{-1, tree.Nodes[0].Action}, Tree: tree, Mass: 1,
	}
	if p.HasStates() {
		plan.Mass = p.mass(tree, rootSet)
	}
	if p.slots > 1 {
		plan.First[0] = rootSet / p.slots
	}
	return plan
}
