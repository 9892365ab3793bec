package planning_test

import (
	"math"
	"slices"
	"testing"

	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// followed is what rules are worth, by all that can happen: the past is a list, and each condition is asked of it anew.
func followed(m *pomdp.POMDP, r planning.Rules, past []pomdp.Act, b []float64, left int) float64 {
	holds := func(c planning.Condition) bool {
		if c.First && len(past) > 0 || len(past) < c.Times {
			return false
		}
		for _, x := range past[len(past)-c.Times:] {
			if c.Action >= 0 && c.Action != x.Action || c.Reward >= 0 && c.Reward != x.Reward || c.Observation >= 0 && c.Observation != x.Observation {
				return false
			}
		}
		return true
	}
	a := r[slices.IndexFunc(r, func(x planning.Rule) bool { return holds(x.When) })].Action
	n, sum := m.Sizes(), 0.0
	for s, p := range b {
		sum += p * m.MeanReward(a, s)
	}
	for k := 0; left > 1 && k < n.Outcomes(); k++ {
		z, reward := n.OutcomeAt(k)
		after := make([]float64, n.S)
		for s, p := range b {
			for next := range after {
				after[next] += p * m.R(a, s, reward) * m.T(a, s, next) * m.Z(a, next, z)
			}
		}
		sum += followed(m, r, append(slices.Clone(past), pomdp.Act{Action: a, Reward: reward, Observation: z}), after, left-1)
	}
	return sum
}

// Rules are worth what following them step by step is, never more than the optimum, and where few lines say all that
// there is to say they lose nothing: in tea, and, of tigers, who listens until one side has growled twice.
func TestRulesAreWorthWhatTheySay(t *testing.T) {
	for _, c := range []struct {
		model   string
		horizon int
		loses   float64 // of the optimum, at most
	}{{"tea", 4, .01}, {"tiger", 4, 1e-9}, {"robot", 4, .02}, {"random:3,2,2,2,4", 4, .05}} {
		sc, err := scenarios.Load(c.model)
		if err != nil {
			t.Fatal(err)
		}
		m, err := sc.Model.WithHorizon(c.horizon)
		if err != nil {
			t.Fatal(err)
		}
		best, err := planning.Optimal(t.Context(), m, planning.Options{Horizon: c.horizon, Discount: 1})
		if err != nil {
			t.Fatal(err)
		}
		problem, err := planning.FromModel(m, planning.ObserveRZ)
		if err != nil {
			t.Fatal(err)
		}
		rules, value, err := planning.RulesFor(t.Context(), problem, c.horizon, 1, best.Value, 8)
		if err != nil {
			t.Fatal(err)
		}
		if got := followed(m, rules, nil, m.InitialBelief(), c.horizon); math.Abs(got-value) > 1e-9 {
			t.Errorf("%s: the rules say %g, following them earns %g", c.model, value, got)
		}
		lost := (best.Value - value) / math.Abs(best.Value)
		t.Logf("%s: %d rules, %g of %g", c.model, len(rules), value, best.Value)
		if lost < -1e-9 || lost > c.loses {
			t.Errorf("%s: %v loses %g of %g", c.model, rules, best.Value-value, best.Value)
		}
		if last := rules[len(rules)-1].When; last.Times != 0 || last.First {
			t.Errorf("%s: the last condition is %+v, expected one that always holds", c.model, last)
		}
		blind, err := planning.FromModel(m, planning.ObserveZ)
		if err != nil {
			t.Fatal(err)
		}
		less, earns, err := planning.RulesFor(t.Context(), blind, c.horizon, 1, best.Value, 3)
		if err != nil || len(less) > 3 || earns > best.Value+1e-9 {
			t.Errorf("%s: found %v (%v), which earns %g, expected three rules of what is seen", c.model, less, err, earns)
		}
	}
}
