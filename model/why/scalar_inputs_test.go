package why_test

import (
	"math"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
)

func inputOf(e why.Explanation, name string) string {
	for _, l := range e.Inputs {
		if strings.HasPrefix(l.Name, name) {
			return l.Value
		}
	}
	return ""
}

// The figures about value tell what was put into them: the regret's inputs are
// the very figures that it is the difference of.
func TestValuesTellTheirInputs(t *testing.T) {
	s := session(t, "tea", "full", 1)
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last})
	claim := s.Claim()
	for figureOf, want := range map[int]map[string]string{
		why.Regret: {
			"V*": claim.Best.Text(figure.Value), "V, the learned": figure.Value(claim.Exploit),
			"what the plan expected": figure.Value(s.Now().Plan.Value), "N that it was": "10⁵", "estimator": "full",
		},
		why.PhaseCost:    {"N": "10⁵", "V*": claim.Best.Text(figure.Value), "V of exploration": figure.Value(claim.Explore)},
		why.TotalRegret:  {"N": "10⁵", "V*": claim.Best.Text(figure.Value), "V of exploration": figure.Value(claim.Explore), "V, the learned": figure.Value(claim.Exploit)},
		why.Expected:     {"b̂ of the pair": "(", "β of": "(", "H": "4", "γ": "1"},
		why.Worth:        {"b": "(.55, .45)", "α of": "(", "H": "4"},
		why.Optimum:      {"b": "(.55, .45)", "α of": "(", "H": "4"},
		why.ExploreWorth: {"c": ".5", "H": "4"},
		why.Symbols:      {"|A|": "2", "|Z|": "2", "|R|": "2"},
	} {
		e := why.Explain(s, why.Target{Kind: why.Scalar, I: figureOf}, true)
		if math.IsNaN(e.Value) {
			t.Errorf("%s: no value", e.Title)
		}
		for name, value := range want {
			if got := inputOf(e, name); got == "" || !strings.HasPrefix(got, value) {
				t.Errorf("%s: the input %q is %q, want %q", e.Title, name, got, value)
			}
		}
	}
}

// What a figure says went into it says what comes out of it.
func TestRatiosFollowFromTheirInputs(t *testing.T) {
	s := session(t, "tea", "full", 1)
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	s, err := model.SettleFor(t.Context(), s, model.JobKind.Asked)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []int{why.SigmaRatio, why.NoiseRatio12, why.NoiseRatio13, why.AgainstBound} {
		e := why.Explain(s, why.Target{Kind: why.Scalar, I: f}, true)
		if len(e.Inputs) != 2 || e.Inputs[0].Value == e.Inputs[1].Value || e.Inputs[0].Value == "unknown" {
			t.Errorf("%s: inputs %v", e.Title, e.Inputs)
		}
	}
}
