package watch_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/scenarios"
)

// fixed looks names up in a table.
func fixed(values map[string]watch.Value) watch.Lookup {
	return func(name string, args []watch.Value) (watch.Value, bool) {
		v, ok := values[name]
		return v, ok
	}
}

var some = fixed(map[string]watch.Value{
	"N": watch.Count(1000), "k": watch.Of(8), "labels_right": watch.Of(8), "rmse": watch.Unknown(watch.Number),
	"beat": watch.Word("action"), "action": watch.Word("offer-tea"), "stage": watch.Unknown(watch.Text), "view": watch.Word("plan"),
	"pending": watch.Is(false), "sigma_k": watch.Of(.003), "sigma_next": watch.Of(.001), "finding": watch.Is(true),
})

var view = watch.Name{Name: "view", Kind: watch.Text, Values: []string{"episode", "plan"}}

func TestConditions(t *testing.T) {
	for text, want := range map[string]bool{
		"N = 1000":                             true,
		"N = 10^3":                             true,
		"N == 1e3 and N != 10":                 true,
		"N ≥ 1000 and N <= 1000":               true,
		"N < 1000":                             false,
		"N < inf":                              true,
		"N < ∞":                                true,
		"N + k * 2 = 1016":                     true,
		"(N + k) * 2 = 2016":                   true,
		"-N = -1000":                           true,
		"N - 1 - 1 = 998":                      true,
		"N / 0 > 1":                            false,
		"N / 0 < 1":                            false,
		"not N / 0 < 1":                        true,
		"rmse < 1 or rmse >= 1":                false,
		"known(rmse)":                          false,
		"known(N)":                             true,
		"not known(rmse) and known(N)":         true,
		"beat = action":                        true,
		"action = beat":                        true, // the same
		"action = offer-tea":                   true,
		`action = "offer-tea"`:                 true,
		"action != offer-coffee":               true,
		"stage = eigen or stage != eigen":      false,
		"sigma_k > 2 × sigma_next":             true,
		"labels_right = k":                     true,
		"view = plan":                          true,
		"pending or not pending":               true,
		"finding(complex-eigenvalues)":         true,
		`finding("complex-eigenvalues") and N`: false, // does not parse: below
		"was(N) = 1000":                        false, // not frozen
		"N = 1 or N = 1000 and k = 8":          true,
	} {
		e, err := watch.Condition(text, view)
		if err != nil {
			if !strings.HasSuffix(text, "and N") {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if got := e.Holds(some); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestWasIsTheValueAtTheTimeOfFreezing(t *testing.T) {
	e, err := watch.Condition("N > was(N) and beat != was(beat)")
	if err != nil {
		t.Fatal(err)
	}
	frozen := e.Freeze(some)
	if frozen.Holds(some) {
		t.Error("nothing has changed, yet it holds")
	}
	later := fixed(map[string]watch.Value{"N": watch.Of(1001), "beat": watch.Word("count")})
	if !frozen.Holds(later) {
		t.Error("N and the beat have changed, yet it does not hold")
	}
	if e.Holds(later) {
		t.Error("freezing changed the expression itself")
	}
}

func TestErrorsSayWhereWhatAndWhatInstead(t *testing.T) {
	for text, want := range map[string]string{
		"":                         `column 1: found the end, expected a name`,
		"N":                        `column 1: found a number, N, expected a condition`,
		"N >":                      `column 4: found the end, expected a name`,
		"N > 5 k":                  `column 7: found k, expected and, or`,
		"sigma > 2":                `column 1: found "sigma", expected a name that is known, such as sigma_k`,
		"N > 2 and lables = 8":     `column 11: found "lables", expected a name that is known, such as labels`,
		"beat = cuont":             `column 8: found "cuont", expected one of start, action`,
		`beat = "cuont"`:           `column 8: found "cuont", expected one of start, action`,
		"beat > 5":                 `column 8: found a number, expected a word`,
		"N = tea":                  `column 5: found "tea", expected a name that is known`,
		"finding(complex)":         `column 9: found "complex", expected one of`,
		"finding":                  `column 8: found the end, expected the arguments of finding(code)`,
		"pairs[1] > 2":             `column 8: found ], expected a comma: pairs(x1, x2)`,
		"pairs[1, 2) > 2":          `column 11: found ), expected ]`,
		"(N > 2":                   `column 7: found the end, expected )`,
		"N & 2":                    `column 3: found "&"`,
		"N > 1x":                   `column 5: found "1x", expected a number`,
		"N > 10^x":                 `column 5: found "10^x", expected a whole exponent`,
		"pending + 1 > 2":          `column 1: found a condition, expected a number`,
		"pending = pending":        `column 1: found a condition, expected a number or a word`,
		"not N":                    `column 5: found a number, expected a condition`,
		"N > 1 and k":              `column 11: found a number, expected a condition`,
		`action = "tea`:            `column 10: found a word in quotes without their end`,
		strings.Repeat("(", 100):   `column 52: found`,
		strings.Repeat("-", 100):   `column 52: found`,
		strings.Repeat("N ", 2000): `column 1: found 4000 characters, expected at most`,
		"N > 1 \xff":               `column 1: found bytes that are no UTF-8`,
		"tea":                      `column 1: found "tea"`,
	} {
		_, err := watch.Condition(text)
		var e *watch.Error
		if err == nil || !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
}

func session(t testing.TB, name string, intents ...string) model.Session {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range intents {
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

// Facts of the story that hold at its places and not at its start.
func TestNamesReadASession(t *testing.T) {
	for _, c := range []struct {
		condition string
		intents   []string
	}{
		{"beat = action and step = 1 and known(action) and action = offer-tea or action = offer-coffee", []string{"forward"}},
		{"known(reward)", []string{"forward 2"}},
		{"x >= 1 and x <= d and known(pair) and step = 2", []string{"forward 7"}},
		{"beat = observe and known(observation)", []string{"forward 4"}},
		{"N = 1 and pairs[x1, x2] = 1 and triples[x1, x2, x3] = 1", []string{"next-episode"}},
		{"N = 100000 and phase = 1 and sigma_k > 2 * sigma_next", []string{"leap 100000"}},
		{"sigma_k > noise and sigma_k13 > noise13", []string{"leap 100000", "estimate", "forward"}},
		{"known(sigma_k) and not known(noise) and not known(noise13)", []string{"leap 10", "estimate", "last", "leap 100"}},
		{"stage = eigen and gap > 0 and rotations = 20 and imaginary = 0 and not known(labels)", []string{"leap 100000", "estimate", "forward 2"}},
		{"labels = k and labels_right = k and orders >= 1 and whole and negative >= 0 and rmse < .1", []string{"leap 100000", "estimate", "last"}},
		{"level = 1 and vectors > 0 and enumerated = 1 and not known(value)", []string{"leap 100000", "estimate", "last", "plan"}},
		{"known(value) and known(regret) and known(mass) and optimal >= value_true", []string{"leap 100000", "estimate", "last", "plan", "last"}},
		{"phase = 2 and episode = 1 and known(action) and earned >= 0", []string{"leap 100000", "estimate", "last", "plan", "last", "exploit", "forward 2"}},
		{"c = .2 and branches = 2 and branch = 2", []string{"set c=.2"}},
		{"method = naive", []string{"estimator naive"}},
		{"findings >= 1 and finding(mixed-orders)", []string{"leap 100000", "estimator naive", "estimate", "last"}},
		{"N = inf and triples[1, 1, 1] < 1", []string{"leap +Inf"}},
	} {
		e, err := watch.Condition(c.condition)
		if err != nil {
			t.Fatal(err)
		}
		if e.Holds(watch.Session(session(t, "tea"))) {
			t.Errorf("%s holds at the start", c.condition)
		}
		if !e.Holds(watch.Session(session(t, "tea", c.intents...))) {
			t.Errorf("%s does not hold after %v", c.condition, c.intents)
		}
	}
}

// Every name has a value of its kind everywhere in every story, and nothing
// panics, whatever the arguments.
func TestEveryNameEverywhere(t *testing.T) {
	arguments := []watch.Value{watch.Of(1), watch.Of(1e9), watch.Of(-1), watch.Of(.5), watch.Of(math.Inf(1))}
	for _, name := range []string{"tea", "tiger", "two-step"} {
		for _, intents := range [][]string{nil, {"forward 12"}, {"leap 1000", "estimate"}, {"leap 100000", "estimate", "last", "plan", "last", "exploit", "last"}, {"leap +Inf", "estimate", "last"}} {
			look := watch.Session(session(t, name, intents...))
			for _, n := range watch.Names() {
				for _, a := range arguments {
					args := make([]watch.Value, len(n.Takes))
					for i := range args {
						if args[i] = a; n.Values != nil {
							args[i] = watch.Word("complex-eigenvalues")
						}
					}
					v, ok := look(n.Name, args)
					if !ok || v.Kind != n.Kind {
						t.Fatalf("%s %v: %s is %v of kind %v, want %v", name, intents, n.Name, v, v.Kind, n.Kind)
					}
					if v.Kind == watch.Text && n.Values != nil && !v.Unknown && !slices.Contains(n.Values, v.Text) {
						t.Errorf("%s is %q, which is none of %v", n.Name, v.Text, n.Values)
					}
				}
			}
		}
	}
}

func TestNamesAreToldOnceAndInOneLine(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range watch.Names() {
		if seen[n.Name] || n.Does == "" || strings.Contains(n.Does, "\n") {
			t.Errorf("%q is told twice, or not in one line", n.Name)
		}
		seen[n.Name] = true
		if _, err := watch.Parse(n.Name); err != nil && len(n.Takes) == 0 {
			t.Error(err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"N >= 10^5 and labels_right = k", "finding(complex-eigenvalues)", "not (was(beat) = count or pairs[1,2] > 3)",
		`action = "offer tea"`, "-1e5*k/3 - .5 != sigma_k", "known(rmse)", "beat = action", "((", "10^", "N ≥ ∞"} {
		f.Add(seed)
	}
	look := watch.Session(session(f, "tea", "leap 1000", "estimate"))
	f.Fuzz(func(t *testing.T, text string) {
		e, err := watch.Parse(text, view)
		if err != nil {
			var at *watch.Error
			if !errors.As(err, &at) || at.Column < 1 || at.Found == "" || at.Expected == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		v := e.Eval(look)
		if v.Kind != e.Kind() {
			t.Fatalf("%q is of kind %v, its value of kind %v", text, e.Kind(), v.Kind)
		}
		if w := e.Freeze(look).Eval(look); w.Kind != e.Kind() {
			t.Fatalf("%q frozen has another kind", text)
		}
		if again, err := watch.Parse(e.String(), view); err != nil || again.Eval(look).String() != v.String() {
			t.Fatalf("%q does not read back: %v", text, err)
		}
	})
}

func BenchmarkHolds(b *testing.B) {
	look := watch.Session(session(b, "tea", "leap 1000", "estimate"))
	e, err := watch.Condition("N >= 10^5 and labels_right = k or finding(complex-eigenvalues)")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		e.Holds(look)
	}
}

func TestTwoSignsInARowAreRefused(t *testing.T) {
	for _, text := range []string{"N <=>= 3", "N ==!= 3", "N >=== 3"} {
		if e, err := watch.Condition(text); err == nil {
			t.Errorf("%q is read as %s", text, e)
		}
	}
}
