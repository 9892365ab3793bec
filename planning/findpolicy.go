package planning

import (
	"context"

	"eeporl/pomdp"
)

// FindPolicy is the paper's Algorithm 3 on learned, pair-indexed parameters:
// the tree of the β-vector that maximises b̂(s_(a₀,a₁))·β over all pairs
// (a₀, a₁). Cancellation and budgets work as for Solve.
func FindPolicy(ctx context.Context, p *pomdp.PairParameters, o Options) (*Plan, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	problem, err := FromPairs(p, o.Observe)
	if err != nil {
		return nil, err
	}
	return Solve(ctx, problem, o)
}

// Optimal plans on the true POMDP: FindPolicy on its exact parameters. Zero
// Horizon and Discount stand for the model's own. The regret of a policy tree
// is the plan's Value less the tree's by Evaluate.
func Optimal(ctx context.Context, m *pomdp.POMDP, o Options) (*Plan, error) {
	if o.Horizon == 0 {
		o.Horizon = m.Horizon()
	}
	if o.Discount == 0 {
		o.Discount = m.Discount()
	}
	return FindPolicy(ctx, m.Pairs(pomdp.IdentityOrder(m.Sizes())), o)
}
