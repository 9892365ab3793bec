package spectral

import (
	"reflect"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// Parameters that somebody gives are taken where full itself comes to none.
func TestGivenParametersAlone(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tiger"))
	n := tr.Model.Sizes()
	counts := moments.FromLaw(tr.Law)
	if full := Full(t.Context(), counts, n.S, moments.Options{}); full.OK() {
		t.Fatal("full learns tiger, whose P₁₂ lacks rank")
	}
	given := tr.Model.Pairs(pomdp.IdentityOrder(n))
	e := Completed(t.Context(), counts, n.S, moments.Options{}, Given{Parameters: given})
	if !e.OK() || e.Stage != moments.StageParameters || !reflect.DeepEqual(e.Parameters.Transition, given.Transition) {
		t.Errorf("stage %v, stopped %v: %s", e.Stage, !e.OK(), momentstest.Findings(e))
	}
	if e := Completed(t.Context(), counts, n.S, moments.Options{}, Given{}); e.OK() {
		t.Error("nothing was given, and it is an estimate")
	}
}
