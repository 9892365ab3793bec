package predict_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/predict"
	"eeporl/scenarios"
)

// On a log every question that is asked can be answered, and none asks for what
// only the truth could tell.
func TestQuestionsOnALogHaveAnswers(t *testing.T) {
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(sc.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	spec, r := sc.Model.Spec(), &model.Record{}
	if r.Counts, err = truth.Draw(1, 1e5); err != nil {
		t.Fatal(err)
	}
	if r.Shell, err = model.Shell("x.csv", 2, 4, spec.Actions, spec.Observations, spec.Rewards); err != nil {
		t.Fatal(err)
	}
	sim := truth.Explorer(1)
	for i := range uint64(20_000) {
		cell, _ := sim.Triple(i)
		r.First = append(r.First, cell)
	}
	s, err := model.New(model.Config{Scenario: "x.csv", Model: r.Shell, Record: r, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	asked := map[string]int{}
	walk := slices.Repeat([]model.Intent{{Verb: model.Forward}}, 20)
	walk = append(walk, model.Intent{Verb: model.LeapBy, N: 1000}, model.Intent{Verb: model.LeapBy, N: 1e9}, model.Intent{Verb: model.RunEstimate})
	walk = append(walk, slices.Repeat([]model.Intent{{Verb: model.Forward}}, 12)...)
	for _, intent := range walk {
		s = settle(t, model.Update(s, intent))
		for _, q := range predict.Questions(s) {
			if q.Kind == "sigma" && rng.IntN(4) > 0 {
				continue
			}
			if asked[q.Kind]++; slices.Contains([]string{"labels", "orders", "value", "branch", "optimal"}, q.Kind) {
				t.Errorf("%s: %s", q.Kind, q.Ask)
			}
			if a, err := q.Answer(t.Context(), s); err != nil || a.Right < 0 || a.Right >= len(q.Choices) {
				t.Errorf("%s: %d of %q (%v)", q.Kind, a.Right, q.Choices, err)
			}
		}
	}
	for _, kind := range []string{"symbol", "cell", "sigma", "negative", "gamma"} {
		if asked[kind] == 0 {
			t.Errorf("%s was not asked", kind)
		}
	}
}
