package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/scenarios"
)

var wellPosed = []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot"}

func load(t testing.TB, name string) *pomdp.POMDP {
	t.Helper()
	s, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.Model
}

// randomModel has every probability positive.
func randomModel(t testing.TB, n pomdp.Sizes, rng *rand.Rand) *pomdp.POMDP {
	t.Helper()
	matrices := func(width int) [][][]float64 {
		x := make([][][]float64, n.A)
		for a := range x {
			for range n.S {
				x[a] = append(x[a], pomdptest.Distribution(rng, width))
			}
		}
		return x
	}
	names := func(prefix string, k int) []string {
		x := make([]string, k)
		for i := range x {
			x[i] = prefix + string(rune('0'+i))
		}
		return x
	}
	rewards := make([]float64, n.R)
	for i := range rewards {
		rewards[i] = float64(i*i) - 1
	}
	m, err := pomdp.New(pomdp.Spec{
		Name: "random", States: names("s", n.S), Actions: names("a", n.A), Observations: names("z", n.Z),
		Rewards: rewards, Initial: pomdptest.Distribution(rng, n.S), Transition: matrices(n.S),
		Observation: matrices(n.Z), Reward: matrices(n.R), Horizon: 4, Discount: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func randomOrder(n pomdp.Sizes, rng *rand.Rand) pomdp.Order {
	order := make(pomdp.Order, n.Pairs())
	for p := range order {
		order[p] = rng.Perm(n.S)
	}
	return order
}

// learned disturbs exact parameters pair by pair, as estimates are: they are
// distributions but no longer those of one POMDP.
func learned(m *pomdp.POMDP, noise float64, rng *rand.Rand) *pomdp.PairParameters {
	n := m.Sizes()
	p := m.Pairs(randomOrder(n, rng))
	// columns of [row][j] are distributions over rows
	disturb := func(x [][]float64) {
		for j := range n.S {
			sum := 0.0
			for i := range x {
				x[i][j] = math.Abs(x[i][j] + noise*rng.NormFloat64())
				sum += x[i][j]
			}
			for i := range x {
				x[i][j] /= sum
			}
		}
	}
	for pair := range n.Pairs() {
		disturb(p.Observation[pair])
		disturb(p.Reward[pair])
		for a := range n.A {
			disturb(p.Transition[pair][a])
		}
		sum := 0.0
		for j := range n.S {
			p.Initial[pair][j] = math.Abs(p.Initial[pair][j] + noise*rng.NormFloat64())
			sum += p.Initial[pair][j]
		}
		for j := range n.S {
			p.Initial[pair][j] /= sum
		}
	}
	return p
}

// beliefTree is the value of the best policy by plain recursion over
// unnormalised beliefs: written from the definition of a POMDP, with nothing
// from the planners.
func beliefTree(m *pomdp.POMDP, belief []float64, steps int) float64 {
	n := m.Sizes()
	best := math.Inf(-1)
	for a := range n.A {
		value := 0.0
		for s, p := range belief {
			for r := range n.R {
				value += p * m.R(a, s, r) * m.RewardValue(r)
			}
		}
		if steps > 1 {
			for z := range n.Z {
				for r := range n.R {
					after := make([]float64, n.S)
					for s, p := range belief {
						for next := range after {
							after[next] += p * m.R(a, s, r) * m.T(a, s, next) * m.Z(a, next, z)
						}
					}
					value += m.Discount() * beliefTree(m, after, steps-1)
				}
			}
		}
		best = max(best, value)
	}
	return best
}

func initial(m *pomdp.POMDP) []float64 {
	b := make([]float64, m.Sizes().S)
	for s := range b {
		b[s] = m.Initial(s)
	}
	return b
}

func findPolicy(t testing.TB, p *pomdp.PairParameters, o Options) *Plan {
	t.Helper()
	plan, err := FindPolicy(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// exactPlan is what an exact planner finds by itself: where its budget ends it,
// that is the error.
func exactPlan(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	plan, _, err := p.exact(ctx, o)
	return plan, err
}

// exact plans by an exact planner alone.
func (p *Problem) exact(ctx context.Context, o Options) (*Plan, []Level, error) {
	x, _ := find(o.Planner)
	return x.solve(ctx, p, o)
}
