package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/workers"
)

// policyFacts measures the quantities in the lemmas about planning, for a policy learned
// from an estimate all of whose pairs have a known order. Those that are open because of
// the budget are NaN.
func policyFacts(ctx context.Context, truth *Truth, outcome *Outcome) (*bounds.Policy, error) {
	c, plan := outcome.Estimated.Comparison, outcome.Planned
	o := planning.Options{Horizon: plan.Horizon, Discount: plan.Discount, Observe: plan.Observe, Budget: outcome.Budget}
	best := outcome.Optimal.Best()
	if outcome.Optimal == nil || best.Open() && o.Budget.Time == 0 { // another planner may close it
		known, err := PlanModel(ctx, o, truth)
		if err != nil {
			return nil, err
		}
		best = known.Best()
	}
	ordered, err := planning.FindPolicy(ctx, truth.Model.Pairs(c.Order), o)
	if err != nil {
		return nil, err
	}
	facts := &bounds.Policy{
		Horizon:     plan.Horizon,
		Equivalence: equivalence(ordered.Best(), best),
		Alpha:       math.NaN(),
		Gap:         plan.Upper - plan.Value,
		Regret:      math.NaN(),
	}
	if regret := best.Regret(plan.ValueTrue); !best.Open() {
		facts.Regret = regret.High
	}
	if root := plan.Tree.Nodes[0]; root.Pair >= 0 && c.Order[root.Pair] != nil {
		facts.Alpha = bounds.VectorError(root.Beta, plan.Alpha[0], c.Order[root.Pair])
	}
	return facts, nil
}

// equivalence is how far the values of two plans for one model are apart; NaN
// where one of them is only known to lie in an interval.
func equivalence(a, b planning.Span) float64 {
	if a.Open() || b.Open() {
		return math.NaN()
	}
	return math.Abs(a.Low - b.Low)
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
		if policy, err = policyFacts(ctx, truth, outcome); err != nil {
			return nil, err
		}
	}
	return b.Chain(e.Estimate, e.Comparison, delta, policy), nil
}

// Search says for which guarantee an N is looked for, and how.
type Search struct {
	Estimator      string
	Moments        moments.Options // but for their Seed
	Planning       planning.Options
	Epsilon, Delta float64
	Seeds          int
	Optimum        planning.Span          // on the true model; planned for here if zero or NaN
	Most           float64                // the last N to try; 0 for mostSearched
	Time           time.Duration          // after which the search ends; 0 for no bound
	Progress       func(episodes float64) // if not nil, told of every N
}

// Reached is how many of the seeds had a regret of at most ε at one N.
type Reached struct {
	Episodes float64
	Seeds    int             // at least: wherever the optimum is in its interval
	AtMost   int             // at most: if the optimum is at the lower end of its interval; Seeds if it is known
	Regrets  []planning.Span // of each seed's policy; NaN where there is none
}

// Sufficed is what came of looking for an N that suffices.
type Sufficed struct {
	Tried   []Reached     // every N, the last of which sufficed if OK
	OK      bool          // one of them sufficed
	Ended   bool          // the time was over first
	Optimum planning.Span // that the regrets are held against
}

// Episodes is the N that sufficed, NaN where none is known.
func (s *Sufficed) Episodes() float64 {
	if s == nil || !s.OK {
		return math.NaN()
	}
	return s.Tried[len(s.Tried)-1].Episodes
}

// The powers of ten among which Sufficient looks.
const (
	leastSearched = 1e2
	mostSearched  = 1e12
)

// SufficientSeeds is over how many seeds episodes have to suffice, where nobody says how many.
const SufficientSeeds = 40

// Sufficient looks for the first power of ten of episodes with which the share
// 1 − δ of the seeds 1, 2, … learn a policy of regret at most ε, whatever the optimum is
// in the interval where it is known to lie.
func Sufficient(ctx context.Context, truth *Truth, s Search) (*Sufficed, error) {
	if s.Optimum == (planning.Span{}) || math.IsNaN(s.Optimum.Low) {
		best, err := PlanModel(ctx, s.Planning, truth)
		if err != nil {
			return nil, err
		}
		s.Optimum = best.Best()
	}
	s.Planning = s.Planning.InTurns()
	within := ctx
	if s.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, s.Time)
		defer cancel()
	}
	out := &Sufficed{Optimum: s.Optimum}
	for n := float64(leastSearched); n <= cmp.Or(s.Most, mostSearched); n *= 10 {
		if s.Progress != nil {
			s.Progress(n)
		}
		reached, err := s.at(within, truth, n, out.Optimum)
		if within.Err() != nil && ctx.Err() == nil {
			out.Ended = true
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out.Tried = append(out.Tried, reached)
		if float64(reached.Seeds) >= (1-s.Delta)*float64(s.Seeds) {
			out.OK = true
			break
		}
	}
	return out, nil
}

// at counts the seeds whose policy is worth enough after n episodes.
func (s Search) at(ctx context.Context, truth *Truth, n float64, best planning.Span) (Reached, error) {
	out := Reached{Episodes: n}
	by, err := estimators.Named(s.Estimator)
	if err != nil || by.Run == nil {
		return out, fmt.Errorf("found the estimator %q, expected one that needs no other program", s.Estimator)
	}
	values, errs := make([]float64, s.Seeds), make([]error, s.Seeds)
	workers.Until(ctx, s.Seeds, func() func(int) {
		return func(i int) {
			o := s.Moments
			o.Seed = uint64(i) + 1
			counts, err := truth.Draw(o.Seed, n)
			if err == nil {
				var t Trial
				t, err = Score(ctx, by, moments.Data{Counts: counts}, truth.Model.Sizes().S, o, &s.Planning, truth)
				values[i] = t.Value
			}
			errs[i] = err
		}
	})
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	for i, v := range values {
		if errs[i] != nil {
			return out, errs[i]
		}
		regret := best.Regret(v)
		out.Regrets = append(out.Regrets, regret)
		if regret.High <= s.Epsilon+1e-12 { // false for a policy that was not reached
			out.Seeds++
		}
		if regret.Low <= s.Epsilon+1e-12 {
			out.AtMost++
		}
	}
	return out, nil
}
