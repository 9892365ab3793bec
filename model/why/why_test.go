package why_test

import (
	"context"
	"math"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/scenarios"
)

var views = []string{"Episode", "Moments", "Recovery", "Parameters", "Plan", "Theory", "Compare"}

func session(t testing.TB, name, method string, seed uint64) model.Session {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: seed, Method: method})
	if err != nil {
		t.Fatal(err)
	}
	return settle(t, s)
}

func settle(t testing.TB, s model.Session) model.Session {
	t.Helper()
	s, err := model.Settle(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func do(t testing.TB, s model.Session, intents ...model.Intent) model.Session {
	t.Helper()
	for _, i := range intents {
		s = settle(t, model.Update(s, i))
	}
	return s
}

// walkBack goes to an earlier or later place.
func goTo(t testing.TB, s model.Session, place uint64) model.Session {
	t.Helper()
	switch here := s.Place(); {
	case place < here:
		s = do(t, s, model.Intent{Verb: model.Back, N: float64(here - place)})
	case place > here:
		s = do(t, s, model.Intent{Verb: model.Forward, N: float64(place - here)})
	}
	if s.Place() != place {
		t.Fatalf("at %d, expected %d", s.Place(), place)
	}
	return s
}

// beats are sessions of a scenario at telling beats, by name.
func beats(t testing.TB, name string) map[string]model.Session {
	t.Helper()
	out := map[string]model.Session{}
	s := session(t, name, "", 3)
	out["start"] = s
	s = do(t, s, model.Intent{Verb: model.Forward, N: 12})
	out["mid-episode"] = s
	s = do(t, s, model.Intent{Verb: model.NextUnit, N: 7}, model.Intent{Verb: model.Forward, N: 20})
	out["episodes"] = s
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 2000})
	out["simulated leap"] = s
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e7})
	out["drawn leap"] = s
	s = do(t, s, model.Intent{Verb: model.Forward, N: 40}, model.Intent{Verb: model.RunEstimate})
	out["estimate begins"] = s
	s = do(t, s, model.Intent{Verb: model.Forward, N: 2})
	out["eigen"] = s
	s = do(t, s, model.Intent{Verb: model.NextUnit})
	out["estimate"] = s
	if s.Disabled(model.RunPlan) == "" {
		s = do(t, s, model.Intent{Verb: model.RunPlan})
		out["plan begins"] = s
		s = do(t, s, model.Intent{Verb: model.NextUnit})
		out["plan"] = s
		s = do(t, s, model.Intent{Verb: model.RunPolicy}, model.Intent{Verb: model.Forward, N: 9})
		out["exploit"] = s
	}
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.NextUnit})
	out["exact"] = s
	return out
}

func TestEveryTargetExplains(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "tiger"} {
		for beat, s := range beats(t, name) {
			for _, view := range views {
				for _, target := range why.Targets(s, view) {
					e := why.Explain(s, target, false)
					if e.Title == "" || e.Account == "" {
						t.Fatalf("%s, %s, %s: %v without words: %+v", name, beat, view, target, e)
					}
				}
			}
		}
	}
}
