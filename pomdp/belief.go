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

// From returns the same model with another initial belief and horizon: what
// is left of an episode after some of its steps.
func (m *POMDP) From(belief Belief, horizon int) (*POMDP, error) {
	spec := m.Spec()
	spec.Initial, spec.Horizon = belief, horizon
	return New(spec)
}
