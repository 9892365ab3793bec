package why_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// logs are two sessions on one log of a scenario's episodes; the second one's
// shell has other probabilities, which mean nothing.
func logs(t testing.TB, name, method string, kept uint64) [2]model.Session {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(sc.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	spec := sc.Model.Spec()
	r := model.Record{Findings: []finding.Finding{{Code: "rows-skipped", Detail: "3 rows.", Value: finding.Of(3)}}}
	if r.Counts, err = truth.Draw(1, 1e5); err != nil {
		t.Fatal(err)
	}
	sim := truth.Explorer(1)
	for i := range kept {
		cell, _ := sim.Triple(i)
		r.First = append(r.First, cell)
	}
	if r.Shell, err = model.Shell("x.csv", sc.Model.Sizes().S, 4, spec.Actions, spec.Observations, spec.Rewards); err != nil {
		t.Fatal(err)
	}
	names := r.Shell.Spec().States
	other := r
	spec.States, spec.Horizon, spec.Discount, spec.Name = names, 4, 1, r.Shell.Name()
	if other.Shell, err = pomdp.New(spec); err != nil { // the very model that is to stay unknown
		t.Fatal(err)
	}
	var out [2]model.Session
	for i, r := range []*model.Record{&r, &other} {
		s, err := model.New(model.Config{Scenario: "x.csv", Model: r.Shell, Record: r, Seed: 3, Method: method, Estimator: moments.Options{Restarts: 1}})
		if err != nil {
			t.Fatal(err)
		}
		out[i] = settle(t, s)
	}
	return out
}

// On a log every target is explained without a truth and without an error, and
// nothing in an explanation comes from the shell's probabilities.
func TestLogsAreExplainedWithoutATruth(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	rng := rand.New(rand.NewPCG(8, 9))
	walk := []model.Intent{
		{Verb: model.Forward, N: 9}, {Verb: model.Forward, N: 20}, {Verb: model.LeapBy, N: 40}, {Verb: model.Back, N: 3}, {Verb: model.Last}, {Verb: model.LeapBy, N: 1e5},
		{Verb: model.RunEstimate}, {Verb: model.Forward, N: 3}, {Verb: model.Last}, {Verb: model.RunPlan}, {Verb: model.Forward, N: 2}, {Verb: model.Last}, {Verb: model.CompareAll},
	}
	for _, name := range []string{"tea", "noisy-tiger"} {
		for _, method := range estimators.EstimatorNames() {
			if name != "tea" && method != "full" {
				continue
			}
			s := logs(t, name, method, 1000)
			for step, intent := range walk {
				s = [2]model.Session{do(t, s[0], intent), do(t, s[1], intent)}
				where := fmt.Sprintf("%s by %s, step %d", name, method, step)
				for _, view := range views {
					targets := some(why.Targets(s[0], view), 6)
					if !slices.Equal(targets, some(why.Targets(s[1], view), 6)) {
						t.Fatalf("%s: the targets of %s differ", where, view)
					}
					walked := len(targets)
					for kind := range why.Kind(50) { // and what no view offers
						targets = append(targets, why.Target{Kind: kind - 2, I: rng.IntN(6) - 1, J: rng.IntN(4) - 1, K: rng.IntN(4) - 1})
					}
					for i, target := range targets {
						e := why.Explain(s[0], target, false)
						sound(t, where, e)
						// An entry that is 0 by construction is so whatever the model.
						if structural := e.Value == 0 && e.Truth == 0; !structural && (!math.IsNaN(e.Truth) || !math.IsNaN(e.Error) || e.TrueWord != "") {
							t.Errorf("%s: a truth: %s", where, strings.Join(why.Text(e), "\n"))
						}
						if other := why.Text(why.Explain(s[1], target, false)); !slices.Equal(why.Text(e), other) {
							t.Errorf("%s: the shell shows: %s\n%s", where, strings.Join(why.Text(e), "\n"), strings.Join(other, "\n"))
						}
						if known := !math.IsNaN(e.Value); known && (target.Kind == why.Chance || target.Kind == why.Trial && target.J != why.TrialPromised || target.Kind == why.Belief) {
							t.Errorf("%s: made up: %s", where, strings.Join(why.Text(e), "\n"))
						}
						if i < walked {
							leads(t, where, s[0], e)
						}
						if t.Failed() {
							return
						}
					}
				}
			}
		}
	}
}
