package estimators

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestAllEstimatorsSurviveNastyCounts: its 10⁴ tables with
// EEPORL_SLOW=1.
func TestAllEstimatorsSurviveNastyCounts(t *testing.T) {
	tier.Long(t, "estimates many times, mostly on one goroutine")
	times := 20
	if os.Getenv("EEPORL_SLOW") != "" {
		times = 10000
	}
	sizes := []pomdp.Sizes{{A: 1, Z: 2, R: 1}, {A: 2, Z: 1, R: 1}, {A: 2, Z: 2, R: 2}, {A: 2, Z: 3, R: 1}}
	rng := rand.New(rand.NewPCG(98, 0))
	ok := map[string]int{}
	for i := range times {
		n := sizes[rng.IntN(len(sizes))]
		c := momentstest.NastyCounts(rng, n)
		states := 1 + rng.IntN(min(3, n.Outcomes()))
		for _, name := range []string{"blocked", "aligned", "polished", "em", "naive"} {
			estimate, _ := Named(name)
			e := estimate.Run(context.Background(), moments.Data{Counts: c}, states, moments.Options{Rotations: 3, Seed: uint64(i), Restarts: 2, Iterations: 20})
			if e.OK() {
				ok[name]++
			} else if _, stopped := e.Stopped(); !stopped {
				t.Fatalf("table %d, %s: stopped at %v without a fatal finding%s", i, name, e.Stage, momentstest.Findings(e))
			}
			if e.Parameters != nil && !momentstest.AllFinite(e) {
				t.Fatalf("table %d, %s: parameters are not finite%s", i, name, momentstest.Findings(e))
			}
		}
	}
	t.Logf("reached parameters: %v of %d", ok, times)
}

func TestEstimatorsSameBytesAtAnyGOMAXPROCS(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	counts := momentstest.Sample(t, tr, 1e5, 1)
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, name := range EstimatorNames() {
		estimate, _ := Named(name)
		var first []float64
		for _, procs := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(procs)
			e := estimate.Run(context.Background(), moments.Data{Counts: counts, Earned: func() *moments.Episodes { return moments.Earned(tr.Model, counts, 4) }}, 2, moments.Options{Seed: 4, Restarts: 4, Iterations: 50})
			if !e.OK() {
				t.Fatalf("%s: %s", name, momentstest.Findings(e))
			}
			data := slices.Clone(e.Learned.Outcomes(e.Learned.Start(), 1))
			if estimate.Gives(moments.GivesColumns) {
				data = append(append(data, e.O.RawMatrix().Data...), e.T.RawMatrix().Data...)
			}
			if first == nil {
				first = data
			}
			for i, v := range data {
				if math.Float64bits(v) != math.Float64bits(first[i]) {
					t.Fatalf("%s: GOMAXPROCS %d changes the answer", name, procs)
				}
			}
		}
	}
}
