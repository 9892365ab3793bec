package model

import (
	"context"
	"fmt"

	"eeporl/model/experiment"
	"eeporl/moments/bounds"
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
	if !s.theory || s.truth.TooLarge != "" || s.truth.Unknown != "" || s.results.has(key) {
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
		Run: func(ctx context.Context, _ func(Progress)) Result {
			b := bounds.Of(truth.Model, truth.Exploration)
			out := &Theory{Episodes: b.Episodes(TheoryEpsilon, TheoryDelta)}
			var outcome *experiment.Outcome
			if estimate != nil {
				outcome = &experiment.Outcome{Estimated: estimate, Planned: plan}
			}
			var err error
			if out.Rows, err = experiment.Chain(ctx, b, truth, outcome, TheoryDelta); err != nil {
				return Result{Key: key, Err: fmt.Errorf("theory: %w", err)}
			}
			return Result{Key: key, Theory: out}
		},
	}, true
}
