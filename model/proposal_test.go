package model_test

import (
	"testing"

	"eeporl/model"
)

// A setting that is changed in the past lays an estimate again, which may be
// awaited while episodes come after it.
func TestAnAwaitedEstimateInThePastIsWaitedFor(t *testing.T) {
	s := do(t, session(t, "tea", 7), model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.NextUnit},
		model.Intent{Verb: model.PreviousUnit}, model.Intent{Verb: model.PreviousUnit})
	s = model.Update(s, model.Intent{Verb: model.Set, Arg: "seed=4"})
	if now := s.Now(); now.Kind != model.Estimate || !now.Pending || s.Place()+1 == s.Beats() {
		t.Fatalf("found %s, awaited: %t, at beat %d of %d, expected an awaited estimate in the past", now.Kind, now.Pending, s.Place()+1, s.Beats())
	}
	if i, does := s.Proposal(); i != (model.Intent{}) || does != "wait for the estimate" {
		t.Errorf("found %+v, %q, expected to wait for the estimate", i, does)
	}
}

// From the past Enter goes along what was done, and starts no branch.
func TestContinueInThePastGoesAlong(t *testing.T) {
	s := session(t, "tea", 7)
	for range 6 {
		s = model.Update(s, model.Intent{Verb: model.Continue})
	}
	end, kind := s.Place(), s.Now().Kind
	s = model.Update(s, model.Intent{Verb: model.First})
	for range 20 {
		if s.Place() == end {
			break
		}
		s = model.Update(s, model.Intent{Verb: model.Continue})
	}
	if s.Place() != end || s.Now().Kind != kind || s.Branch() != 1 || len(s.Summaries()) != 1 {
		t.Errorf("found place %d (%s) on branch %d of %d, expected place %d (%s) on the only branch", s.Place(), s.Now().Kind, s.Branch(), len(s.Summaries()), end, kind)
	}
}

func TestSettingsSayWhatTheyExpect(t *testing.T) {
	s := session(t, "tea", 7)
	for setting, want := range map[string]string{
		"budget=5s":    `budget: found "5s", expected a number of vectors such as 1000, a memory such as 64MB, both with a comma between, or none; a time would end a plan elsewhere on another machine`,
		"budget=-1":    `budget: found "-1", expected a number of vectors such as 1000, a memory such as 64MB, both with a comma between, or none; a time would end a plan elsewhere on another machine`,
		"seed=abc":     `seed: found "abc", expected a whole number from 0 to 2^64-1`,
		"seed=-1":      `seed: found "-1", expected a whole number from 0 to 2^64-1`,
		"c=x":          `c: found "x", expected a positive number, or inf for independent actions; at 0 no action would ever change`,
		"c=0":          `c: found "0", expected a positive number, or inf for independent actions; at 0 no action would ever change`,
		"rotations=1k": `rotations: found "1k", expected a whole number from 1 to 1000000`,
		"horizon=four": `horizon: found "four", expected a whole number of steps from 1 to 1000`,
		"discount=":    `discount: found "", expected a number above 0 and at most 1`,
	} {
		if _, err := s.Trial(setting); err == nil || err.Error() != want {
			t.Errorf("%s: found %v, expected %s", setting, err, want)
		}
	}
}
