package moments

import "eeporl/pomdp"

// TestKind is what a predictive state foretells: what comes next when actions are taken (Littman, Sutton and Singh 2001).
type TestKind string

// The kinds of test. The longer ones see further, and each learns from fewer counts.
const (
	RewardTests  TestKind = "r"   // an action and its reward
	OutcomeTests TestKind = "rz"  // an action, its reward and what is seen then
	TwoStepTests TestKind = "rzr" // these, another action and its reward
)

// TestKinds lists them, the one that is taken where none is given first.
func TestKinds() []TestKind { return []TestKind{RewardTests, OutcomeTests, TwoStepTests} }

// Count is how many tests there are.
func (k TestKind) Count(n pomdp.Sizes) int {
	switch k {
	case OutcomeTests:
		return n.A * n.R * n.Z
	case TwoStepTests:
		return n.A * n.R * n.Z * n.A * n.R
	}
	return n.A * n.R
}
