package pomdp_test

import (
	"math/rand/v2"
	"testing"

	"eeporl/pomdp"
)

func tea(t testing.TB) *pomdp.POMDP {
	t.Helper()
	z, r := [][]float64{{.8, .2}, {.3, .7}}, [][]float64{{.2, .8}, {.75, .25}}
	same := [][]float64{{1, 0}, {0, 1}}
	m, err := pomdp.New(pomdp.Spec{
		Name:         "tea",
		States:       []string{"wants-tea", "wants-coffee"},
		Actions:      []string{"offer-tea", "offer-coffee"},
		Observations: []string{"smile", "frown"},
		Rewards:      []float64{0, 1},
		Initial:      []float64{.55, .45},
		Transition:   [][][]float64{same, same},
		Observation:  [][][]float64{z, {z[1], z[0]}},
		Reward:       [][][]float64{r, {r[1], r[0]}},
		Horizon:      4,
		Discount:     1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// randomModel has every probability positive.
func randomModel(t testing.TB, n pomdp.Sizes, seed uint64) *pomdp.POMDP {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	row := func(k int) []float64 {
		x, sum := make([]float64, k), 0.0
		for i := range x {
			x[i] = .05 + rng.Float64()
			sum += x[i]
		}
		for i := range x {
			x[i] /= sum
		}
		return x
	}
	matrices := func(width int) [][][]float64 {
		x := make([][][]float64, n.A)
		for a := range x {
			for range n.S {
				x[a] = append(x[a], row(width))
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
		rewards[i] = float64(i)
	}
	m, err := pomdp.New(pomdp.Spec{
		Name: "random", States: names("s", n.S), Actions: names("a", n.A), Observations: names("z", n.Z),
		Rewards: rewards, Initial: row(n.S), Transition: matrices(n.S), Observation: matrices(n.Z), Reward: matrices(n.R),
		Horizon: 5, Discount: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func explore(t testing.TB, actions int, c float64) pomdp.Exploration {
	t.Helper()
	e, err := pomdp.NewExploration(actions, c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
