package model_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"eeporl/model"
)

// A model of half a million triples: its leaps are drawn by jobs.
const largeModel = "random:3,3,4,4,1,.7"

func TestLargeLeapsAreJobs(t *testing.T) {
	s := session(t, largeModel, 1)
	waiting := model.Update(s, model.Intent{Verb: model.LeapBy, N: 1e6})
	if !waiting.Now().Pending || waiting.Now().N != 0 {
		t.Fatalf("N = %g, pending %v", waiting.Now().N, waiting.Now().Pending)
	}
	for _, v := range []model.Verb{model.LeapBy, model.Grow, model.RunEstimate, model.RunPolicy, model.Forward, model.Set} {
		if waiting.Disabled(v) == "" {
			t.Errorf("%s is offered while the leap is drawn", v)
		}
	}
	if sentence, equation := waiting.Account(true); sentence == "" || equation == "" {
		t.Error("no account of a leap under way")
	}
	done := settle(t, waiting)
	want, err := s.Truth().Draw(1, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Sizes().Cells() {
		if done.Now().Counts.At(i) != want.At(i) {
			t.Fatalf("cell %d counted %g times, run counts %g", i, done.Now().Counts.At(i), want.At(i))
		}
	}
	given := model.Update(waiting, model.Intent{Verb: model.Cancel})
	if given.Beats() != s.Beats() || given.Place() != s.Place() || given.Now().Pending {
		t.Error("cancelling the leap left something behind")
	}
	again, err := restore(saved(t, done))
	if err != nil || again.Now().N != 1e6 {
		t.Errorf("replayed: N = %g, %v", again.Now().N, err)
	}
}

// A setting that draws other episodes draws large leaps by jobs too: the key
// press only lays the timeline, and every beat of it can be looked at meanwhile.
func TestSettingsLeaveLargeLeapsToJobs(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	s := do(t, session(t, largeModel, 1), model.Intent{Verb: model.LeapBy, N: 2e4}, model.Intent{Verb: model.LeapBy, N: 30}, model.Intent{Verb: model.LeapBy, N: 30},
		model.Intent{Verb: model.LeapBy, N: 4e4}, model.Intent{Verb: model.Forward, N: 20})
	for setting, want := range map[string]float64{"seed=2": s.Now().N, "c=.4": s.Now().N, "N=50000": 50000} {
		waiting := model.Update(s, set(setting))
		if jobs := waiting.Jobs(); len(jobs) == 0 || !strings.Contains(jobs[0].Key, "leap:") || !waiting.Now().Pending {
			t.Fatalf("%s draws its leaps inside the key press", setting)
		}
		for _, v := range []model.Verb{model.LeapBy, model.RunEstimate, model.Set} {
			if waiting.Disabled(v) == "" {
				t.Errorf("%s: %s is offered while a leap is drawn", setting, v)
			}
		}
		for place := range waiting.Beats() {
			at := model.Update(waiting, model.Intent{Verb: model.GoTo, N: float64(place) + 1})
			if sentence, _ := at.Account(true); sentence == "" || at.Now().Counts == nil {
				t.Fatalf("%s: beat %d has no account", setting, place+1)
			}
		}
		done := settle(t, waiting)
		if done.Now().Pending || done.Now().N != want {
			t.Errorf("%s: N = %g, expected %g; pending %v", setting, done.Now().N, want, done.Now().Pending)
		}
		if again, err := restore(saved(t, done)); err != nil || differ(again.Now(), done.Now()) != "" {
			t.Errorf("%s: restored %v", setting, err)
		}
		given := waiting
		for given.Disabled(model.Cancel) == "" {
			given = model.Update(given, model.Intent{Verb: model.Cancel})
		}
		if len(given.Jobs()) > 0 || given.Now().Pending {
			t.Errorf("%s: given up, it still waits", setting)
		}
	}
	if other := do(t, s, set("seed=2")); other.Now().N == s.Now().N {
		sameCounts(t, do(t, other, set("seed=1")).Now().Counts, s.Now().Counts)
	}
}

// A leap that is parked while it is drawn gets its counts there.
func TestLeapIsFilledOnAParkedBranch(t *testing.T) {
	s := do(t, session(t, largeModel, 1), model.Intent{Verb: model.LeapBy, N: 20}, model.Intent{Verb: model.LeapBy, N: 20})
	waiting := model.Update(s, model.Intent{Verb: model.LeapBy, N: 1e6})
	job := waiting.Jobs()[0]
	past := model.Update(model.Update(waiting, model.Intent{Verb: model.First}), model.Intent{Verb: model.LeapBy, N: 5})
	past = past.Deliver(job.Run(context.Background(), model.Unheard))
	back := model.Update(model.Update(past, model.Intent{Verb: model.SwitchBranch}), model.Intent{Verb: model.Last})
	if back.Now().Pending || back.Now().N != 1e6+40 {
		t.Errorf("N = %g, pending %v", back.Now().N, back.Now().Pending)
	}
}

// A branch may come to no plan where the one that it was started from had one
// and followed it.
func TestPlansThatOtherSettingsDoNotReach(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last},
		model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPolicy}, model.Intent{Verb: model.Forward, N: 4})
	waiting := model.Update(s, model.Intent{Verb: model.Set, Arg: "T(offer-tea, 1, 2)=1"})
	if n := waiting.Now(); !n.Pending || n.Kind != model.Exploit {
		t.Errorf("the episode of phase 2 does not wait for its plan: %+v", n.Beat)
	}
	waiting.Account(false)
	other := settle(t, waiting)
	if other.Now().Failed == nil || other.Now().Plan != nil {
		t.Errorf("there is a plan: %v", other.Now().Failed)
	}
	for range other.Beats() {
		if sentence, _ := other.Account(true); sentence == "" {
			t.Errorf("%+v has no account", other.Now().Beat)
		}
		other = model.Update(other, model.Intent{Verb: model.Back})
	}
}
