package model

import (
	"context"

	"eeporl/model/experiment"
)

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
		Epsilon: TheoryEpsilon, Delta: TheoryDelta, Seeds: experiment.SufficientSeeds, Optimum: best.Plan,
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
