package model_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/model/watch"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// someValue is a value that a setting may take; "" leaves it at its default.
func someValue(rng *rand.Rand, x model.Setting) string {
	values := map[string][]string{
		"seed": {"1", "2", "18446744073709551615"}, "c": {".1", "2", "inf"}, "horizon": {"4", "5", "9"}, "discount": {".9", "1", ".123456789"},
		"estimator": {"full", "blocked", "aligned", "naive"}, "normalize": {"abs", "clip", "simplex"}, "rotations": {"1", "3", "20"},
		"threshold": {"1/2", ".9"}, "planner": {"auto", "pruning", "reachable"}, "budget": {"1000", "64MB", "none"}, "observe": {"rz", "z"},
		"restarts": {"2", "5"}, "match-by-belief": {"true", "false"},
	}[x.Name]
	if values == nil || rng.IntN(2) == 0 {
		return ""
	}
	return values[rng.IntN(len(values))]
}

// quantities are all that has a name, as it stands at the cursor.
func quantities(s model.Session) map[string]string {
	out := map[string]string{}
	look := watch.Session(s)
	for _, x := range watch.Names() {
		if len(x.Takes) == 0 {
			value, _ := look(x.Name, nil)
			out[x.Name] = fmt.Sprint(value)
		}
	}
	return out
}

// Whatever the settings, a saved session comes back with every quantity that has a
// name; the flags that start it again make the same one too.
func TestAllSettingsAreSaved(t *testing.T) {
	seed, n := walk.Seed(t), 100
	switch {
	case os.Getenv("EEPORL_SLOW") != "":
		n = 500
	case !tier.Asked():
		n = 20
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	ctx := context.Background()
	intents := []model.Intent{{Verb: model.Forward, N: 3}, {Verb: model.NextUnit}, {Verb: model.LeapBy, N: 2000}, {Verb: model.RunEstimate}, {Verb: model.Last}, {Verb: model.RunPlan}, {Verb: model.Back, N: 2}, {Verb: model.RunPolicy}}
	for i := range n {
		name := []string{"tea", "diagnosis"}[rng.IntN(2)]
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		var first []model.Assignment
		for _, x := range model.Settings() {
			if value := someValue(rng, x); value != "" {
				first = append(first, model.Assignment{Name: x.Name, Value: value})
			}
		}
		config, err := model.Config{Scenario: name, Model: sc.Model}.With(first...)
		if err != nil {
			t.Fatal(err)
		}
		s, err := model.New(config)
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + rng.IntN(6) {
			intent := intents[rng.IntN(len(intents))]
			if rng.IntN(4) == 0 {
				x := model.Settings()[rng.IntN(len(model.Settings()))]
				if value := someValue(rng, x); value != "" {
					intent = set(x.Name + "=" + value)
				}
			}
			s = do(t, s, intent)
		}
		var file bytes.Buffer
		if err := model.Save(&file, s); err != nil {
			t.Fatal(err)
		}
		again, err := model.Replay(ctx, bytes.NewReader(file.Bytes()), "x.session", load)
		if err != nil {
			t.Fatalf("%v\n%s", err, &file)
		}
		if a, b := quantities(s), quantities(settle(t, again.Session)); !reflect.DeepEqual(a, b) {
			for name, value := range a {
				if b[name] != value {
					t.Errorf("%d: %s is %s, was %s", i, name, b[name], value)
				}
			}
			t.Fatalf("%v\n%s", first, &file)
		}
		flags, err := model.Config{Scenario: name, Model: sc.Model}.With(s.First().Assignments()...)
		if err != nil {
			t.Fatal(err)
		}
		if started, err := model.New(flags); err != nil || fmt.Sprint(started.First().Assignments()) != fmt.Sprint(s.First().Assignments()) {
			t.Fatalf("%v: the flags %v give %v", err, s.First().Assignments(), started.First().Assignments())
		}
	}
}
