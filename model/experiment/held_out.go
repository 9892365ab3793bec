package experiment

import (
	"context"
	"fmt"

	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/planning"
)

// HeldOut is what episodes that nothing was learned from say of a policy that was learned without them.
type HeldOut struct {
	Share, LearnedFrom float64  // what was kept back, and the number of the other episodes
	Planned            *Planned // by what was learned from these; nil where nothing was
	Judged             Judged
}

// JudgeHeldOut keeps a share of the episodes back, learns and plans from the others in the way of Whole, and values that
// policy on those kept back. o holds what the rewards are worth.
func JudgeHeldOut(ctx context.Context, e *moments.Episodes, by Habit, share float64, states int, o moments.Options, plan planning.Options) (*HeldOut, error) {
	rest, kept := e.Split(share, o.Seed)
	if rest.Total() < 1 || kept.Total() < 1 {
		return nil, fmt.Errorf("found %g of %g episodes kept back, expected one at least on each side", kept.Total(), e.Total())
	}
	learned := whole.Whole(ctx, rest, nil, states, o, nil)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	h := &HeldOut{Share: share, LearnedFrom: rest.Total()}
	if !learned.OK() {
		return h, nil
	}
	plan.Progress = nil
	var err error
	if h.Planned, err = Plan(ctx, learned.Learned, (&Estimated{Estimate: learned}).Precisely(plan), nil); err != nil {
		return nil, err
	}
	h.Judged, err = JudgeByLog(kept, by, learned.Model, h.Planned.Tree, o.RewardValues, h.Planned.Tree.Discount)
	return h, err
}
