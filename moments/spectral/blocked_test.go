package spectral

import (
	"context"
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

func TestBlockedRecoversFromExactLaw(t *testing.T) {
	for _, name := range pomdptest.WellPosed {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		momentstest.CheckExact(t, Blocked(context.Background(), moments.FromLaw(tr.Law), tr.Model.Sizes().S, moments.Options{}), tr, momentstest.ExactTolerance)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for done, seed := 0, uint64(100); done < 30; seed++ {
		n := pomdptest.RandomSizes(rng)
		tr := pomdptest.TruthFor(t, pomdptest.RandomModel(t, n, seed))
		counts := moments.FromLaw(tr.Law)
		if s := SpectrumOf(counts, n.S); !(s.SigmaK() > 1e-6 && s.SigmaK13() > 1e-7) {
			continue
		}
		done++
		momentstest.CheckExact(t, Blocked(context.Background(), counts, n.S, moments.Options{Seed: seed}), tr, momentstest.ExactTolerance)
		if t.Failed() {
			t.Fatalf("sizes %+v, seed %d", n, seed)
		}
	}
}

// TestBlockedDoesNotNeedPi: under independent actions Full fails at any N and
// Blocked is right.
func TestBlockedDoesNotNeedPi(t *testing.T) {
	m := pomdptest.Load(t, "tea")
	e := pomdptest.Explore(t, 2, pomdptest.PosInf)
	tr := pomdptest.Truth{Model: m, HMM: pomdp.Induce(m, e), Law: pomdp.ExactLaw(m, e)}
	momentstest.CheckExact(t, Blocked(context.Background(), moments.FromLaw(tr.Law), 2, moments.Options{}), tr, momentstest.ExactTolerance)
	for seed := range uint64(5) {
		est := Blocked(context.Background(), momentstest.Sample(t, tr, 1e6, seed), 2, moments.Options{Seed: seed})
		c := moments.Compare(est, tr.HMM)
		if c == nil || c.Parameters == nil || c.LabelsRight != 8 || !(c.Parameters.RMSE < 0.01) {
			t.Errorf("seed %d: %+v%s", seed, c, momentstest.Findings(est))
		}
	}
}
