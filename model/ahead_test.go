package model

import (
	"context"
	"slices"
	"testing"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/scenarios"
)

// What is said ahead of an estimate is what then comes: the same stages in the
// same order.
func TestEstimateAheadIsWhatComes(t *testing.T) {
	for _, method := range estimators.EstimatorNames() {
		sc, err := scenarios.Load("tea")
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Config{Scenario: "tea", Model: sc.Model, Seed: 1, Method: method, Estimator: moments.Options{Restarts: 1}})
		if err != nil {
			t.Fatal(err)
		}
		ahead := s.EstimateAhead()
		var came, said []string
		for _, x := range ahead {
			said = append(said, x.Name)
		}
		for _, i := range []Intent{{Verb: LeapBy, N: 1e5}, {Verb: RunEstimate}} {
			if s, err = Settle(context.Background(), Update(s, i)); err != nil {
				t.Fatal(err)
			}
		}
		for range s.Now().Stages {
			came = append(came, s.Now().Beat.Kind.Stage())
			s = Update(s, Intent{Verb: Forward})
		}
		if came = slices.Compact(came); !slices.Equal(said, came) {
			t.Errorf("%s: found\n%+v, expected\n%+v", method, said, came)
		}
	}
}
