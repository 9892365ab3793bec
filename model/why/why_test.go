package why_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

var views = []string{"Episode", "Moments", "Recovery", "Parameters", "Plan", "Theory", "Compare"}

func session(t testing.TB, name, method string, seed uint64) model.Session {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: seed, Method: method,
		Estimator: moments.Options{Restarts: 1}})
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
	// Of the background's work only what is asked for and quick.
	for _, j := range s.Jobs() {
		if strings.Contains(j.Title, "lemmas") || strings.Contains(j.Title, "regret") || strings.Contains(j.Key, "trial:full") {
			s = s.Deliver(j.Run(context.Background(), model.Unheard))
		}
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

// goTo moves to a place on the timeline.
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

// beat is a session at a telling beat.
type beat struct {
	name string
	model.Session
}

// beats walks a scenario through everything that a session can come to.
func beats(t testing.TB, name, method string) []beat {
	t.Helper()
	var out []beat
	s := session(t, name, method, 3)
	see := func(what string, intents ...model.Intent) {
		s = do(t, s, intents...)
		out = append(out, beat{name + " " + method + ", " + what, s})
	}
	see("start", model.Intent{Verb: model.HoldTheory})
	see("mid-episode", model.Intent{Verb: model.Forward, N: 12})
	see("episodes", model.Intent{Verb: model.NextUnit, N: 7}, model.Intent{Verb: model.Forward, N: 20})
	see("simulated leap", model.Intent{Verb: model.LeapBy, N: 500})
	see("drawn leap", model.Intent{Verb: model.LeapBy, N: 1e7})
	see("estimate begins", model.Intent{Verb: model.Forward, N: 40}, model.Intent{Verb: model.RunEstimate})
	see("second stage", model.Intent{Verb: model.Forward, N: 2})
	see("estimate", model.Intent{Verb: model.NextUnit})
	if s.Disabled(model.RunPlan) == "" {
		see("plan begins", model.Intent{Verb: model.RunPlan})
		see("plan", model.Intent{Verb: model.NextUnit})
		see("exploit", model.Intent{Verb: model.RunPolicy}, model.Intent{Verb: model.Forward, N: 9})
	}
	see("exact", model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.NextUnit})
	if s.Disabled(model.RunPlan) == "" {
		see("exact plan", model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.NextUnit})
	}
	return out
}

// some thins the targets of a view: at most so many of each kind, spread out,
// the first and the last among them.
func some(targets []why.Target, most int) []why.Target {
	count, seen := map[why.Kind]int{}, map[why.Kind]int{}
	for _, t := range targets {
		count[t.Kind]++
	}
	var out []why.Target
	for _, t := range targets {
		i, n := seen[t.Kind], count[t.Kind]
		seen[t.Kind]++
		if step := (n + most - 1) / most; i%step == 0 || i == n-1 {
			out = append(out, t)
		}
	}
	return out
}

// sound checks what holds of every explanation.
func sound(t testing.TB, where string, e why.Explanation) {
	t.Helper()
	if e.Title == "" {
		t.Errorf("%s %v has no title", where, e.Target)
	}
	reasons := map[string]int{}
	for _, u := range e.Unknown {
		reasons[u.Name]++
		if u.Value == "" {
			t.Errorf("%s %v: %s is unknown without a reason", where, e.Target, u.Name)
		}
	}
	for _, part := range []struct {
		name    string
		missing bool
	}{
		{"value", math.IsNaN(e.Value) && e.Word == ""},
		{"truth", math.IsNaN(e.Truth) && e.TrueWord == ""},
		{"error", math.IsNaN(e.Error) && e.TrueWord == ""},
		{"bound", math.IsNaN(e.Bound)},
		{"interval", math.IsNaN(e.Low) || math.IsNaN(e.High)},
	} {
		if want := map[bool]int{true: 1, false: 0}[part.missing]; reasons[part.name] != want {
			t.Errorf("%s %v: %s missing %v, found %d reasons: %+v", where, e.Target, part.name, part.missing, reasons[part.name], e)
		}
	}
	if d := e.Value - e.Truth; !math.IsNaN(d) && d != e.Error {
		t.Errorf("%s %v: error %g of %g − %g", where, e.Target, e.Error, e.Value, e.Truth)
	}
	if e.Low > e.High {
		t.Errorf("%s %v: interval %g … %g", where, e.Target, e.Low, e.High)
	}
	if lines := why.Text(e); len(lines) < 2 {
		t.Errorf("%s %v: text %q", where, e.Target, lines)
	}
	for _, line := range why.Text(e) {
		if strings.Contains(line, "\n") || strings.Contains(line, "NaN") {
			t.Errorf("%s %v: line %q", where, e.Target, line)
		}
	}
}

