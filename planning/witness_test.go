package planning

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/scenarios"
)

// coarse is a distribution in quarters, many of them 0: models made of such are
// full of vectors that tie.
func coarse(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for range 4 {
		x[rng.IntN(n)] += .25
	}
	return x
}

// coarseModel has only quarters for probabilities.
func coarseModel(t testing.TB, n pomdp.Sizes, rng *rand.Rand) *pomdp.POMDP {
	t.Helper()
	spec := randomModel(t, n, rng).Spec()
	for a := range n.A {
		for s := range n.S {
			spec.Transition[a][s] = coarse(rng, n.S)
			spec.Observation[a][s] = coarse(rng, n.Z)
			spec.Reward[a][s] = coarse(rng, n.R)
		}
	}
	spec.Initial = coarse(rng, n.S)
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWitnesses: every vector that Pruning keeps names a belief, which is a
// distribution, at which no vector of its set is better.
func TestWitnesses(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	models := 300
	if testing.Short() {
		models = 60
	}
	for i := range models {
		n := pomdp.Sizes{S: 2 + i%5, A: 2 + i%2, Z: 2, R: 2}
		at := fmt.Sprintf("model %d", i)
		m := coarseModel(t, n, rng)
		plan, err := Optimal(context.Background(), m, Options{Horizon: 4, Observe: ObserveZ, Planner: Pruning, Tolerance: []float64{0, 1e-11, 1e-9}[i%3]})
		if err != nil {
			t.Fatal(err)
		}
		witnessed(t, at, plan, 1e-9)
		witnessed(t, at+", pairs", findPolicy(t, m.Pairs(randomOrder(n, rng)), Options{Horizon: 3, Observe: ObserveZ, Planner: Pruning}), 1e-12)
	}
	for _, name := range []string{"4x3.95", "shuttle.95", "cheese.95", "network", "saci-s12-a6-z5.95"} {
		p, discount := fieldProblem(t, name)
		plan, err := Solve(context.Background(), p, Options{Horizon: 4, Discount: discount, Planner: Pruning})
		if err != nil {
			t.Fatal(err)
		}
		witnessed(t, name, plan, 1e-12)
	}
}

func witnessed(t *testing.T, at string, plan *Plan, tolerance float64) {
	t.Helper()
	for _, level := range plan.Levels {
		for s := range level.Sets {
			set := &level.Sets[s]
			size := vectors.Scale(set.values)
			for i := range set.Len() {
				v := set.Vector(i)
				for _, p := range v.Witness {
					if !(p >= 0) {
						t.Fatalf("%s, t = %d: witness %v", at, level.T, v.Witness)
					}
				}
				pomdptest.Near(t, at+": witness mass", total(v.Witness), 1, 1e-12)
				_, best := set.Best(v.Witness)
				pomdptest.Near(t, fmt.Sprintf("%s, t = %d: value at the witness", at, level.T), vectors.Dot(v.Witness, v.Values), best, tolerance*size)
			}
		}
	}
}

// TestThinnedSetsStayNearTheEnvelope: at the witnesses of the exact sets, which are where they
// would show a vector that is missing, the sets of a wider Tolerance lie at most that much
// lower for each step.
func TestThinnedSetsStayNearTheEnvelope(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	thinned := func(at string, p *Problem, o Options, tolerance float64) {
		t.Helper()
		exact, err := Solve(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Tolerance = tolerance
		thin, err := Solve(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		pomdptest.Near(t, at+": value", thin.Value, exact.Value, float64(o.Horizon)*tolerance*max(1, exact.Value))
		for i, level := range exact.Levels {
			for s := range level.Sets {
				full, few := &level.Sets[s], &thin.Levels[i].Sets[s]
				size := vectors.Scale(full.values)
				for v := range full.Len() {
					b := full.Vector(v).Witness
					_, upper := full.Best(b)
					_, lower := few.Best(b)
					if gap := (upper - lower) / size; gap > float64(level.T)*tolerance+1e-12 {
						t.Fatalf("%s, tolerance %g, t = %d: %g below the envelope", at, tolerance, level.T, gap)
					}
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(85, 86))
	models := 200
	if testing.Short() {
		models = 40
	}
	for i := range models {
		n := pomdp.Sizes{S: 2 + i%5, A: 2 + i%2, Z: 2, R: 2}
		m := randomModel(t, n, rng)
		if i%2 == 0 {
			m = coarseModel(t, n, rng)
		}
		p, err := FromModel(m, ObserveZ)
		if err != nil {
			t.Fatal(err)
		}
		thinned(fmt.Sprintf("model %d", i), p, Options{Horizon: 5, Planner: Pruning}, []float64{1e-10, 1e-9, 1e-6, 1e-3}[i%4])
	}
	for name, horizon := range map[string]int{"paint.95": 12, "network": 8, "4x3.95": 7, "shuttle.95": 7, "hallway": 2, "query.s2": 4} {
		p, discount := fieldProblem(t, name)
		for _, tolerance := range []float64{1e-11, 1e-9, 1e-6} {
			thinned(name, p, Options{Horizon: horizon, Discount: discount, Planner: Pruning}, tolerance)
		}
	}
}

// Upper agrees with Best wherever one looks, on sets in the order of their slopes and on others.
func TestUpperIsBest(t *testing.T) {
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	problem, err := FromModel(sc.Model, ObserveRZ)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{Horizon: 6}, {Horizon: 2, Planner: Enumerate}, {Horizon: 6, Planner: PointBased}} {
		o.Observe = ObserveRZ
		plan, err := Solve(t.Context(), problem, o)
		if err != nil {
			t.Fatal(err)
		}
		upperIsBest(t, plan)
	}
}

func upperIsBest(t *testing.T, plan *Plan) {
	t.Helper()
	for _, level := range plan.Levels {
		for i := range level.Sets {
			set := &level.Sets[i]
			if set.Len() == 0 {
				continue
			}
			var at []float64
			for j := range 101 {
				at = append(at, float64(j)/100)
			}
			_, values := set.Upper(at)
			for j, v := range values {
				if _, want := set.Best([]float64{at[j], 1 - at[j]}); math.Abs(v-want) > 1e-12 {
					t.Fatalf("%s, level %d, set %d at %g: %g, expected %g", plan.Planner, level.T, i, at[j], v, want)
				}
			}
		}
	}
}
