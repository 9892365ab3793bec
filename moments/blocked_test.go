package moments

import (
	"context"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp"
)

func TestBlockedRecoversFromExactLaw(t *testing.T) {
	for _, name := range wellPosed {
		tr := truthFor(t, load(t, name))
		checkExact(t, Blocked(context.Background(), FromLaw(tr.law), tr.model.Sizes().S, Options{}), tr, exactTolerance)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for done, seed := 0, uint64(100); done < 30; seed++ {
		n := randomSizes(rng)
		tr := truthFor(t, randomModel(t, n, seed))
		counts := FromLaw(tr.law)
		if s := SpectrumOf(counts, n.S); !(s.SigmaK() > 1e-6 && s.SigmaK13() > 1e-7) {
			continue
		}
		done++
		checkExact(t, Blocked(context.Background(), counts, n.S, Options{Seed: seed}), tr, exactTolerance)
		if t.Failed() {
			t.Fatalf("sizes %+v, seed %d", n, seed)
		}
	}
}

// TestBlockedDoesNotNeedPi: under independent actions Full fails at any N and
// Blocked is right.
func TestBlockedDoesNotNeedPi(t *testing.T) {
	m := load(t, "tea")
	e := explore(t, 2, posInf)
	tr := truth{model: m, hmm: pomdp.Induce(m, e), law: pomdp.ExactLaw(m, e)}
	checkExact(t, Blocked(context.Background(), FromLaw(tr.law), 2, Options{}), tr, exactTolerance)
	for seed := range uint64(5) {
		est := Blocked(context.Background(), tr.sample(t, 1e6, seed), 2, Options{Seed: seed})
		c := Compare(est, tr.hmm)
		if c == nil || c.Parameters == nil || c.LabelsRight != 8 || !(c.Parameters.RMSE < 0.01) {
			t.Errorf("seed %d: %+v%s", seed, c, findings(est))
		}
	}
}
