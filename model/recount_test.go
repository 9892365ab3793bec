package model_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/moments"
)

func set(text string) model.Intent { return model.Intent{Verb: model.Set, Arg: text} }

func sameCounts(t *testing.T, got, want *moments.Counts) {
	t.Helper()
	if got.Total() != want.Total() {
		t.Fatalf("N = %g, expected %g", got.Total(), want.Total())
	}
	for i := range want.Sizes().Cells() {
		if got.At(i) != want.At(i) {
			t.Fatalf("cell %d counted %g times, expected %g", i, got.At(i), want.At(i))
		}
	}
}

// N=n anywhere counts what a fresh session sees after a leap to n, and so what
// `run` sees.
func TestNIsASetting(t *testing.T) {
	fresh := session(t, "tea", 5)
	learned := do(t, fresh, model.Intent{Verb: model.Forward, N: 40}, model.Intent{Verb: model.LeapBy, N: 700}, model.Intent{Verb: model.RunEstimate},
		model.Intent{Verb: model.Grow}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	planned := do(t, fresh, model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last},
		model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPolicy}, model.Intent{Verb: model.Forward, N: 7})
	for name, s := range map[string]model.Session{
		"fresh": fresh, "in an episode": do(t, fresh, model.Intent{Verb: model.Forward, N: 33}), "learned": learned,
		"back at the start": do(t, learned, model.Intent{Verb: model.First}), "phase 2": planned,
	} {
		for text, n := range map[string]float64{"1": 1, "777": 777, "1e4": 1e4, "10^6": 1e6, "250000": 250000, "inf": math.Inf(1)} {
			t.Run(name+" "+text, func(t *testing.T) {
				other := do(t, s, set("N="+text))
				want, err := s.Truth().Draw(5, n)
				if err != nil {
					t.Fatal(err)
				}
				sameCounts(t, other.Now().Counts, want)
				if other.Branches() != s.Branches()+1 {
					t.Errorf("%d branches", other.Branches())
				}
				if kind := s.Now().Kind; (kind == model.Estimate || kind == model.Exploit) && other.Now().Kind != kind {
					t.Errorf("stands at the %s, expected the %s", other.Now().Kind, kind)
				}
				if e := other.Now().Estimate; s.Now().Estimate != nil && (e == nil || e.Episodes != n) {
					t.Errorf("the estimate was not made again: %+v", e)
				}
				back := do(t, other, model.Intent{Verb: model.Undo})
				if d := differ(s.Now(), back.Now()); d != "" || back.Branches() != s.Branches() {
					t.Error("undo:", d, back.Branches())
				}
				again, err := restore(saved(t, other))
				if err != nil {
					t.Fatal(err)
				}
				sameCounts(t, again.Now().Counts, want)
			})
		}
	}
}

// What follows the estimate stands on the new N.
func TestWhatFollowsNIsLaidAgain(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1000}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	first := s
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 500}, model.Intent{Verb: model.LeapBy, N: 2e4}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	at := do(t, s, model.Intent{Verb: model.GoTo, N: float64(first.Place() + 1)})
	for text, want := range map[string]float64{"N=3000": 23500, "N=1e15": 1e15, "N=inf": math.Inf(1)} {
		other := do(t, at, set(text))
		if value := settingOf(other, "N"); "N="+value != text && text != "N=1e15" {
			t.Errorf("%s stands in the settings as %s", text, value)
		}
		other = do(t, other, model.Intent{Verb: model.Last})
		if other.Now().N != want || other.Now().Estimate.Episodes != want {
			t.Errorf("%s: N = %g and an estimate from %g at the end, expected %g", text, other.Now().N, other.Now().Estimate.Episodes, want)
		}
	}
}

func settingOf(s model.Session, name string) string {
	all := s.Settings()
	i := slices.IndexFunc(all, func(x model.SettingValue) bool { return x.Name == name })
	if i < 0 {
		return ""
	}
	return all[i].Value
}

func TestNIsReadAsANumberOfEpisodes(t *testing.T) {
	s := session(t, "tea", 1)
	for _, bad := range []string{"0", "-5", "1.5", "1e16", "10^16", "nan", "-inf", "", "many"} {
		why := s.Refusal(set("N=" + bad))
		if !strings.HasPrefix(why, "N: found "+strconv.Quote(bad)+", expected a whole number of episodes from 1 to 1e+15") {
			t.Errorf("%q: %s", bad, why)
		}
		if next := model.Update(s, set("N="+bad)); next.Branches() != 1 {
			t.Errorf("%q started a branch", bad)
		}
	}
	short := do(t, s, set("horizon=3"))
	if why := short.Refusal(set("N=10")); !strings.Contains(why, "fewer than four steps") || settingOf(short, "N") != "" {
		t.Errorf("episodes of three steps: %q", why)
	}
	for _, log := range []model.Session{logSession(t, record(t, "tea", 700, 700), 1), logSession(t, record(t, "tea", 700, 0), 1)} {
		if why := log.Refusal(set("N=10")); why != "N: a log's episodes are what they are" {
			t.Errorf("a log says %q", why)
		}
		if settingOf(log, "N") != "" || !slices.ContainsFunc(log.Fixed(), func(x model.SettingValue) bool { return x.Name == "N" }) {
			t.Error("a log has N among its settings")
		}
	}
}

// Every setting, N among them, can be made and undone from anywhere.
func TestSettingsAnywhereCanBeUndone(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	settings := []string{"N=1", "N=50", "N=2e4", "N=inf", "seed=9", "c=.3", "horizon=5", "rotations=3"}
	s := session(t, "tea", seed)
	for i := range walkLength(t, 150) {
		if i%25 == 24 {
			s = session(t, "tea", rng.Uint64())
		}
		s = do(t, s, randomIntent(rng))
		setting := set(settings[rng.IntN(len(settings))])
		if s.Refusal(setting) != "" {
			continue
		}
		other := do(t, s, setting)
		if back := do(t, other, model.Intent{Verb: model.Undo}); differ(s.Now(), back.Now()) != "" {
			t.Fatalf("step %d, %s: undone it differs in %s", i, setting.Arg, differ(s.Now(), back.Now()))
		}
		for range 5 {
			other = do(t, other, randomIntent(rng))
		}
		if again, err := restore(saved(t, other)); err != nil || differ(again.Now(), other.Now()) != "" && again.Now().Estimate == nil {
			t.Fatalf("step %d, %s: restored %v", i, setting.Arg, err)
		}
	}
}
