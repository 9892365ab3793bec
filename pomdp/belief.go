package pomdp

// Belief is the distribution of the hidden state given what an agent saw.
// InitialBelief is b; UpdateBelief conditions a belief on one step.
type Belief []float64

// InitialBelief is b.
func (m *POMDP) InitialBelief() Belief { return append(Belief(nil), m.spec.Initial...) }

// UpdateBelief conditions a belief on having taken a, earned reward level r in
// the state left and seen z in the state entered, and returns the new belief
// with p(r, z | belief, a). A zero probability returns a nil belief.
func (m *POMDP) UpdateBelief(before Belief, a, r, z int) (after Belief, p float64) {
	return m.After(before, Act{a, r, z})
}

// After is UpdateBelief for a recorded step, of which parts may be missing: those tell nothing.
func (m *POMDP) After(before Belief, act Act) (after Belief, p float64) {
	n := m.sizes
	after = make(Belief, n.S)
	for s, x := range before {
		if act.Reward >= 0 {
			x *= m.R(act.Action, s, act.Reward)
		}
		if x == 0 {
			continue
		}
		for next := range after {
			y := x * m.T(act.Action, s, next)
			if act.Observation >= 0 {
				y *= m.Z(act.Action, next, act.Observation)
			}
			after[next] += y
		}
	}
	for _, x := range after {
		p += x
	}
	if p == 0 {
		return nil, 0
	}
	for s := range after {
		after[s] /= p
	}
	return after, p
}

// Earned conditions a belief on the reward of an action alone, before the state moves on: half
// of After. A zero probability returns a nil belief.
func (m *POMDP) Earned(before Belief, action, reward int) Belief {
	after, p := make(Belief, m.sizes.S), 0.0
	for s, x := range before {
		after[s] = x * m.R(action, s, reward)
		p += after[s]
	}
	if p == 0 {
		return nil
	}
	for s := range after {
		after[s] /= p
	}
	return after
}

// Observer is what somebody who knows the model believes before step t, from 1, of an episode: it
// takes the actions, rewards and observations of the steps before that.
func (m *POMDP) Observer(steps []Step, t int) Belief {
	belief := m.InitialBelief()
	for _, step := range steps[:t-1] {
		belief, _ = m.UpdateBelief(belief, step.Action.Value, step.Reward.Value, step.Observation.Value)
	}
	return belief
}

// From returns the same model with another initial belief and horizon: what
// is left of an episode after some of its steps.
func (m *POMDP) From(belief Belief, horizon int) (*POMDP, error) {
	spec := m.Spec()
	spec.Initial, spec.Horizon = belief, horizon
	return New(spec)
}
