package moments

import (
	"reflect"
	"testing"

	"eeporl/pomdp"
)

// Parameters that somebody gives are taken where full itself comes to none.
func TestGivenParametersAlone(t *testing.T) {
	tr := truthFor(t, load(t, "tiger"))
	n := tr.model.Sizes()
	counts := FromLaw(tr.law)
	if full := Full(t.Context(), counts, n.S, Options{}); full.OK() {
		t.Fatal("full learns tiger, whose P₁₂ lacks rank")
	}
	given := tr.model.Pairs(pomdp.IdentityOrder(n))
	e := Completed(t.Context(), counts, n.S, Options{}, Given{Parameters: given})
	if !e.OK() || e.Stage != StageParameters || !reflect.DeepEqual(e.Parameters.Transition, given.Transition) {
		t.Errorf("stage %v, stopped %v: %s", e.Stage, !e.OK(), findings(e))
	}
	if e := Completed(t.Context(), counts, n.S, Options{}, Given{}); e.OK() {
		t.Error("nothing was given, and it is an estimate")
	}
}
