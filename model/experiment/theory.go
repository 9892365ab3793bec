package experiment

import (
	"context"
	"math"

	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/planning"
	"eeporl/pomdp/workers"
)

// PolicyFacts measures what the lemmas about planning speak of, for a policy
// learned from an estimate whose every pair's order c tells.
func PolicyFacts(ctx context.Context, truth *Truth, c *moments.Comparison, plan *Planned) (*bounds.Policy, error) {
	o := planning.Options{Horizon: plan.Horizon, Discount: plan.Discount, Observe: plan.Observe}
	best, err := PlanModel(ctx, o, truth)
	if err != nil {
		return nil, err
	}
	ordered, err := planning.FindPolicy(ctx, truth.Model.Pairs(c.Order), o)
	if err != nil {
		return nil, err
	}
	facts := &bounds.Policy{
		Horizon:     plan.Horizon,
		Equivalence: equivalence(ordered, best.Plan),
		Alpha:       math.NaN(),
		Gap:         plan.Upper - plan.Value,
		Regret:      Regret(best.Value, plan.ValueTrue),
	}
	if root := plan.Tree.Nodes[0]; root.Pair >= 0 && c.Order[root.Pair] != nil {
		facts.Alpha = bounds.VectorError(root.Beta, plan.Alpha[0], c.Order[root.Pair])
	}
	return facts, nil
}

// equivalence is how far the values of two plans for one model are apart; NaN
// where one of them is only known to lie in an interval.
func equivalence(a, b *planning.Plan) float64 {
	if open(a) || open(b) {
		return math.NaN()
	}
	return math.Abs(a.Value - b.Value)
}

// Chain holds every lemma against what an experiment measured. outcome may be
// nil: then there are bounds and nothing beside them.
func Chain(ctx context.Context, b *bounds.Model, truth *Truth, outcome *Outcome, delta float64) ([]bounds.Row, error) {
	if outcome == nil {
		return b.Chain(nil, nil, delta, nil), nil
	}
	e := outcome.Estimated
	var policy *bounds.Policy
	if outcome.Planned != nil && e.Comparison != nil && e.Comparison.Parameters != nil {
		var err error
		if policy, err = PolicyFacts(ctx, truth, e.Comparison, outcome.Planned); err != nil {
			return nil, err
		}
	}
	return b.Chain(e.Estimate, e.Comparison, delta, policy), nil
}

// Search says for which guarantee an N is looked for, and how.
type Search struct {
	Estimator      string
	Moments        moments.Options // its Seed is the first of Seeds
	Planning       planning.Options
	Epsilon, Delta float64
	Seeds          int
	Progress       func(episodes float64) // if not nil, told of every N
}

// Reached is how many of the seeds had a regret of at most ε at one N.
type Reached struct {
	Episodes float64
	Seeds    int
}

// The powers of ten among which Sufficient looks.
const (
	leastSearched = 1e2
	mostSearched  = 1e12
)

// Sufficient looks for the first power of ten of episodes with which the share
// 1 − δ of all seeds learn a policy of regret at most ε. It returns what was
// reached at every N tried; the last one sufficed, if ok.
func Sufficient(ctx context.Context, truth *Truth, s Search) (tried []Reached, ok bool, err error) {
	best, err := PlanModel(ctx, s.Planning, truth)
	if err != nil {
		return nil, false, err
	}
	for n := float64(leastSearched); n <= mostSearched; n *= 10 {
		if s.Progress != nil {
			s.Progress(n)
		}
		good, err := s.at(ctx, truth, n, best.Value-s.Epsilon)
		if err != nil {
			return nil, false, err
		}
		tried = append(tried, Reached{n, good})
		if float64(good) >= (1-s.Delta)*float64(s.Seeds) {
			return tried, true, nil
		}
	}
	return tried, false, nil
}

// at counts the seeds whose policy is worth enough after n episodes.
func (s Search) at(ctx context.Context, truth *Truth, n, enough float64) (good int, err error) {
	values, errs := make([]float64, s.Seeds), make([]error, s.Seeds)
	workers.Each(s.Seeds, func() func(int) {
		return func(i int) {
			o := s.Moments
			o.Seed += uint64(i)
			counts, err := truth.Draw(o.Seed, n)
			if err == nil {
				var t Trial
				t, err = Try(ctx, s.Estimator, counts, truth.Model.Sizes().S, o, &s.Planning, truth)
				values[i] = t.Value
			}
			errs[i] = err
		}
	})
	for i, v := range values {
		if errs[i] != nil {
			return 0, errs[i]
		}
		if v >= enough-1e-12*(1+math.Abs(enough)) { // false for a policy that was not reached
			good++
		}
	}
	return good, nil
}
