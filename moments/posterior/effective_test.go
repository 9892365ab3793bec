package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/planning"
	"eeporl/pomdp/pomdptest"
)

// A chain x ← φx + noise tells its mean as n(1 − φ)/(1 + φ) independent numbers do.
func TestEffective(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, phi := range []float64{0, .5, .9} {
		const n = 20_000
		x, values := 0., make([]float64, n)
		for i := range values {
			x = phi*x + rng.NormFloat64()
			values[i] = x
		}
		want := n * (1 - phi) / (1 + phi)
		if got := effective(values); math.Abs(got/want-1) > .15 {
			t.Errorf("φ = %g: found %g, expected about %g", phi, got, want)
		}
	}
	if got := effective([]float64{3, 3, 3}); got != 3 {
		t.Errorf("of what never changes: found %g", got)
	}
}

// One draw is one model; the optimist's promises at least as much as any; and longer chains mix.
func TestDrawsToPlanWith(t *testing.T) {
	tea := pomdptest.Load(t, "tea")
	counts := momentstest.Sample(t, pomdptest.TruthFor(t, tea), 1000, 3)
	o := moments.Options{RewardValues: tea.RewardValues(), Horizon: 4}
	learned := func(kind moments.DrawKind, sweeps int) (*moments.Estimate, *Mixture) {
		o := o
		o.Draws, o.Sweeps = kind, sweeps
		e := Bayes(t.Context(), counts, 2, o)
		return e, e.Learned.(*Mixture)
	}
	all, mixture := learned(moments.MixtureOfDraws, 0)
	_, one := learned(moments.OneDraw, 0)
	_, optimist := learned(moments.OptimistDraw, 0)
	if len(mixture.Draws) != len(all.Posterior.Draws) || len(one.Draws) != 1 || len(optimist.Draws) != 1 {
		t.Fatalf("found %d, %d and %d draws", len(mixture.Draws), len(one.Draws), len(optimist.Draws))
	}
	promise := func(x []float64) float64 {
		m, err := all.Posterior.Layout.Model("", x, 4, o.RewardValues)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := planning.Optimal(t.Context(), m, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return plan.Value
	}
	most := promise(optimist.Draws[0])
	for _, x := range mixture.Draws {
		if v := promise(x); v > most+1e-9 {
			t.Errorf("a draw promises %g, the optimist's %g", v, most)
		}
	}
	if longer, _ := learned("", 1000); longer.Posterior.Effective < 2*all.Posterior.Effective {
		t.Errorf("1000 sweeps tell as much as %g draws, %d as %g", longer.Posterior.Effective, moments.DefaultSweeps, all.Posterior.Effective)
	}
}
