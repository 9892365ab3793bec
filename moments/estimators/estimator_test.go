package estimators

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

func TestExactLawRecoversParameters(t *testing.T) {
	check := func(name string, tr pomdptest.Truth, estimators ...string) {
		counts := moments.FromLaw(tr.Law)
		for _, est := range estimators {
			estimate, err := Named(est)
			if err != nil {
				t.Fatal(err)
			}
			e := estimate.Run(context.Background(), moments.Data{Counts: counts}, tr.Model.Sizes().S, moments.Options{Rotations: 10})
			c := moments.Compare(e, tr.HMM)
			if c == nil || c.Parameters == nil {
				t.Errorf("%s, %s: stopped at %v%s", name, est, e.Stage, momentstest.Findings(e))
				continue
			}
			p := c.Parameters
			if worst := max(p.Initial, p.Observation, p.Reward, p.Transition, c.OMax); !(worst <= 1e-8) {
				t.Errorf("%s, %s: error %.2g%s", name, est, worst, momentstest.Findings(e))
			}
		}
	}
	all := []string{"full", "blocked", "aligned", "polished"}
	for _, name := range pomdptest.WellPosed {
		check(name, pomdptest.TruthFor(t, pomdptest.Load(t, name)), all...)
	}
	if !testing.Short() {
		check("4,3,3,2", pomdptest.TruthFor(t, pomdptest.RandomModel(t, pomdp.Sizes{S: 4, A: 3, Z: 3, R: 2}, 3)), all...)
	}
}

// TestExactLawOfALargeModel: S = 6, A = 4, Z = R = 6, whose 11.9 million cells
// take 95 MB (and the law as much again). Not for polished: its information
// would take 8·10¹¹ multiplications a step. EEPORL_SLOW=1 runs it.
func TestExactLawOfALargeModel(t *testing.T) {
	if os.Getenv("EEPORL_SLOW") == "" {
		t.Skip("EEPORL_SLOW is not set")
	}
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "random:6,4,6,6,1"))
	counts := moments.FromLaw(tr.Law)
	tr.Law = nil
	for _, name := range []string{"full", "blocked", "aligned"} {
		estimate, _ := Named(name)
		start := time.Now()
		e := estimate.Run(context.Background(), moments.Data{Counts: counts}, 6, moments.Options{})
		took := time.Since(start)
		c := moments.Compare(e, tr.HMM)
		if c == nil || c.Parameters == nil {
			t.Errorf("%s: stopped at %v%s", name, e.Stage, momentstest.Findings(e))
			continue
		}
		p := c.Parameters
		worst := max(p.Initial, p.Observation, p.Reward, p.Transition, c.OMax)
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		t.Logf("%s: %v, largest error %.2g, σ_k %.2g %.2g; %d MB from the system", name, took, worst, e.Spectrum.SigmaK(), e.Spectrum.SigmaK13(), memory.Sys>>20)
		if !(worst <= 1e-8) {
			t.Errorf("%s: error %.2g%s", name, worst, momentstest.Findings(e))
		}
	}
}

func TestNamedRefusesOthers(t *testing.T) {
	if _, err := Named("best"); err == nil {
		t.Error("Named accepted \"best\"")
	}
	for _, name := range EstimatorNames() {
		if _, err := Named(name); err != nil {
			t.Error(err)
		}
	}
}
