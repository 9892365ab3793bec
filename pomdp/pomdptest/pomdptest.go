// Package pomdptest is what tests that need a model share: built-in and random ones, with what is exact about them.
package pomdptest

import (
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp"
	"eeporl/scenarios"
)

// WellPosed are the built-in scenarios on which the method must succeed.
var WellPosed = []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot"}

// Load is the model of a scenario that comes with the program.
func Load(t testing.TB, name string) *pomdp.POMDP {
	t.Helper()
	s, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.Model
}

// Explore is the exploration policy with a c.
func Explore(t testing.TB, actions int, c float64) pomdp.Exploration {
	t.Helper()
	e, err := pomdp.NewExploration(actions, c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Truth is a model with its induced HMM and exact law under the default c.
type Truth struct {
	Model *pomdp.POMDP
	HMM   *pomdp.InducedHMM
	Law   *pomdp.Law
}

// TruthFor is what is exact about a model.
func TruthFor(t testing.TB, m *pomdp.POMDP) Truth {
	t.Helper()
	e := Explore(t, m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
	return Truth{m, pomdp.Induce(m, e), pomdp.ExactLaw(m, e)}
}

// RandomModel draws every distribution uniformly from its simplex.
func RandomModel(t testing.TB, n pomdp.Sizes, seed uint64) *pomdp.POMDP {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	spec := pomdp.Spec{Name: "random", Horizon: 4, Discount: 1}
	row := func(size int) []float64 {
		x := make([]float64, size)
		for i := range x {
			x[i] = rng.ExpFloat64()
		}
		total := 0.0
		for _, v := range x {
			total += v
		}
		for i := range x {
			x[i] /= total
		}
		return x
	}
	table := func(width int) [][]float64 {
		x := make([][]float64, n.S)
		for i := range x {
			x[i] = row(width)
		}
		return x
	}
	name := func(prefix string, i int) string { return prefix + string(rune('a'+i)) }
	for i := range n.S {
		spec.States = append(spec.States, name("s", i))
	}
	for i := range n.Z {
		spec.Observations = append(spec.Observations, name("z", i))
	}
	for i := range n.R {
		spec.Rewards = append(spec.Rewards, float64(i))
	}
	spec.Initial = row(n.S)
	for i := range n.A {
		spec.Actions = append(spec.Actions, name("a", i))
		spec.Transition = append(spec.Transition, table(n.S))
		spec.Observation = append(spec.Observation, table(n.Z))
		spec.Reward = append(spec.Reward, table(n.R))
	}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// RandomSizes draws sizes up to S = A = Z = R = 3 for which O can have full
// column rank.
func RandomSizes(rng *rand.Rand) pomdp.Sizes {
	for {
		n := pomdp.Sizes{S: 1 + rng.IntN(3), A: 1 + rng.IntN(3), Z: 1 + rng.IntN(3), R: 1 + rng.IntN(3)}
		if n.S <= n.Outcomes() {
			return n
		}
	}
}

// PosInf is N of the exact law.
var PosInf = math.Inf(1)

// LongPaths has action paths large enough to be lists, and few of them.
var LongPaths = pomdp.Sizes{A: 2, Z: 6, R: 3}
