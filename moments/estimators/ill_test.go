package estimators

import (
	"context"
	"os"
	"testing"
	"time"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
)

// TestIllPosedScenariosWithEveryEstimator: none may be silent about a model
// that cannot be learned, and none may take forever.
func TestIllPosedScenariosWithEveryEstimator(t *testing.T) {
	tier.Long(t, "estimates many times, mostly on one goroutine")
	for _, scenario := range []string{"tiger", "two-step"} {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, scenario))
		for _, counts := range []*moments.Counts{moments.FromLaw(tr.Law), momentstest.Sample(t, tr, 1e5, 1)} {
			if os.Getenv("EEPORL_SLOW") == "" && (counts.Exact() || scenario == "tiger") {
				continue
			}
			for _, name := range EstimatorNames() {
				estimate, _ := Named(name)
				start := time.Now()
				e := estimate.Run(context.Background(), moments.Data{Counts: counts}, tr.Model.Sizes().S, moments.Options{Restarts: 2, Iterations: 100})
				t.Logf("%s, %s, N = %g: stage %v in %v", scenario, name, counts.Total(), e.Stage, time.Since(start).Round(time.Millisecond))
				for _, f := range e.Findings {
					if len(e.Findings) < 12 || f.Fatal {
						t.Logf("    %s: %s", f.Code, f.Detail)
					}
				}
				if len(e.Findings) == 0 && name != "em" && name != "tpsr" { // neither needs what is missing
					t.Errorf("%s is silent on %s", name, scenario)
				}
			}
		}
	}
}