// exists says whether an explanation is about something that is there.
func exists(e why.Explanation) bool { return !math.IsNaN(e.Value) || e.Word != "" }

func TestEveryTargetExplains(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	for _, c := range []struct{ name, method string }{
		{"tea", ""}, {"noisy-tiger", ""}, {"tiger", ""},
		{"tea", "blocked"}, {"tea", "aligned"}, {"tea", "polished"}, {"tea", "em"}, {"tea", "naive"}, {"tiger", "blocked"},
	} {
		kinds := map[why.Kind]bool{}
		for _, b := range beats(t, c.name, c.method) {
			for _, view := range views {
				targets := why.Targets(b.Session, view)
				seen := map[why.Target]bool{}
				for _, target := range targets {
					if seen[target] {
						t.Fatalf("%s, %s: %v twice", b.name, view, target)
					}
					seen[target] = true
				}
				for _, target := range some(targets, 40) {
					kinds[target.Kind] = true
					e := why.Explain(b.Session, target, false)
					sound(t, b.name, e)
					if e.Account == "" || e.Formula == "" && target.Kind != why.Finding {
						t.Errorf("%s: %v without words", b.name, target)
					}
					if target.Kind != why.Lemma && target.Kind != why.Node && target.Kind != why.Branch && target.Kind != why.Permutation && !exists(e) {
						t.Errorf("%s: %v can be focused and has no value: %v", b.name, target, why.Text(e))
					}
				}
			}
		}
		if c.name != "tiger" && c.method == "" {
			for k := why.P12; k < why.Trial; k++ {
				if !kinds[k] && k != why.Finding {
					t.Errorf("%s: no view has a target of the kind %v", c.name, k)
				}
			}
		}
	}
}

// TestNothingThere asks for targets that do not exist, or not yet.
func TestNothingThere(t *testing.T) {
	for _, b := range beats(t, "tea", "") {
		for kind := why.None - 1; kind <= why.Chance+1; kind++ {
			for _, i := range []int{-1, 0, 3, math.MaxInt} {
				for _, j := range []int{-1, 0, math.MaxInt} {
					e := why.Explain(b.Session, why.Target{Kind: kind, I: i, J: j, K: i}, true)
					sound(t, b.name, e)
				}
			}
		}
		if got := why.Targets(b.Session, "no such view"); len(got) > 0 {
			t.Errorf("found %v in a view that there is not", got)
		}
	}
}

func TestPath(t *testing.T) {
	for want, target := range map[string]why.Target{
		"P12(3,5)": {Kind: why.P12, I: 3, J: 5}, "s(2)": {Kind: why.State, I: 2},
		"transition(1,0,1)": {Kind: why.Transition, I: 1, K: 1}, "nothing": {},
	} {
		if got := target.String(); got != want {
			t.Errorf("found %s, expected %s", got, want)
		}
	}
	if got := fmt.Sprint(why.Kind(-4)); got != "nothing" {
		t.Errorf("found %s", got)
	}
}

// TestUnusualModels: too large to learn from episodes, and too short.
func TestUnusualModels(t *testing.T) {
	for _, n := range []pomdp.Sizes{{S: 2, A: 7, Z: 10, R: 4}, {S: 2, A: 2, Z: 2, R: 2}} {
		spec := pomdp.Spec{Name: "unusual", Horizon: 2, Discount: 1, Initial: uniform(n.S)}
		for s := range n.S {
			spec.States = append(spec.States, fmt.Sprint("state", s))
		}
		for z := range n.Z {
			spec.Observations = append(spec.Observations, fmt.Sprint("z", z))
		}
		for r := range n.R {
			spec.Rewards = append(spec.Rewards, float64(r))
		}
		for a := range n.A {
			spec.Actions = append(spec.Actions, fmt.Sprint("a", a))
			spec.Transition = append(spec.Transition, [][]float64{uniform(n.S), uniform(n.S)})
			spec.Observation = append(spec.Observation, [][]float64{uniform(n.Z), uniform(n.Z)})
			spec.Reward = append(spec.Reward, [][]float64{uniform(n.R), uniform(n.R)})
		}
		m, err := pomdp.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		s, err := model.New(model.Config{Scenario: "unusual", Model: m})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			s = do(t, s, model.Intent{Verb: model.Forward, N: 7})
			for _, view := range views {
				for _, target := range some(why.Targets(s, view), 9) {
					sound(t, "unusual", why.Explain(s, target, true))
				}
			}
			for kind := why.P12; kind <= why.Chance; kind++ {
				sound(t, "unusual", why.Explain(s, why.Target{Kind: kind, I: 1}, true))
			}
			s = do(t, s, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.RunPolicy})
		}
	}
}

func uniform(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1 / float64(n)
	}
	return x
}
