package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

func TestTeaOptimum(t *testing.T) {
	m := load(t, "tea")
	want := beliefTree(m, initial(m), 4)
	pomdptest.Near(t, "belief tree", want, 2.7148, 5e-5)
	for _, planner := range []Planner{Auto, Exact, Pruning, Reachable, PointBased} {
		plan, err := Optimal(context.Background(), m, Options{Planner: planner})
		if err != nil {
			t.Fatal(err)
		}
		pomdptest.Near(t, string(planner), plan.Value, want, 1e-12)
		pomdptest.Near(t, string(planner)+" mass", plan.Mass, 1, 1e-12)
		if plan.Horizon != 4 || plan.Tree.Nodes[0].T != 4 {
			t.Errorf("%s: a plan for %d steps with a tree for %d, want 4", planner, plan.Horizon, plan.Tree.Nodes[0].T)
		}
	}
}

// TestNoRegretOnExactParameters: L7 for exact parameters.
func TestNoRegretOnExactParameters(t *testing.T) {
	cases := []struct {
		planner Planner
		states  []int // which |S| it is asked to manage
		horizon int
		limit   time.Duration
	}{
		{Enumerate, []int{2, 3}, 2, time.Second},
		{Pruning, []int{2}, 4, time.Second},
		{Pruning, []int{3}, 3, 10 * time.Second},
		{Reachable, []int{2, 3}, 4, time.Second},
	}
	for _, name := range wellPosed {
		m := load(t, name)
		rng := rand.New(rand.NewPCG(1, 2))
		for _, c := range cases {
			if m.Sizes().S != c.states[0] && m.Sizes().S != c.states[len(c.states)-1] {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%d", name, c.planner, c.horizon), func(t *testing.T) {
				for horizon := 1; horizon <= c.horizon; horizon++ {
					best := beliefTree(m, initial(m), horizon)
					for _, order := range []pomdp.Order{pomdp.IdentityOrder(m.Sizes()), randomOrder(m.Sizes(), rng)} {
						start := time.Now()
						plan := findPolicy(t, m.Pairs(order), Options{Horizon: horizon, Planner: c.planner, Budget: Budget{Vectors: 1 << 25}})
						if took := time.Since(start); took > c.limit && !testing.Short() {
							t.Errorf("H = %d took %v, want less than %v", horizon, took, c.limit)
						}
						_, value, err := Evaluate(m, plan.Tree)
						if err != nil {
							t.Fatal(err)
						}
						pomdptest.Near(t, "regret", best-value, 0, 1e-12)
						pomdptest.Near(t, "value", plan.Value, best, 1e-12)
						pomdptest.Near(t, "mass", plan.Mass, 1, 1e-12)
					}
				}
			})
		}
	}
}

// TestPlannersAgree on exact and on learned parameters, where distributions of
// different pairs disagree and masses differ from 1.
func TestPlannersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		n := pomdp.Sizes{S: 2 + i%3, A: 2, Z: 2, R: 2 - i%2}
		m := randomModel(t, n, rng)
		for _, p := range []*pomdp.PairParameters{m.Pairs(randomOrder(n, rng)), learned(m, .1, rng)} {
			for horizon := 1; horizon <= 3; horizon++ {
				for _, observe := range []Observe{ObserveRZ, ObserveZ} {
					o := Options{Horizon: horizon, Discount: .9, Observe: observe, Planner: Reachable}
					want := findPolicy(t, p, o)
					pomdptest.Near(t, "b̂·β", findRoot(p, want), want.Value, 1e-12)
					for _, planner := range []Planner{Auto, Pruning, Enumerate} {
						if planner == Enumerate && (horizon == 3 && n.R == 2) {
							continue
						}
						o.Planner = planner
						got := findPolicy(t, p, o)
						at := fmt.Sprintf("model %d, H = %d, %s, observe %s: ", i, horizon, planner, observe)
						pomdptest.Near(t, at+"value", got.Value, want.Value, 1e-12)
						pomdptest.Near(t, at+"mass", got.Mass, want.Mass, 1e-9)
						pomdptest.Near(t, at+"b̂·β", findRoot(p, got), got.Value, 1e-12)
						pomdptest.Near(t, at+"largest start", slices.Max(got.Starts), got.Value, 1e-12)
						for pair, value := range got.Starts {
							pomdptest.Near(t, at+"start of a pair", value, want.Starts[pair], 1e-12)
						}
						if behaviour(got.Tree) != behaviour(want.Tree) {
							t.Errorf("%sanother tree", at)
						}
					}
				}
			}
		}
	}
}

