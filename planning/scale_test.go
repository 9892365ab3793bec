package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// earningOther is a model with other rewards.
func earningOther(t *testing.T, m *pomdp.POMDP, reward func(float64) float64) *pomdp.POMDP {
	t.Helper()
	spec := m.Spec()
	for r, x := range spec.Rewards {
		spec.Rewards[r] = reward(x)
	}
	other, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// TestScale: neither tiny nor huge rewards change which policy is best, nor a digit of its value.
func TestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(427, 1))
	n := pomdp.Sizes{S: 3, A: 2, Z: 3, R: 2}
	m := randomModel(t, n, rng)
	for _, factor := range []float64{math.Ldexp(1, -60), math.Ldexp(1, -40), math.Ldexp(1, 50)} {
		other := earningOther(t, m, func(r float64) float64 { return r * factor })
		for _, planner := range []Planner{Auto, Pruning, Reachable, PointBased} {
			o := Options{Horizon: 4, Discount: 1, Planner: planner}
			want, err := Optimal(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Optimal(context.Background(), other, o)
			if err != nil {
				t.Fatal(err)
			}
			if got.Value != want.Value*factor || got.Upper != want.Upper*factor {
				t.Errorf("%s, rewards × %g: found [%g, %g], expected [%g, %g]", planner, factor, got.Value, got.Upper, want.Value*factor, want.Upper*factor)
			}
			for i, node := range got.Tree.Nodes {
				if node.Action != want.Tree.Nodes[i].Action {
					t.Fatalf("%s, rewards × %g: node %d takes another action", planner, factor, i)
				}
			}
			if worse := got.Value * (1 - 1e-3); got.Best().Regret(worse).Low < 9e-4*got.Value {
				t.Errorf("%s, rewards × %g: found no regret", planner, factor)
			}
		}
	}
}

// TestOffset: what all rewards have in common changes no policy, however much larger it is than what they differ by.
func TestOffset(t *testing.T) {
	rng := rand.New(rand.NewPCG(427, 2))
	n := pomdp.Sizes{S: 3, A: 2, Z: 3, R: 2}
	m := randomModel(t, n, rng)
	for _, offset := range []float64{1e6, -1e9, 1e12} {
		other := earningOther(t, m, func(r float64) float64 { return r + offset })
		for _, planner := range []Planner{Auto, Pruning, Reachable, PointBased} {
			o := Options{Horizon: 4, Discount: .9, Planner: planner}
			want, err := Optimal(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Optimal(context.Background(), other, o)
			if err != nil {
				t.Fatal(err)
			}
			common := earning(offset, 4, .9)[4]
			pomdptest.Near(t, string(planner), got.Value-common, want.Value, 1e-15*math.Abs(common)+1e-4) // a reward keeps digits of its own
			for i, node := range got.Tree.Nodes {
				if node.Action != want.Tree.Nodes[i].Action {
					t.Fatalf("%s, rewards + %g: node %d takes another action", planner, offset, i)
				}
			}
		}
	}
}

// TestOffsetFromABelief: the belief that From sets is planned for, whatever the rewards have in common.
func TestOffsetFromABelief(t *testing.T) {
	m := randomModel(t, pomdp.Sizes{S: 3, A: 2, Z: 3, R: 2}, rand.New(rand.NewPCG(427, 3)))
	values := [2]float64{}
	for i, offset := range []float64{0, 1e6} {
		other := earningOther(t, m, func(r float64) float64 { return r + offset })
		p, err := FromModel(other, ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = p.From([]float64{0, 0, 1}); err != nil {
			t.Fatal(err)
		}
		plan, err := Solve(context.Background(), p, Options{Horizon: 4})
		if err != nil {
			t.Fatal(err)
		}
		values[i] = plan.Value - 4*offset
	}
	pomdptest.Near(t, "value", values[1], values[0], 1e-8)
}
