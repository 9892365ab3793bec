package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestEvaluateByMonteCarlo runs trees in the simulator: the mean reward must
// lie within 5 standard errors of the exact value.
func TestEvaluateByMonteCarlo(t *testing.T) {
	episodes := 200_000
	if testing.Short() {
		episodes = 20_000
	}
	rng := rand.New(rand.NewPCG(15, 16))
	for _, name := range []string{"tea", "noisy-tiger", "robot"} {
		m := load(t, name)
		for _, observe := range []Observe{ObserveRZ, ObserveZ} {
			plan := findPolicy(t, learned(m, .1, rng), Options{Horizon: m.Horizon(), Planner: Reachable, Observe: observe})
			alpha, want, err := Evaluate(m, plan.Tree)
			if err != nil {
				t.Fatal(err)
			}
			pomdptest.Near(t, "b·α", vectors.Dot(initial(m), alpha[0]), want, 1e-12)
			simulator := pomdp.NewSimulator(m, plan.Tree.Policy(), 17, pomdp.StreamExploit)
			sum, squares := 0.0, 0.0
			for i := range uint64(episodes) {
				reward := 0.0
				for _, step := range simulator.Episode(i).Steps {
					reward += m.RewardValue(step.Reward.Value)
				}
				sum += reward
				squares += reward * reward
			}
			mean := sum / float64(episodes)
			sd := math.Sqrt((squares/float64(episodes) - mean*mean) / float64(episodes))
			pomdptest.Near(t, name+" "+string(observe), mean, want, 5*sd)
		}
	}
}

func TestWalkAndPolicy(t *testing.T) {
	m := load(t, "tea")
	plan, err := Optimal(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := plan.Tree
	simulator := pomdp.NewSimulator(m, tree.Policy(), 1, pomdp.StreamExploit)
	steps := simulator.Episode(3).Steps
	node := 0
	for i, step := range steps {
		at, ok := tree.Walk(steps[:i])
		if !ok || at != node || tree.Nodes[at].T != 4-i || tree.Nodes[at].Action != step.Action.Value || step.Action.Probability != 1 {
			t.Fatalf("decision %d: node %d (want %d), ok %v, action %+v", i, at, node, ok, step.Action)
		}
		if next := tree.Nodes[node].Next; next != nil {
			node = next[m.Sizes().Outcome(step.Observation.Value, step.Reward.Value)]
		}
	}
	if _, ok := tree.Walk(steps); ok {
		t.Error("a decision after the last one")
	}
	probs := make([]float64, 2)
	tree.Policy().Next(steps, probs)
	if probs[0] != .5 || probs[1] != .5 {
		t.Errorf("beyond the tree: %v, want uniform", probs)
	}
}

func TestEqualNodesAreShared(t *testing.T) {
	m := load(t, "tea")
	plan, err := Optimal(context.Background(), m, Options{Horizon: 6})
	if err != nil {
		t.Fatal(err)
	}
	leaves := map[int]bool{}
	for i, n := range plan.Tree.Nodes {
		if n.T == 1 {
			if n.Next != nil || leaves[n.Pair] {
				t.Errorf("leaf %d of pair %d is not alone", i, n.Pair)
			}
			leaves[n.Pair] = true
		}
		for _, child := range n.Next {
			if child <= i || plan.Tree.Nodes[child].T != n.T-1 {
				t.Errorf("node %d has child %d", i, child)
			}
		}
	}
}

func TestEvaluateRefusesOtherSizes(t *testing.T) {
	plan, err := Optimal(context.Background(), load(t, "tea"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Evaluate(load(t, "noisy-tiger"), plan.Tree); err == nil {
		t.Error("a tree for 2 actions was evaluated on 3")
	}
}

// TestOutcomesWithoutMass: learned parameters may rule out what does happen.
// The tree still has a branch there.
func TestOutcomesWithoutMass(t *testing.T) {
	m := load(t, "tea")
	p := m.Pairs(pomdp.IdentityOrder(m.Sizes()))
	for pair := range p.Observation {
		p.Observation[pair][0] = []float64{1, 1}
		p.Observation[pair][1] = []float64{0, 0}
	}
	var values []float64
	for _, planner := range []Planner{Pruning, Reachable} {
		plan := findPolicy(t, p, Options{Horizon: 4, Planner: planner})
		if _, _, err := Evaluate(m, plan.Tree); err != nil {
			t.Fatal(err)
		}
		for _, n := range plan.Tree.Nodes {
			if n.T > 1 && len(n.Next) != 4 {
				t.Errorf("%s: a node with %d branches, want 4", planner, len(n.Next))
			}
		}
		values = append(values, plan.Value)
	}
	pomdptest.Near(t, "value", values[0], values[1], 1e-12)
}

func BenchmarkFindPolicy(b *testing.B) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		m := load(b, name)
		rng := rand.New(rand.NewPCG(1, 1))
		for kind, p := range map[string]*pomdp.PairParameters{
			"exact": m.Pairs(pomdp.IdentityOrder(m.Sizes())), "learned": learned(m, .02, rng),
		} {
			for _, planner := range []Planner{Pruning, Reachable} {
				b.Run(name+"/"+kind+"/"+string(planner), func(b *testing.B) {
					for b.Loop() {
						findPolicy(b, p, Options{Horizon: 4, Planner: planner})
					}
				})
			}
			b.Run(name+"/"+kind+"/enumerate-2", func(b *testing.B) {
				for b.Loop() {
					findPolicy(b, p, Options{Horizon: 2, Planner: Enumerate})
				}
			})
		}
	}
}