func findRoot(p *pomdp.PairParameters, plan *Plan) float64 {
	root := plan.Tree.Nodes[0]
	return vectors.Dot(p.Initial[root.Pair], root.Beta)
}

// behaviour writes a tree's actions out along every history.
func behaviour(t *Tree) string {
	var walk func(node int) string
	walk = func(node int) string {
		n := t.Nodes[node]
		s := fmt.Sprint(n.Action)
		for _, child := range n.Next {
			s += "(" + walk(child) + ")"
		}
		return s
	}
	return walk(0)
}

// TestPermutationInvariance: the order in which a pair's states came back is
// arbitrary and must not show.
func TestPermutationInvariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	models := 200
	if testing.Short() {
		models = 40
	}
	for i := range models {
		n := pomdp.Sizes{S: 2 + i%2, A: 2 + i/2%2, Z: 2, R: 2}
		m := randomModel(t, n, rng)
		for _, planner := range []Planner{Enumerate, Pruning, Reachable} {
			o := Options{Horizon: 2, Planner: planner}
			if planner == Reachable || planner == Pruning && n.S == 2 {
				o.Horizon = 3
			}
			plain := findPolicy(t, m.Pairs(pomdp.IdentityOrder(n)), o)
			permuted := findPolicy(t, m.Pairs(randomOrder(n, rng)), o)
			at := fmt.Sprintf("model %d, %s: ", i, planner)
			pomdptest.Near(t, at+"value", permuted.Value, plain.Value, 1e-12)
			if behaviour(plain.Tree) != behaviour(permuted.Tree) {
				t.Errorf("%sthe tree acts otherwise", at)
			}
		}
	}
}

// TestLearnedPermutation is the same for parameters that disagree.
func TestLearnedPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	m := load(t, "tea")
	n := m.Sizes()
	for range 20 {
		p := learned(m, .05, rng)
		q := permute(p, randomOrder(n, rng))
		for _, planner := range []Planner{Pruning, Reachable} {
			x := findPolicy(t, p, Options{Horizon: 4, Planner: planner})
			y := findPolicy(t, q, Options{Horizon: 4, Planner: planner})
			pomdptest.Near(t, "value", y.Value, x.Value, 1e-12)
			pomdptest.Near(t, "mass", y.Mass, x.Mass, 1e-12)
			if x.First != y.First || behaviour(x.Tree) != behaviour(y.Tree) {
				t.Errorf("%s: the tree acts otherwise", planner)
			}
		}
	}
}

// permute reorders the states of each pair: position j now holds order[pair][j].
func permute(p *pomdp.PairParameters, order pomdp.Order) *pomdp.PairParameters {
	n := p.Sizes
	q := pomdp.NewPairParameters(n, p.RewardValues)
	for pair := range n.Pairs() {
		_, leave := n.PairActions(pair)
		for j, s := range order[pair] {
			q.Initial[pair][j] = p.Initial[pair][s]
			for z := range n.Z {
				q.Observation[pair][z][j] = p.Observation[pair][z][s]
			}
			for r := range n.R {
				q.Reward[pair][r][j] = p.Reward[pair][r][s]
			}
			for next := range n.A {
				for j2, s2 := range order[n.Pair(leave, next)] {
					q.Transition[pair][next][j2][j] = p.Transition[pair][next][s2][s]
				}
			}
		}
	}
	return q
}
