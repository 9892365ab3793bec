package model_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/pomdp/pomdptest/tier"
)

// Where an intent leads may depend on which results have come in. A file says
// so: whatever the user does while work is under way, the session opens again.
func TestSessionsReplayWhatWasDoneWhileWorkWasUnderWay(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 3))
	sessions := 5
	if tier.Asked() {
		sessions = 20
	}
	for range sessions {
		s := session(t, "tea", rng.Uint64N(100))
		for range 60 {
			i := []model.Intent{
				{Verb: model.Forward, N: float64(rng.IntN(30))}, {Verb: model.Back, N: float64(rng.IntN(30))}, {Verb: model.Last}, {Verb: model.First},
				{Verb: model.LeapBy, N: 1000}, {Verb: model.RunEstimate}, {Verb: model.RunPlan}, {Verb: model.RunPolicy}, {Verb: model.Cancel},
				{Verb: model.NextUnit}, {Verb: model.PreviousUnit}, {Verb: model.GoTo, N: float64(rng.IntN(60))}, {Verb: model.Choose}, {Verb: model.SwitchBranch},
				{Verb: model.Set, Arg: "seed=" + strconv.Itoa(rng.IntN(9))}, {Verb: model.Undo}, {Verb: model.NextMark}, {Verb: model.Continue},
			}[rng.IntN(18)]
			s = model.Update(s, i)
			if jobs := s.Jobs(); len(jobs) > 0 && !jobs[0].Kind.Background() && rng.IntN(3) == 0 {
				s = s.Deliver(jobs[0].Run(context.Background(), model.Unheard))
			}
		}
		text := saved(t, s)
		again, err := model.Replay(context.Background(), strings.NewReader(text), "x.session", load)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		// Work that was done since the last intent may have led on.
		s, back := settle(t, s), settle(t, again.Session)
		if back.Cursor() != s.Cursor() || back.Branches() != s.Branches() || saved(t, back) != text {
			t.Errorf("found beat %d on %d branches, expected %d on %d after\n%s", back.Place()+1, back.Branches(), s.Place()+1, s.Branches(), text)
		}
	}
}

// A model that has changed since is told, before anything is replayed.
func TestSessionsOfAnotherModelAreRefused(t *testing.T) {
	text := saved(t, do(t, session(t, "tea", 1), model.Intent{Verb: model.Forward, N: 5}))
	other := strings.Replace(text, "scenario tea", "scenario noisy-tiger", 1)
	if _, err := restore(other); err == nil || !strings.Contains(err.Error(), "the model has changed since") {
		t.Errorf("error %v, want one that says that the model has changed", err)
	}
}
