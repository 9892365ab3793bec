package model

import (
	"context"
	"fmt"
	"math"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/planning"
)

// The guarantee that the Theory view asks the theorem about.
const (
	TheoryEpsilon = .1
	TheoryDelta   = .1
)

// Theory is the chain of lemmas at the cursor.
type Theory struct {
	Rows     []bounds.Row
	Episodes bounds.Episodes // what the theorem asks for
}

// Theory holds the lemmas against the estimate and the plan at the cursor, nil
// until it is computed.
func (s Session) Theory() *Theory { return s.results.byKey[s.theoryKey()].Theory }

func (s Session) theoryKey() string {
	key := s.id + "theory"
	if i := s.last(Estimate, s.cursor.Segment); i >= 0 && s.now.Whole {
		key += ":" + s.timeline[i].key
		if s.now.Plan != nil {
			key += ":planned"
		}
	}
	return key
}

// theoryJob computes the chain where it was asked for.
func (s Session) theoryJob() (Job, bool) {
	key := s.theoryKey()
	if !s.theory || s.truth.TooLarge != "" || s.results.has(key) {
		return Job{}, false
	}
	truth, estimate, plan := s.truth, s.now.Estimate, s.now.Plan
	if !s.now.Whole {
		estimate, plan = nil, nil
	}
	return Job{
		Key:        key,
		Title:      "holding the lemmas against what was measured",
		Background: true,
		Run: func(ctx context.Context, _ func(int, int)) Result {
			b := bounds.Of(truth.Model, truth.Exploration)
			out := &Theory{Episodes: b.Episodes(TheoryEpsilon, TheoryDelta)}
			var e *moments.Estimate
			var c *moments.Comparison
			var policy *bounds.Policy
			if estimate != nil {
				e, c = estimate.Estimate, estimate.Comparison
			}
			if plan != nil && c != nil && c.Parameters != nil {
				var err error
				if policy, err = policyFacts(ctx, truth, c, plan); err != nil {
					return Result{Key: key, Err: fmt.Errorf("theory: %w", err)}
				}
			}
			out.Rows = b.Chain(e, c, TheoryDelta, policy)
			return Result{Key: key, Theory: out}
		},
	}, true
}

// policyFacts measures what the lemmas about planning speak of.
func policyFacts(ctx context.Context, truth *experiment.Truth, c *moments.Comparison, plan *experiment.Planned) (*bounds.Policy, error) {
	o := planning.Options{Horizon: plan.Horizon, Discount: plan.Discount}
	best, err := experiment.PlanModel(ctx, o, truth)
	if err != nil {
		return nil, err
	}
	ordered, err := planning.FindPolicy(ctx, truth.Model.Pairs(c.Order), o)
	if err != nil {
		return nil, err
	}
	root := plan.Tree.Nodes[0]
	out := &bounds.Policy{
		Horizon:     plan.Horizon,
		Equivalence: math.Abs(ordered.Value - best.Value),
		Alpha:       math.NaN(),
		Gap:         plan.Upper - plan.Value,
		Regret:      experiment.Regret(best.Value, plan.ValueTrue),
	}
	if root.Pair >= 0 && c.Order[root.Pair] != nil {
		out.Alpha = bounds.VectorError(root.Beta, plan.Alpha[0], c.Order[root.Pair])
	}
	return out, nil
}
