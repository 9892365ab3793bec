package planning

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// Every pruned level is worth, at any belief, what one step ahead of the level below is
// worth: the Bellman equation, to some margins of pruning. Sets of nearly equal vectors
// once pushed one another out, until nothing was left.
func TestPrunedLevelsObeyBellman(t *testing.T) {
	horizons := map[string]int{"diagnosis": 10, "tea": 8, "noisy-tiger": 8, "tiger": 8, "two-step": 6, "robot": 4, "random:3,2,2,2,5": 5, "random:3,3,2,2,8": 4, "random:4,2,2,2,1": 4}
	for name, horizon := range horizons {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		obeysBellman(t, name, sc.Model, horizon)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	models := 20
	switch {
	case os.Getenv("EEPORL_SLOW") != "":
		models = 200
	case !tier.Asked():
		models = 4
	}
	for i := range models { // many ties, some of them broken by very little
		m := coarseModel(t, pomdp.Sizes{S: 3 + i%2, A: 2, Z: 2 + i%2, R: 2}, rng)
		spec := m.Spec()
		little := math.Pow(10, -float64(rng.IntN(16)))
		for _, table := range [][][][]float64{spec.Transition, spec.Observation, spec.Reward} {
			for _, action := range table {
				for _, row := range action {
					sum := 0.0
					for j := range row {
						row[j] += little * rng.Float64()
						sum += row[j]
					}
					for j := range row {
						row[j] /= sum
					}
				}
			}
		}
		if m, err := pomdp.New(spec); err == nil {
			obeysBellman(t, fmt.Sprintf("model %d, ties broken by %g", i, little), m, 5)
		}
	}
}

func obeysBellman(t *testing.T, name string, m *pomdp.POMDP, horizon int) {
	t.Helper()
	p, err := FromModel(m, ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Options{Horizon: horizon, Discount: 1, Planner: Pruning, Budget: Budget{Vectors: 3000}}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := vectors.WithSteps(t.Context(), 1e9, errors.New("enough steps"))
	defer cancel()
	o = o.within(p)
	levels, _ := prune(ctx, p, o) // beyond the budget the levels below are whole
	rng := rand.New(rand.NewPCG(1, uint64(horizon)))
	for i := 1; i < len(levels); i++ {
		for range 50 {
			b := pomdptest.Distribution(rng, p.states)
			for set := range p.sets() {
				first, count := p.setUnits(set)
				want := math.Inf(-1)
				for u := first; u < first+count; u++ {
					sum := 0.0
					for k := range p.outcomes {
						best, c := math.Inf(-1), p.backProject(u, k, &levels[i-1], o.Discount)
						for j := 0; j < len(c); j += p.states {
							best = max(best, vectors.Dot(b, c[j:j+p.states]))
						}
						sum += best
					}
					want = max(want, sum)
				}
				s := &levels[i].Sets[set]
				if s.Len() == 0 {
					t.Errorf("%s, t = %d: set %d is empty", name, i+1, set)
				}
				if _, got := s.Best(b); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%s, t = %d, set %d: worth %.12g at %v, one step ahead %.12g", name, i+1, set, got, b, want)
				}
			}
		}
	}
}
