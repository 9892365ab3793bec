package model_test

import (
	"math"
	"testing"

	"eeporl/model"
	"eeporl/pomdp/finding"
)

// A budget leaves the learned plan open and says so; the optimum that the regret
// is measured against is not under it.
func TestBudgetLeavesAPlanOpen(t *testing.T) {
	s := do(t, session(t, "noisy-tiger", 7), model.Intent{Verb: model.Set, Arg: "horizon=6"},
		model.Intent{Verb: model.LeapBy, N: 1e6}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last},
		model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last})
	best := s.Optimum().Value
	s = do(t, s, model.Intent{Verb: model.Set, Arg: "planner=point"}, model.Intent{Verb: model.Set, Arg: "budget=10"})
	p := s.Now().Plan
	if p == nil || p.Upper-p.Value < .01 {
		t.Fatalf("found the plan %+v, expected an open one", p)
	}
	if math.Abs(s.Optimum().Value-best) > 1e-9 || !(s.Regret().High > .01) {
		t.Errorf("optimum %g, was %g; regret %v", s.Optimum().Value, best, s.Regret())
	}
	named := false
	for _, f := range s.Findings() {
		named = named || f.Code == finding.ValueGap
	}
	if !named {
		t.Errorf("found %v, expected the finding %s", s.Findings(), finding.ValueGap)
	}
}
