package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestOneCoreTwoInputs: an ordinary POMDP gets the values and the behaviour
// that its pair-indexed form gets, whatever it branches on.
func TestOneCoreTwoInputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for i := range 60 {
		n := pomdp.Sizes{S: 2 + i%3, A: 2 + i%2, Z: 2, R: 2}
		m := randomModel(t, n, rng)
		for _, observe := range []Observe{ObserveRZ, ObserveZ} {
			ordinary, err := FromModel(m, observe)
			if err != nil {
				t.Fatal(err)
			}
			problems := []*Problem{ordinary}
			if observe == ObserveZ {
				p, err := FromOrdinary(plain(m))
				if err != nil {
					t.Fatal(err)
				}
				problems = append(problems, p)
			}
			for horizon := 1; horizon <= 3; horizon++ {
				o := Options{Horizon: horizon, Planner: Reachable, Observe: observe}
				want := findPolicy(t, m.Pairs(randomOrder(n, rng)), o)
				for _, p := range problems {
					for _, planner := range []Planner{Reachable, Pruning, Enumerate} {
						o.Planner = planner
						if planner == Enumerate && horizon == 3 {
							continue
						}
						got, err := Solve(context.Background(), p, o)
						if err != nil {
							t.Fatal(err)
						}
						at := fmt.Sprintf("model %d, H = %d, %s, %s: ", i, horizon, observe, planner)
						pomdptest.Near(t, at+"value", got.Value, want.Value, 1e-12)
						pomdptest.Near(t, at+"mass", got.Mass, 1, 1e-12)
						_, value, err := Evaluate(m, got.Tree)
						if err != nil {
							t.Fatal(err)
						}
						pomdptest.Near(t, at+"true value", value, want.Value, 1e-12)
						pomdptest.Near(t, at+"own value", vectors.Dot(p.initial[0], p.recursion(want.Tree, 1, true)[0]), want.Value, 1e-12)
						if behaviour(got.Tree) != behaviour(want.Tree) {
							t.Errorf("%sanother tree", at)
						}
						if got.First != [2]int{-1, want.First[1]} {
							t.Errorf("%sfirst %v", at, got.First)
						}
					}
				}
			}
		}
	}
}

// plain is the model as other solvers see it.
func plain(m *pomdp.POMDP) *Ordinary {
	spec := m.Spec()
	return &Ordinary{
		States: len(spec.States), Actions: len(spec.Actions), Observations: len(spec.Observations),
		Initial: spec.Initial, Transition: spec.Transition, Observation: spec.Observation,
		Reward: func(a, s, next, z int) float64 { return m.MeanReward(a, s) },
	}
}

func TestOrdinaryCounts(t *testing.T) {
	p, err := FromModel(load(t, "tea"), ObserveZ)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Solve(context.Background(), p, Options{Horizon: 3, Planner: Enumerate})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 8, 128} { // |Γ_{t+1}| = |A|·|Γ_t|^|Z|
		if got := plan.Levels[i].Sets[0].Len(); got != want || plan.Levels[i].Enumerated.Exact.Int64() != int64(want) {
			t.Errorf("|Γ_%d|: %d vectors, count %v, want %d", i+1, got, plan.Levels[i].Enumerated.Exact, want)
		}
	}
}

func TestOrdinaryRefused(t *testing.T) {
	m := plain(load(t, "tea"))
	m.Transition = m.Transition[1:]
	if _, err := FromOrdinary(m); err == nil || err.Error() != "model: found 1 transition and 2 observation matrices, expected 2" {
		t.Errorf("got %v", err)
	}
}

func TestFromAnotherBelief(t *testing.T) {
	m := load(t, "tea")
	p, err := FromModel(m, ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	other, err := p.From([]float64{.25, .75})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Solve(context.Background(), other, Options{Horizon: 3})
	if err != nil {
		t.Fatal(err)
	}
	pomdptest.Near(t, "value", plan.Value, beliefTree(m, []float64{.25, .75}, 3), 1e-12)
	for _, bad := range [][]float64{{1}, {.5, .6}, {1.5, -.5}} {
		if _, err := p.From(bad); err == nil {
			t.Errorf("%v was taken for a belief", bad)
		}
	}
}
