package cassandra

import "eeporl/pomdp"

// FromPOMDP writes a POMDP with reward levels as a model of this format, which
// knows only numbers: R(a, s) is the mean reward. Planning with expected
// rewards loses nothing by it; what the levels tell about the state is lost.
func FromPOMDP(m *pomdp.POMDP) *Model {
	spec := m.Spec()
	out := &Model{
		Discount:     spec.Discount,
		States:       Labels{N: len(spec.States), Names: spec.States},
		Actions:      Labels{N: len(spec.Actions), Names: spec.Actions},
		Observations: Labels{N: len(spec.Observations), Names: spec.Observations},
		Initial:      spec.Initial, Transition: spec.Transition, Observation: spec.Observation,
	}
	for a := range spec.Actions {
		for s := range spec.States {
			out.rewards.set(key{int32(a), int32(s), wild, wild}, m.MeanReward(a, s))
		}
	}
	return out
}
