package moments

import (
	"context"
	"testing"

	"eeporl/pomdp"
)

// TestExactLawRecoversParameters: issue 4, 3.
func TestExactLawRecoversParameters(t *testing.T) {
	check := func(name string, tr truth, estimators ...string) {
		counts := FromLaw(tr.law)
		for _, est := range estimators {
			estimate, err := Named(est)
			if err != nil {
				t.Fatal(err)
			}
			e := estimate(context.Background(), counts, tr.model.Sizes().S, Options{Rotations: 10})
			c := Compare(e, tr.hmm)
			if c == nil || c.Parameters == nil {
				t.Errorf("%s, %s: stopped at %v%s", name, est, e.Stage, findings(e))
				continue
			}
			p := c.Parameters
			if worst := max(p.Initial, p.Observation, p.Reward, p.Transition, c.OMax); !(worst <= 1e-8) {
				t.Errorf("%s, %s: error %.2g%s", name, est, worst, findings(e))
			}
		}
	}
	all := []string{"full", "blocked", "aligned", "polished"}
	for _, name := range wellPosed {
		check(name, truthFor(t, load(t, name)), all...)
	}
	if !testing.Short() {
		check("4,3,3,2", truthFor(t, randomModel(t, pomdp.Sizes{S: 4, A: 3, Z: 3, R: 2}, 3)), all...)
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
