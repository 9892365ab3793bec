package pomdp

import (
	"fmt"
	"slices"
	"strconv"

	"eeporl/pomdp/figure"
)

// Names are what states, actions, observations and reward levels are called. What has no name, as in data
// without a model, is called by its index from 0.
type Names struct{ States, Actions, Observations, Rewards []string }

// State is what state s is called.
func (n Names) State(s int) string { return nameOf(n.States, s) }

// Action is what action a is called.
func (n Names) Action(a int) string { return nameOf(n.Actions, a) }

// Observation is what observation z is called.
func (n Names) Observation(z int) string { return nameOf(n.Observations, z) }

// Reward is what reward level r is called.
func (n Names) Reward(r int) string { return nameOf(n.Rewards, r) }

// Pair is what two actions in a row are called.
func (n Names) Pair(a, next int) string { return "(" + n.Action(a) + ", " + n.Action(next) + ")" }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return strconv.Itoa(i)
}

// SymbolName writes a symbol x = (a, z, r, a') by its names.
func (m *POMDP) SymbolName(x Symbol) string {
	return fmt.Sprintf("(%s, %s, %s, %s)", m.ActionName(x.Action), m.ObservationName(x.Observation), figure.Number(m.RewardValue(x.Reward)), m.ActionName(x.Next))
}

// SymbolDigits is SymbolName with the actions by their numbers, from 1 on.
func (m *POMDP) SymbolDigits(x Symbol) string {
	return fmt.Sprintf("(%d, %s, %s, %d)", x.Action+1, m.ObservationName(x.Observation), figure.Number(m.RewardValue(x.Reward)), x.Next+1)
}

// OutcomeName writes the outcome (z, r) of a symbol: "smile r=0". What was seen comes first, and
// then what the next action earned.
func (m *POMDP) OutcomeName(z, r int) string {
	return m.ObservationName(z) + " " + m.RewardName(r)
}

// BranchName writes what one action led to: "r=0 smile". It earns first, and then something is
// seen in the next state.
func (m *POMDP) BranchName(z, r int) string {
	return m.RewardName(r) + " " + m.ObservationName(z)
}

// RewardName writes a reward level: "r=0".
func (m *POMDP) RewardName(r int) string { return "r=" + figure.Number(m.RewardValue(r)) }

// Numbered are n names that differ by their number, from 1 on.
func Numbered(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(prefix, i+1)
	}
	return names
}

// Indices are the numbers 0 … n−1 as text.
func Indices(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}

// LevelTexts are the values of reward levels as text, each with the digits that tell it from all others.
func LevelTexts(values []float64) (texts []string) {
	for _, x := range values {
		texts = append(texts, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return texts
}

// Uniform is the uniform distribution over n.
func Uniform(n int) []float64 { return slices.Repeat([]float64{1 / float64(n)}, n) }
