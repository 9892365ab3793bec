package model

import (
	"context"
	"fmt"
	"math"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/moments/estimators"
)

// The guarantee that the Theory view asks the theorem for: a regret of at most
// TheoryEpsilon, except with probability TheoryDelta.
const (
	TheoryEpsilon = .1
	TheoryDelta   = .1
)

// Theory is the chain of lemmas at the cursor.
type Theory struct {
	Rows     []bounds.Row
	Episodes bounds.Episodes // what the theorem asks for
	// Plugged holds the estimates that take the place of a truth that is not known;
	// nil where the truth is known.
	Plugged *bounds.Plugged
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

// theoryJob computes the chain of lemmas at the cursor; false if it was not asked for,
// is known already, or cannot be computed.
func (s Session) theoryJob() (Job, bool) {
	key := s.theoryKey()
	if !s.theory || s.truth.TooLarge != "" || s.results.has(key) {
		return Job{}, false
	}
	if s.truth.Unknown != "" {
		return s.pluggedJob(key), true
	}
	truth, estimate, plan, budget := s.truth, s.now.Estimate, s.now.Plan, s.config.Budget
	if !s.now.Whole || estimate != nil && !estimators.By(estimate.Estimate).Gives(moments.GivesColumns) { // the lemmas speak of columns
		estimate, plan = nil, nil
	}
	return Job{
		Kind:  TheoryJob,
		Key:   key,
		Title: "holding the lemmas against what was measured",
		Run: func(ctx context.Context, _ func(Progress)) Result {
			b := bounds.Of(truth.Model, truth.Exploration)
			out := &Theory{Episodes: b.Episodes(TheoryEpsilon, TheoryDelta)}
			var outcome *experiment.Outcome
			if estimate != nil {
				outcome = &experiment.Outcome{Estimated: estimate, Planned: plan, Budget: budget}
			}
			var err error
			if out.Rows, err = experiment.Chain(ctx, b, truth, outcome, TheoryDelta); err != nil {
				return Result{Key: key, Err: fmt.Errorf("theory: %w", err)}
			}
			return Result{Key: key, Theory: out}
		},
	}, true
}

// pluggedJob computes what the chain comes to with estimates in place of the
// truth that nobody knows.
func (s Session) pluggedJob(key string) Job {
	m, counts, gap, horizon := s.config.Model, s.noCounts(), math.NaN(), 0
	var estimate *moments.Estimate
	if e := s.now.Estimate; e != nil && s.now.Whole && estimators.By(e.Estimate).Gives(moments.GivesColumns) {
		estimate, counts = e.Estimate, s.countsAt(s.last(Estimate, s.cursor.Segment))
		if p := s.now.Plan; p != nil {
			gap, horizon = p.Upper-p.Value, p.Horizon
		}
	}
	return Job{
		Kind:  TheoryJob,
		Key:   key,
		Title: "putting the estimates into the lemmas",
		Run: func(context.Context, func(Progress)) Result {
			p := bounds.Plug(estimate, counts, m.Horizon(), m.RewardValues())
			return Result{Key: key, Theory: &Theory{
				Rows: p.Chain(estimate, TheoryDelta, horizon, gap), Episodes: p.Episodes(TheoryEpsilon, TheoryDelta), Plugged: &p,
			}}
		},
	}
}

// mostSufficing is the largest N that it tries.
const mostSufficing = 1e8

// Sufficed is how many of experiment.SufficientSeeds learn a policy of regret at most
// TheoryEpsilon at each power of ten; nil until it is known, and with an error where
// it never will be.
func (s Session) Sufficed() (*experiment.Sufficed, error) {
	r := s.results.byKey[s.sufficedKey()]
	return r.Sufficed, r.Err
}

func (s Session) sufficedKey() string { return s.id + "sufficed:" + s.method }

// sufficedJob looks for the N that sufficed, where the theory was asked for and the
// optimum is known.
func (s Session) sufficedJob() (Job, bool) {
	key := s.sufficedKey()
	best := s.Optimum()
	if !s.theory || best == nil || s.truth.Unknown != "" || s.truth.TooLarge != "" || s.results.has(key) {
		return Job{}, false
	}
	truth, search := s.truth, experiment.Search{
		Estimator: s.method, Moments: s.config.Estimator, Planning: s.planOptions(Unheard), Most: mostSufficing,
		Epsilon: TheoryEpsilon, Delta: TheoryDelta, Seeds: experiment.SufficientSeeds, Optimum: best.Best(),
	}
	return Job{
		Kind:  SufficedJob,
		Key:   key,
		Title: "looking for an N that suffices",
		Run: func(ctx context.Context, _ func(Progress)) Result {
			found, err := experiment.Sufficient(ctx, truth, search)
			return Result{Key: key, Sufficed: found, Err: err}
		},
	}, true
}
