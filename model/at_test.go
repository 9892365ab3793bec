package model_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"eeporl/model"
)

// The commands that a session tells lead there from a fresh one, however it
// was walked, and never take more than its steps.
func TestCommandsLeadToTheSession(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	for seed := range uint64(25) {
		rng := rand.New(rand.NewPCG(seed, 4))
		s := session(t, "tea", 1)
		for range 40 {
			i := []model.Intent{
				{Verb: model.Forward, N: float64(rng.IntN(30))}, {Verb: model.Back, N: float64(rng.IntN(30))}, {Verb: model.Last}, {Verb: model.First},
				{Verb: model.LeapBy, N: 1000}, {Verb: model.RunEstimate}, {Verb: model.RunPlan}, {Verb: model.RunPolicy}, {Verb: model.Cancel},
				{Verb: model.NextUnit}, {Verb: model.PreviousUnit}, {Verb: model.GoTo, N: float64(rng.IntN(60))}, {Verb: model.Choose}, {Verb: model.SwitchBranch},
				{Verb: model.Set, Arg: "seed=" + strconv.Itoa(rng.IntN(9))}, {Verb: model.Undo}, {Verb: model.SetBookmark, Arg: `a "b"; c`}, {Verb: model.Continue},
			}[rng.IntN(18)]
			s = model.Update(s, i)
			if jobs := s.Jobs(); len(jobs) > 0 && !jobs[0].Kind.Background() && rng.IntN(3) > 0 {
				s = s.Deliver(jobs[0].Run(context.Background(), model.Unheard))
			}
		}
		commands := model.SplitCommands(strings.Join(s.Commands(), "; "))
		if len(commands) > len(s.Steps()) {
			t.Errorf("%d commands for %d steps", len(commands), len(s.Steps()))
		}
		got, rest, err := model.Follow(context.Background(), session(t, "tea", 1), append(commands, "view plan"))
		if err != nil || !reflect.DeepEqual(rest, []string{"view plan"}) {
			t.Fatalf("seed %d: %v, left %q\n%s", seed, err, rest, strings.Join(commands, "; "))
		}
		for _, x := range []*model.Session{&s, &got} {
			if *x, err = model.Settle(context.Background(), *x); err != nil {
				t.Fatal(err)
			}
		}
		if got.Cursor() != s.Cursor() || got.Beats() != s.Beats() || got.Branch() != s.Branch() || got.Branches() != s.Branches() || got.Now().N != s.Now().N || got.Method() != s.Method() {
			t.Errorf("seed %d: led to beat %d of %d on branch %d, expected %d of %d on %d\n%s", seed,
				got.Place(), got.Beats(), got.Branch(), s.Place(), s.Beats(), s.Branch(), strings.Join(commands, "; "))
		}
	}
}

func TestWalksComeToOneCommand(t *testing.T) {
	s := session(t, "tea", 1)
	for _, i := range []model.Intent{{Verb: model.NextUnit, N: 3}, {Verb: model.Back, N: 5}, {Verb: model.First}, {Verb: model.Forward}, {Verb: model.Forward}, {Verb: model.Last}, {Verb: model.GoTo, N: 7}} {
		s = model.Update(s, i)
	}
	if got := strings.Join(s.Commands(), "; "); got != "next-episode 3; go-to 7" {
		t.Error(got)
	}
}

func FuzzSplitCommands(f *testing.F) {
	for _, line := range []string{`a; b "c;\" d"; e`, ";;", `"`, `\`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, c := range model.SplitCommands(line) {
			if c == "" || c != strings.TrimSpace(c) {
				t.Errorf("%q: command %q", line, c)
			}
		}
	})
}

// A line of several settings leads where they lead one by one.
func TestFollowTakesSettingsApart(t *testing.T) {
	got, rest, err := model.Follow(context.Background(), session(t, "tea", 1), []string{"seed=2 N=1e4"})
	if c := got.Config(); err != nil || len(rest) > 0 || c.Seed != 2 || got.Now().N != 1e4 {
		t.Errorf("found seed %d, N = %g, left %q: %v", c.Seed, got.Now().N, rest, err)
	}
}
