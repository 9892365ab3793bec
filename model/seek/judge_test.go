package seek_test

import (
	"context"
	"slices"
	"testing"

	"eeporl/model"
	"eeporl/model/seek"
	"eeporl/model/watch"
)

// undone takes a session on without doing the work that the steps after those
// of story ask for.
func undone(t *testing.T, story []string, then ...string) model.Session {
	t.Helper()
	s := session(t, story...)
	for _, line := range then {
		i, err := model.ParseIntent(line)
		if err != nil {
			t.Fatal(err)
		}
		if why := s.Refusal(i); why != "" {
			t.Fatalf("%s: %s", line, why)
		}
		s = model.Update(s, i)
	}
	return s
}

// A condition on what is still being computed waits for it, and the beats of an
// estimate that was not there when the search began are looked at too.
func TestSearchesWaitForWork(t *testing.T) {
	planned := []string{"leap 100000", "estimate", "last", "plan", "last"}
	for _, c := range []struct {
		story, then []string
		until       string
		back        bool
		found       bool
	}{
		{[]string{"leap 100000"}, []string{"estimate"}, "labels_right = k", false, true},
		{[]string{"leap 100000"}, []string{"estimate", "first"}, "beat = parameters", false, true},
		{[]string{"leap 100000"}, []string{"estimate", "first"}, "labels = 99", false, false},
		{[]string{"leap 100000", "estimate", "last"}, []string{"plan"}, "regret < 10", false, true},
		{planned, []string{"first", "set seed=5"}, "regret < 10", false, true},
		{planned, []string{"set seed=5"}, "beat = labels", true, true},
		{[]string{"leap 100000"}, []string{"estimate"}, "times_bound > 1", false, true},
		{planned, nil, "advice = offer-tea or advice = offer-coffee by 2 episodes", false, true},
	} {
		x, err := seek.Parse(c.until)
		if err != nil {
			t.Fatal(err)
		}
		x.Back = c.back
		s := undone(t, c.story, c.then...)
		f, err := x.Run(context.Background(), s, func(int, int) {})
		if err != nil || f.OK != c.found {
			t.Errorf("%s after %v: found %v, %v", c.until, c.then, f.OK, err)
		}
		if !f.OK {
			continue
		}
		there := s.Learn(f.Session)
		for _, i := range f.Intents {
			there = model.Update(there, i)
		}
		if there.Cursor() != f.Session.Cursor() || !x.Condition.Holds(watch.Session(there)) {
			t.Errorf("%s: %v lead to %v, found at %v", c.until, f.Intents, there.Cursor(), f.Session.Cursor())
		}
	}
}

// What no beat could tell is named.
func TestUnknownNamesAreTold(t *testing.T) {
	for until, want := range map[string][]string{
		"theorem_N < 10^9":                  {"theorem_N"},
		"theorem_N < 10^9 or regret > 10":   {"theorem_N", "regret"},
		"labels_right > k":                  nil, // known at some beats
		"labels > 99 and theorem_N < 10^99": nil, // never asked
	} {
		x, err := seek.Parse(until)
		if err != nil {
			t.Fatal(err)
		}
		f, err := x.Run(context.Background(), undone(t, []string{"leap 100000", "estimate", "last", "first"}), func(int, int) {})
		if err != nil || f.OK || !slices.Equal(f.Unknown, want) {
			t.Errorf("%s: found %v, unknown %v, want %v; %v", until, f.OK, f.Unknown, want, err)
		}
	}
}

// Work that a search waits for ends with it.
func TestWaitingCanBeGivenUp(t *testing.T) {
	x, err := seek.Parse("labels_right > k")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := x.Run(ctx, undone(t, []string{"leap 100000"}, "estimate"), func(int, int) {}); err == nil || f.OK {
		t.Error("a search that was given up goes on")
	}
}
