package experiment

import (
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// The largest induced HMM whose singular values are computed: seconds.
const (
	maxCheckedStates  = 1_000
	maxCheckedEntries = 50_000_000 // of O
)

// Check checks the assumptions for a model of any size. It needs no law, so it works for
// models that are too large to learn from, too; left is a finding that names the checks
// it left out. c = 0 stands for the default 1/|A|.
func Check(m *pomdp.POMDP, c float64) (e pomdp.Exploration, checks []pomdp.Assumption, left []finding.Finding, err error) {
	n := m.Sizes()
	if c == 0 {
		c = pomdp.DefaultC(n.A)
	}
	if e, err = pomdp.NewExploration(n.A, c); err != nil {
		return e, nil, nil, err
	}
	if n.K() <= maxCheckedStates && n.D()*n.K() <= maxCheckedEntries {
		return e, pomdp.Check(m, e), nil, nil
	}
	return e, pomdp.CheckFactors(m), []finding.Finding{{
		Code: finding.LeftUnchecked, Value: finding.Of(float64(n.K())), Limit: finding.Of(maxCheckedStates),
		Detail: fmt.Sprintf("sigma-k-P12 and sigma-k-P13 were not checked: the induced HMM has k = |A|²|S| = %d hidden states and d = |A|²|Z||R| = %d symbols, expected at most %d, and at most %g entries of O.",
			n.K(), n.D(), maxCheckedStates, math.Round(maxCheckedEntries)),
	}}, nil
}
