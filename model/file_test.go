package model_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/scenarios"
)

func load(name string, _ []float64) (model.Subject, error) {
	sc, err := scenarios.Load(name)
	return model.Subject{Model: sc.Model}, err
}

func restore(text string) (model.Session, error) {
	s, err := model.Replay(context.Background(), strings.NewReader(text), "x.session", load)
	if err != nil {
		return model.Session{}, err
	}
	return model.Settle(context.Background(), s.Session)
}

func saved(t *testing.T, s model.Session) string {
	t.Helper()
	var b bytes.Buffer
	if err := model.Save(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A saved session opens at the same beat of the same timeline, whatever was
// done in it, and saves to the same bytes again.
func TestSessionsSurviveTheirFile(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 2))
	for range 5 {
		s := session(t, "tea", rng.Uint64N(100))
		for range 80 {
			i := randomIntent(rng)
			if rng.IntN(12) == 0 {
				i = []model.Intent{
					{Verb: model.Set, Arg: "seed=" + strconv.Itoa(rng.IntN(9))}, {Verb: model.Set, Arg: "c=.2"},
					{Verb: model.Set, Arg: "T(offer-tea, 1, 2)=.05"}, {Verb: model.Set, Arg: "normalize=simplex"},
					{Verb: model.Undo}, {Verb: model.SetBookmark, Arg: "a \"name\""}, {Verb: model.Choose}, {Verb: model.PreviousMark},
				}[rng.IntN(8)]
			}
			s = do(t, s, i)
		}
		text := saved(t, s)
		back, err := restore(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := differ(s.Now(), back.Now()); back.Place() != s.Place() || back.Branches() != s.Branches() || d != "" && d != "estimate or plan" {
			t.Errorf("%s differs after\n%s", d, text)
		}
		if again := saved(t, back); again != text {
			t.Errorf("saved again:\n%s\nwas\n%s", again, text)
		}
	}
}

func TestFilesThatCannotBeReplayedAreRefused(t *testing.T) {
	good := saved(t, do(t, session(t, "tea", 1), model.Intent{Verb: model.Forward, N: 5}, model.Intent{Verb: model.LeapBy, N: 1000}))
	for _, c := range []struct{ from, to, want string }{
		{"eeporl session 1", "eeporl session 9", `x.session:1: found "eeporl session 9"`},
		{"@1.6", "@1.7", "leading to beat 6 of segment 1, expected beat 7"},
		{"forward", "foreward", `found the verb "foreward"`},
		{"scenario tea", "scenario tee", "tee"},
		{"seed 1", "seed one", `"one"`},
		{"> leap 1000", "> plan", "no estimate yet"},
		{"horizon 4", "horizon 1000000000", "horizon"},
	} {
		if _, err := restore(strings.Replace(good, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s → %s: error %v, want one with %q", c.from, c.to, err, c.want)
		}
	}
	if _, err := restore(""); err == nil {
		t.Error("an empty file was opened")
	}
	cut := good[:strings.Index(good, "> leap 1000")+len("> leap 10")]
	if _, err := restore(cut); err == nil || !strings.Contains(err.Error(), `found a step without its end, "> leap 10"`) {
		t.Errorf("a file that was cut off within a step: found %v", err)
	}
}

func FuzzRestore(f *testing.F) {
	f.Add("eeporl session 1\nscenario tea\nseed 1\n> forward 5 @1.6\n")
	f.Add("eeporl session 1\nscenario tea\n> set \"c=.1\" @1.1\n> leap +Inf @2.1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, ">") > 20 || strings.Contains(text, "random") {
			t.Skip() // long replays find nothing that short ones do not
		}
		_, _ = restore(text)
	})
}

func TestSettingsStartABranchAndUndoGivesItUp(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	other := do(t, s, model.Intent{Verb: model.Set, Arg: "seed=2"})
	if other.Branches() != 2 || other.Config().Seed != 2 || other.Now().Estimate == nil || other.Now().N != 1e5 {
		t.Fatalf("branches %d, seed %d, N %g", other.Branches(), other.Config().Seed, other.Now().N)
	}
	if other.Now().Estimate.Comparison.OMax == s.Now().Estimate.Comparison.OMax {
		t.Error("another seed gave the same estimate")
	}
	back := do(t, other, model.Intent{Verb: model.Undo})
	if d := differ(s.Now(), back.Now()); d != "" || back.Branches() != 1 {
		t.Error("undo:", d, back.Branches())
	}
	edited := do(t, s, model.Intent{Verb: model.Set, Arg: "T(offer-tea, wants-tea, wants-coffee)=.1"})
	if got := edited.Config().Model.T(0, 0, 1); got != .1 {
		t.Errorf("T = %g", got)
	}
	if got := edited.Config().Model.T(0, 0, 0); got != .9 {
		t.Errorf("the rest of the row is %g", got)
	}
	for _, bad := range []string{"seed=x", "c=-1", "T(no, 1, 1)=.5", "T(1,1,1)=2", "T(1,1,1=.5", "T(1,1,1,9)=.5", "b(1,1)=.5", "T(1,1)=.5", "horizon=0", "what=1", "c", "normalize=l2"} {
		if why := s.Refusal(model.Intent{Verb: model.Set, Arg: bad}); why == "" {
			t.Errorf("%q is not refused", bad)
		}
	}
}

func TestMarksAreFoundBothWays(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 100}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last},
		model.Intent{Verb: model.LeapBy, N: 1e6}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.SetBookmark, Arg: "end"})
	end := s.Place()
	s = do(t, s, model.Intent{Verb: model.First}, model.Intent{Verb: model.NextMark, Arg: "finding"})
	if s.Now().Estimate == nil || len(s.Now().Estimate.Findings) == 0 {
		t.Error("the next finding is not where an estimate has findings")
	}
	s = do(t, s, model.Intent{Verb: model.NextMark, Arg: "bookmark"})
	if s.Place() != end {
		t.Errorf("the bookmark is at %d, not %d", s.Place(), end)
	}
	s = do(t, s, model.Intent{Verb: model.PreviousMark, Arg: "finding"})
	if s.Place() >= end {
		t.Error("the previous finding is not before the end")
	}
}
