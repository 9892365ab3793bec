package pomdp_test

import (
	"math"
	"reflect"
	"testing"

	"eeporl/pomdp"
)

func TestEpisodesAreFunctionsOfSeedAndIndex(t *testing.T) {
	m := tea(t)
	e := explore(t, 2, .5)
	walked := pomdp.NewSimulator(m, e, 7, pomdp.StreamExplore)
	var last pomdp.Episode
	for i := range uint64(1001) {
		last = walked.Episode(i)
	}
	jumped := pomdp.NewSimulator(m, e, 7, pomdp.StreamExplore).Episode(1000)
	if !reflect.DeepEqual(last, jumped) {
		t.Error("episode 1000 depends on the ones before")
	}
	cell, _ := pomdp.TripleCell(m.Sizes(), jumped.Steps)
	alone, ok := pomdp.NewSimulator(m, e, 7, pomdp.StreamExplore).Triple(1000)
	if !ok || alone != cell {
		t.Error("the triple drawn alone differs from the episode's")
	}
	if other := pomdp.NewSimulator(m, e, 8, pomdp.StreamExplore).Episode(1000); reflect.DeepEqual(other, jumped) {
		t.Error("the seed does not matter")
	}
}

func TestEpisodeIsConsistent(t *testing.T) {
	m := randomModel(t, pomdp.Sizes{3, 2, 2, 3}, 1)
	e := explore(t, 2, .5)
	sim := pomdp.NewSimulator(m, e, 1, pomdp.StreamExplore)
	for i := range uint64(200) {
		ep := sim.Episode(i)
		if len(ep.Steps) != m.Horizon() {
			t.Fatalf("%d steps", len(ep.Steps))
		}
		state := ep.Initial.Value
		for _, s := range ep.Steps {
			if s.State != state {
				t.Fatal("a step does not begin where the last one ended")
			}
			if s.Reward.Probability != m.R(s.Action.Value, state, s.Reward.Value) ||
				s.Next.Probability != m.T(s.Action.Value, state, s.Next.Value) ||
				s.Observation.Probability != m.Z(s.Action.Value, s.Next.Value, s.Observation.Value) {
				t.Fatal("a draw's probability is not the model's")
			}
			state = s.Next.Value
		}
	}
}

// The frequencies of simulated triples must fit the exact law: Pearson's χ²
// over tea's 1024 cells, at six standard deviations.
func TestSimulatedTriplesFollowTheLaw(t *testing.T) {
	m := tea(t)
	e := explore(t, 2, .5)
	law, sim := pomdp.ExactLaw(m, e), pomdp.NewSimulator(m, e, 3, pomdp.StreamExplore)
	const episodes = 200_000
	counts := make([]float64, len(law.P))
	for i := range uint64(episodes) {
		cell, _ := sim.Triple(i)
		counts[m.Sizes().CellIndex(cell)]++
	}
	chi2, freedom := 0.0, -1.0
	for i, p := range law.P {
		if want := episodes * p; want > 0 {
			chi2 += (counts[i] - want) * (counts[i] - want) / want
			freedom++
		} else if counts[i] > 0 {
			t.Fatalf("cell %d cannot occur but did", i)
		}
	}
	if math.Abs(chi2-freedom) > 6*math.Sqrt(2*freedom) {
		t.Errorf("χ² = %.0f at %.0f degrees of freedom", chi2, freedom)
	}
}

func TestShortEpisodesHaveNoTriple(t *testing.T) {
	m, err := tea(t).WithHorizon(3)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := pomdp.NewSimulator(m, explore(t, 2, .5), 1, pomdp.StreamExplore).Triple(0); ok {
		t.Error("three steps gave a triple")
	}
}

func BenchmarkTriple(b *testing.B) {
	sim := pomdp.NewSimulator(tea(b), explore(b, 2, .5), 1, pomdp.StreamExplore)
	var i uint64
	for b.Loop() {
		sim.Triple(i)
		i++
	}
}
