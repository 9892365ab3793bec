package model_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/pomdp"
)

// TestTooLargeToLearn: a model with too many triples to count is walked,
// planned and changed like any other; what cannot be done says why.
func TestTooLargeToLearn(t *testing.T) {
	s := do(t, tooLarge(t), model.Intent{Verb: model.Set, Arg: "horizon=2"})
	for _, verb := range []model.Verb{model.Grow, model.RunEstimate, model.CompareAll} {
		if why := s.Disabled(verb); !strings.Contains(why, "too large to learn") {
			t.Errorf("%s: found %q, expected the reason", verb, why)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	settings := []string{"horizon=2", "horizon=3", "horizon=4", "seed=5", "seed=6", "c=2", "discount=.5", "b(s0)=.25", "rotations=3"}
	for i := range 400 {
		intent := randomIntent(rng)
		switch r := rng.IntN(10); {
		case r == 0:
			intent = model.Intent{Verb: model.Set, Arg: settings[rng.IntN(len(settings))]}
		case r == 1:
			intent = model.Intent{Verb: model.Undo}
		case intent.Verb == model.RunPlan && s.Config().Model.Horizon() > 3:
			continue
		}
		s = do(t, s, intent)
		if n := s.Now(); n.N != 0 || n.Estimate != nil {
			t.Fatalf("intent %d %v: found N = %g and an estimate %v, expected nothing counted", i, intent, n.N, n.Estimate)
		}
	}
	s = do(t, s, model.Intent{Verb: model.Last}, model.Intent{Verb: model.Set, Arg: "horizon=3"}, model.Intent{Verb: model.RunPlan})
	if s.Now().Plan == nil {
		t.Errorf("found no plan (%v), expected one on the model itself", s.Now().Failed)
	}
}

// tooLarge is a model of uniform rows.
func tooLarge(t *testing.T) model.Session {
	t.Helper()
	row := func(n int) []float64 {
		p := make([]float64, n)
		for i := range p {
			p[i] = 1 / float64(n)
		}
		return p
	}
	spec := pomdp.Spec{
		Name: "too large", Horizon: 4, Discount: 1, States: []string{"s0", "s1"}, Rewards: []float64{0, 1},
		Initial: row(2),
	}
	for z := range 16 {
		spec.Observations = append(spec.Observations, fmt.Sprint("z", z))
	}
	for a := range 8 {
		spec.Actions = append(spec.Actions, fmt.Sprint("a", a))
		spec.Transition = append(spec.Transition, [][]float64{row(2), row(2)})
		spec.Observation = append(spec.Observation, [][]float64{row(16), row(16)})
		spec.Reward = append(spec.Reward, [][]float64{row(2), row(2)})
	}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: "too large", Model: m})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Of what is never counted nothing is held: plans and phase 2 go on as long as they
// are asked for.
func TestTooLargeToLearnIsNotFull(t *testing.T) {
	s := do(t, tooLarge(t), model.Intent{Verb: model.Set, Arg: "horizon=2"}, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last})
	for range 70 {
		for _, i := range []model.Intent{{Verb: model.RunPolicy}, {Verb: model.RunPlan}} {
			if why := s.Refusal(i); why != "" {
				t.Fatalf("%s: %s", i, why)
			}
			s = do(t, s, i, model.Intent{Verb: model.Last})
		}
	}
}
