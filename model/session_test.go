package model_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

func session(t testing.TB, name string, seed uint64) model.Session {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: seed})
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

// differ compares what two moments show; counts by their cells, since equal
// counts may be stored apart.
func differ(a, b *model.Now) string {
	switch {
	case a.Beat != b.Beat || a.Kind != b.Kind || a.Number != b.Number || a.Node != b.Node || a.Level != b.Level || a.Shown != b.Shown:
		return "the beat"
	case a.N != b.N && !(math.IsInf(a.N, 1) && math.IsInf(b.N, 1)):
		return "N"
	case a.Touch != b.Touch:
		return "the triple touched"
	case fmt.Sprintf("%+v", a.Episode) != fmt.Sprintf("%+v", b.Episode) || a.Earned != b.Earned || !reflect.DeepEqual(a.Path, b.Path):
		return "the episode"
	case a.Estimate != b.Estimate || a.Plan != b.Plan:
		return "estimate or plan"
	case !reflect.DeepEqual(a.Spectrum(), b.Spectrum()):
		return "the spectrum"
	}
	n := a.Counts.Sizes()
	for i := range n.Cells() {
		if a.Counts.At(i) != b.Counts.At(i) {
			return "the counts"
		}
	}
	return ""
}

// walkLength is the number of intents of a random walk; EEPORL_WALK sets another.
func walkLength(t testing.TB, usual int) int {
	if text := os.Getenv("EEPORL_WALK"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("EEPORL_WALK: found %q, expected a whole number", text)
		}
		return n
	}
	if !tier.Asked() {
		return usual / 10
	}
	return usual
}

// randomIntent favours walking over the intents that need work.
func randomIntent(rng *rand.Rand) model.Intent {
	n := float64(rng.IntN(40))
	switch r := rng.IntN(1000); {
	case r < 450:
		return model.Intent{Verb: model.Forward, N: n}
	case r < 750:
		return model.Intent{Verb: model.Back, N: n}
	case r < 830:
		return model.Intent{Verb: model.NextUnit, N: float64(rng.IntN(3))}
	case r < 900:
		return model.Intent{Verb: model.PreviousUnit, N: float64(rng.IntN(3))}
	case r < 930:
		return model.Intent{Verb: model.LeapBy, N: float64(1 + rng.IntN(50))}
	case r < 940:
		return model.Intent{Verb: model.LeapBy, N: float64(20_000 + rng.IntN(1000))}
	case r < 943:
		return model.Intent{Verb: model.RunEstimate}
	case r < 946:
		return model.Intent{Verb: model.RunPlan}
	case r < 955:
		return model.Intent{Verb: model.RunPolicy}
	case r < 965:
		return model.Intent{Verb: model.SwitchBranch}
	case r < 970:
		return model.Intent{Verb: model.First}
	case r < 975:
		return model.Intent{Verb: model.Last}
	case r < 980:
		return model.Intent{Verb: model.Grow}
	case r < 985:
		settings := []string{"horizon=3", "horizon=4", "horizon=6", "N=2000", "N=30", "seed=3", "c=.2", "T(offer-tea, 1, 2)=.05", "budget=20", "estimator=blocked"}
		return model.Intent{Verb: model.Set, Arg: settings[rng.IntN(len(settings))]}
	case r < 990:
		return model.Intent{Verb: model.Undo}
	}
	return model.Intent{Verb: model.Continue}
}

// A long random walk; at every place, going on and back, or back and on again,
// must show what was shown before.
func TestForwardThenBackIsTheIdentity(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 0))
	s := session(t, "tea", seed)
	for i := range walkLength(t, 10_000) {
		if i%2000 == 1999 { // timelines only grow; start over now and then
			s = session(t, "tea", rng.Uint64())
		}
		intent := randomIntent(rng)
		s = do(t, s, intent)
		place, n := s.Place(), uint64(1+rng.IntN(30))
		if place >= s.Beats() {
			t.Fatalf("intent %d %v: place %d of %d", i, intent, place, s.Beats())
		}
		if back := min(n, place); back > 0 {
			there := model.Update(s, model.Intent{Verb: model.Back, N: float64(back)})
			again := model.Update(there, model.Intent{Verb: model.Forward, N: float64(back)})
			if d := differ(s.Now(), again.Now()); d != "" || again.Place() != place {
				t.Fatalf("intent %d %v: %d back and on changed %s", i, intent, back, d)
			}
		}
		if on := min(n, s.Beats()-1-place); on > 0 {
			there := model.Update(s, model.Intent{Verb: model.Forward, N: float64(on)})
			again := model.Update(there, model.Intent{Verb: model.Back, N: float64(on)})
			if d := differ(s.Now(), again.Now()); d != "" || again.Place() != place {
				t.Fatalf("intent %d %v: %d on and back changed %s", i, intent, on, d)
			}
		}
	}
}

// Laying down a new episode and going back leaves everything but the
// timeline's length as it was.
func TestGrowingThenBackShowsTheSame(t *testing.T) {
	s := do(t, session(t, "tea", 3), model.Intent{Verb: model.NextUnit})
	on := model.Update(s, model.Intent{Verb: model.Forward})
	back := model.Update(on, model.Intent{Verb: model.Back})
	if d := differ(s.Now(), back.Now()); d != "" {
		t.Error(d)
	}
	if on.Now().Number != 2 || on.Now().N != 1 {
		t.Errorf("episode %d at N = %g", on.Now().Number, on.Now().N)
	}
}

