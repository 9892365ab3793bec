package model_test

import (
	"math"
	"testing"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/moments/bounds"
)

// A log's chain of lemmas follows the cursor: what there is without an estimate,
// with one, and with a plan. No condition takes its figures for the theorem's.
func TestLogsHaveAChainOfEstimates(t *testing.T) {
	s := do(t, logSession(t, record(t, "tea", 1e5, 1000), 1), model.Intent{Verb: model.HoldTheory})
	known := func(s model.Session) (bounded, measured int) {
		t.Helper()
		s, err := model.SettleFor(t.Context(), s, model.JobKind.Asked)
		if err != nil {
			t.Fatal(err)
		}
		th := s.Theory()
		if th == nil || th.Plugged == nil {
			t.Fatal("no chain of estimates")
		}
		for _, r := range th.Rows {
			if !math.IsNaN(r.Bound) {
				bounded++
			}
			if v := r.Verdict(); v != bounds.Unknown {
				if measured++; r.Lemma != "L7" || v != bounds.Certain {
					t.Errorf("%s, %s is %s without a truth", r.Lemma, r.Quantity, v)
				}
			}
		}
		if v, _ := watch.Session(s)("theorem_N", nil); !v.Unknown {
			t.Errorf("a condition takes %v for the theorem's N", v)
		}
		return bounded, measured
	}
	if bounded, measured := known(s); bounded != 5 || measured != 0 {
		t.Errorf("without an estimate %d bounds and %d measured, expected those of sizes alone", bounded, measured)
	}
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	bounded, measured := known(s)
	if bounded < 20 || measured != 0 {
		t.Errorf("with an estimate %d bounds and %d measured, expected all and none", bounded, measured)
	}
	s = do(t, s, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last})
	if _, measured = known(s); measured != 1 {
		t.Errorf("with a plan %d are measured, expected Lemma 7", measured)
	}
}
