package seek_test

import (
	"context"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/seek"
	"eeporl/model/watch"
	"eeporl/scenarios"
)

func session(t testing.TB, lines ...string) model.Session {
	t.Helper()
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: "tea", Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		i, err := model.ParseIntent(line)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = model.Settle(context.Background(), model.Update(s, i)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The intents that a search tells lead to the first beat at which its condition
// holds, and it holds nowhere between.
func TestIntentsLeadToTheBeat(t *testing.T) {
	for _, c := range []struct {
		story []string
		until string
		back  bool
		found bool
	}{
		{nil, "beat = count", false, true},
		{nil, "beat = count by 1 episodes", false, true},
		{nil, "action = offer-coffee and reward = 1 by 100 episodes", false, true},
		{[]string{"leap 500"}, "episode = 400", true, true},
		{[]string{"leap 500"}, "N < 3", true, true},
		{[]string{"leap 500", "first"}, "pairs[1, 1] >= 5", false, true},
		{[]string{"leap 500", "first"}, "N >= 10^5", false, false},
		{[]string{"leap 500", "first"}, "N >= 10^5 by leaps to 10^9", false, true},
		{nil, "labels_right = k by estimates to 10^7", false, true},
		{nil, "sigma_k > 10 * noise by estimates to 10^7", false, true},
		{nil, "labels_right > k by estimates to 10^3", false, false},
		{[]string{"leap 1000", "estimate", "last"}, "N > 1003 by 10 episodes", false, true},
		{[]string{"leap 100000", "estimate", "last", "plan", "last"}, "earned >= 1 by 20 episodes", false, true},
		{nil, "N != was(N) by leaps to 100", false, true},
	} {
		x, err := seek.Parse(c.until)
		if err != nil {
			t.Fatal(err)
		}
		x.Back = c.back
		s := session(t, c.story...)
		f, err := x.Run(context.Background(), s, func(int, int) {})
		if err != nil || f.OK != c.found {
			t.Errorf("%s after %v: found %v, %v", c.until, c.story, f.OK, err)
		}
		if !f.OK {
			continue
		}
		there := s.Learn(f.Session)
		for _, i := range f.Intents {
			if there, err = model.Settle(context.Background(), model.Update(there, i)); err != nil {
				t.Fatal(err)
			}
		}
		if there.Place() != f.Place || there.Cursor() != f.Session.Cursor() || !x.Condition.Freeze(watch.Session(s)).Holds(watch.Session(there)) {
			t.Errorf("%s: %v lead to beat %d, found at %d", c.until, f.Intents, there.Place(), f.Place)
		}
	}
}

func TestSearchesCanBeGivenUp(t *testing.T) {
	x, err := seek.Parse("N < 0 by estimates to 10^15")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Run(ctx, session(t, "leap 10000", "first"), func(int, int) {}); err == nil {
		t.Error("a search that was given up goes on")
	}
}

func TestErrorsSayWhatWasFound(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "found the end, expected a name",
		"N":                             "found a number, N, expected a condition",
		"N > 5 by many episodes":        `found "many", expected a number of episodes`,
		"N > 5 by leaps to 10^99":       `found "10^99", expected a number of episodes`,
		"N > 5 by 10^9 episodes":        "found 10^9 episodes, expected at most 10⁴ one by one",
		"N > 5 by leaps":                "found by, expected and, or",
		"labels = 8 by estimates to -1": `found "-1", expected a number of episodes`,
	} {
		if _, err := seek.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"N > 5 by leaps to 10^9", "labels = 8 by estimates to 1e5", "beat = count by 5 episodes", "N > 5", "by by 5 episodes"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := seek.Parse(text)
		if err != nil {
			return
		}
		if again, err := seek.Parse(x.String()); err != nil || again.String() != x.String() {
			t.Errorf("%q reads back as %q: %v", x, again, err)
		}
	})
}