func TestUpdateLeavesTheOldSessionAlone(t *testing.T) {
	s := do(t, session(t, "tea", 3), model.Intent{Verb: model.Forward, N: 30})
	before, place, beats := *s.Now(), s.Place(), s.Beats()
	do(t, s, model.Intent{Verb: model.LeapBy, N: 500}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Back, N: 40})
	if d := differ(&before, s.Now()); d != "" || s.Place() != place || s.Beats() != beats {
		t.Error("the old session changed:", d)
	}
}

// A fresh session that leaps to N sees what `run` sees, simulated or drawn.
func TestLeapSeesWhatRunSees(t *testing.T) {
	for _, n := range []float64{10, 1000, 10_000, 100_000, 1e6} {
		s := do(t, session(t, "tea", 7), model.Intent{Verb: model.LeapBy, N: n})
		want, err := s.Truth().Draw(7, n)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Now().Counts
		if got.Total() != n {
			t.Errorf("N = %g, want %g", got.Total(), n)
		}
		for i := range got.Sizes().Cells() {
			if got.At(i) != want.At(i) {
				t.Fatalf("N = %g: cell %d counted %g times, run counts %g", n, i, got.At(i), want.At(i))
			}
		}
	}
}

func TestBackFromAMillionToEpisodeThree(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.NextUnit, N: 5})
	third := do(t, s, model.Intent{Verb: model.First}, model.Intent{Verb: model.NextUnit, N: 3})
	for range 4 {
		s = do(t, s, model.Intent{Verb: model.LeapBy, N: 10_000})
	}
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e6})
	back := model.Update(model.Update(s, model.Intent{Verb: model.First}), model.Intent{Verb: model.NextUnit, N: 3})
	if d := differ(third.Now(), back.Now()); d != "" {
		t.Error(d)
	}
	if s.Now().N != 1_040_005 {
		t.Errorf("N = %g", s.Now().N)
	}
}

func TestActingInThePastStartsABranch(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1000}, model.Intent{Verb: model.LeapBy, N: 1e5})
	past := do(t, s, model.Intent{Verb: model.PreviousUnit}, model.Intent{Verb: model.PreviousUnit}, model.Intent{Verb: model.RunEstimate})
	if past.Branches() != 2 {
		t.Fatalf("%d branches", past.Branches())
	}
	if n := past.Now().Estimate.Episodes; n > 1000 {
		t.Errorf("the branch estimates from %g episodes", n)
	}
	other := do(t, past, model.Intent{Verb: model.SwitchBranch}, model.Intent{Verb: model.Last})
	if other.Now().N != 101_000 {
		t.Errorf("the other branch ends at N = %g", other.Now().N)
	}
}

func TestContinueTellsTheWholeStory(t *testing.T) {
	s := session(t, "tea", 1)
	presses := 0
	for ; s.Now().Beat.Kind != model.BeatBranch; presses++ {
		if presses == 30 {
			t.Fatalf("after %d presses of Continue: %+v", presses, s.Now().Beat)
		}
		s = do(t, s, model.Intent{Verb: model.Continue})
	}
	t.Logf("%d presses to the first phase 2 branch", presses)
	if r := s.Regret(); !(r.Low >= 0 && r.High < .05) {
		t.Errorf("regret %v", r)
	}
}

// Every beat of the story has an account and an equation, and veiled ones give
// no state's name away.
func TestEveryBeatHasAnAccount(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "tiger", "two-step"} {
		s := session(t, name, 2)
		for range 60 {
			sentence, equation := s.Account(false)
			if sentence == "" || equation == "" {
				t.Errorf("%s %+v: account %q, equation %q", name, s.Now().Beat, sentence, equation)
			}
			s = do(t, s, model.Intent{Verb: model.Continue})
		}
	}
}

func TestInfiniteEpisodesLeaveNoError(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, model.Intent{Verb: model.RunEstimate})
	c := s.Now().Estimate.Comparison
	if c == nil || !(c.OMax < 1e-10) || c.LabelsRight != 8 {
		t.Fatalf("%+v", c)
	}
	s = do(t, s, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPlan})
	if r := s.Regret(); !(r.High < 1e-9) {
		t.Errorf("regret %v", r)
	}
	if why := s.Disabled(model.LeapBy); why == "" {
		t.Error("a leap beyond infinity is not refused")
	}
}

func TestFailuresAreNamed(t *testing.T) {
	for _, name := range []string{"tiger", "two-step"} {
		s := do(t, session(t, name, 1), model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
		if why := s.Disabled(model.RunPlan); why == "" {
			t.Errorf("%s: a plan is offered", name)
		}
		if len(s.Findings()) < 3 {
			t.Errorf("%s: findings %v", name, s.Findings())
		}
	}
}

func TestCancelRemovesWhatIsPending(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1000})
	waiting := model.Update(s, model.Intent{Verb: model.RunEstimate})
	if !waiting.Now().Pending || waiting.Disabled(model.Forward) == "" {
		t.Error("the estimate is not pending")
	}
	given := model.Update(waiting, model.Intent{Verb: model.Cancel})
	if d := differ(s.Now(), given.Now()); d != "" || given.Beats() != s.Beats() {
		t.Error("cancelling left something behind:", d)
	}
}

func BenchmarkBeat(b *testing.B) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		b.Run(name, func(b *testing.B) {
			s := do(b, session(b, name, 1), model.Intent{Verb: model.LeapBy, N: 5000})
			on, back := model.Intent{Verb: model.Forward}, model.Intent{Verb: model.Back}
			s = do(b, s, model.Intent{Verb: model.Back, N: 40})
			for i := 0; b.Loop(); i++ {
				if i/30%2 == 0 {
					s = model.Update(s, on)
				} else {
					s = model.Update(s, back)
				}
			}
		})
	}
}
