package bounds_test

import (
	"math"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/moments/spectral"
)

// What a budgeted plan certifies stands in the chain in Lemma 7's place and
// adds to the regret that the theorem allows; nothing is silent for it.
func TestCertifiedGapStandsInTheChain(t *testing.T) {
	s := subjectOf(t, load(t, "tea"))
	est, cmp := s.estimate(t, moments.OfCounts(spectral.Full), 1e7, 1, moments.Options{})
	policy := s.policy(t, est, cmp)
	exact := s.bounds.Chain(est, cmp, .1, policy)
	const gap = .25
	policy.Gap = gap
	budgeted := s.bounds.Chain(est, cmp, .1, policy)
	if len(budgeted) != len(exact) {
		t.Fatalf("%d rows, expected %d", len(budgeted), len(exact))
	}
	for i, r := range budgeted {
		was := exact[i]
		switch {
		case was.Lemma == "L7":
			if r.Lemma != "L7, ε_planning" || r.Bound != gap || r.Verdict() != bounds.Unknown {
				t.Errorf("found %+v", r)
			}
		case strings.HasPrefix(was.Lemma, "Theorem 1"):
			if math.Abs(r.Bound-was.Bound-gap) > 1e-12*was.Bound || r.Applies != was.Applies || !strings.Contains(r.Formula, "ε_planning") {
				t.Errorf("found %+v, before %+v", r, was)
			}
		case r.Bound != was.Bound || r.Verdict() != was.Verdict():
			t.Errorf("%s changed: %+v, before %+v", was.Lemma, r, was)
		}
	}
}
