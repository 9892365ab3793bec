package planning

import (
	"fmt"
	"math"

	"eeporl/pomdp"
)

// Ordinary is a POMDP with one order of the states and real-valued rewards, as
// most solvers take it. Rows are used as written: nothing is normalised.
type Ordinary struct {
	States, Actions, Observations int

	Initial     []float64     // b[s]
	Transition  [][][]float64 // [a][s][s'], s left, s' entered
	Observation [][][]float64 // [a][s'][z], s' entered
	// Reward is R(a, s, s', z). It is called only where the step is possible,
	// and carried exactly, as an expectation.
	Reward func(a, s, next, z int) float64
}

// FromOrdinary reads an ordinary POMDP. Its policy trees branch on z alone.
func FromOrdinary(m *Ordinary) (*Problem, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	p := fromOrdinary(m, 0)
	for u, leaf := range p.leaf {
		for s, x := range leaf {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, fmt.Errorf("model: found an expected reward of %g in state %d under action %d, expected a finite number", x, s, u)
			}
		}
	}
	return p, nil
}

// fromOrdinary has every reward less by a number.
func fromOrdinary(m *Ordinary, by float64) *Problem {
	p := newOrdinary(pomdp.Sizes{S: m.States, A: m.Actions, Z: m.Observations, R: 1}, ObserveZ, m.Initial)
	p.less = func(by float64) *Problem { return fromOrdinary(m, by) }
	p.addSteps(func(a, s, outcome int, move func(next int, probability, gain float64)) {
		for next, t := range m.Transition[a][s] {
			if x := t * m.Observation[a][next][outcome]; x != 0 {
				move(next, x, x*(m.Reward(a, s, next, outcome)-by))
			}
		}
	})
	// What an action earns is spread over its outcomes.
	for u := range p.units() {
		leaf := make([]float64, p.states)
		for outcome := range p.outcomes {
			for s, x := range p.link(u, outcome, 0).gain {
				leaf[s] += x
			}
		}
		p.leaf = append(p.leaf, leaf)
	}
	return p
}

// FromModel reads a POMDP in its own one order of the states: the same plans
// as FromPairs on its exact parameters, from one set a level instead of |A|².
func FromModel(m *pomdp.POMDP, observe Observe) (*Problem, error) {
	return fromModel(m, observe, 0), nil
}

// fromModel has every reward less by a number.
func fromModel(m *pomdp.POMDP, observe Observe, by float64) *Problem {
	n := m.Sizes()
	mean := func(a, s int) float64 {
		if by == 0 {
			return m.MeanReward(a, s)
		}
		sum := 0.0
		for r := range n.R {
			sum += m.R(a, s, r) * (m.RewardValue(r) - by)
		}
		return sum
	}
	b := make([]float64, n.S)
	for s := range b {
		b[s] = m.Initial(s)
	}
	p := newOrdinary(n, observe, b)
	p.learned, p.values = m, lowered(m.RewardValues(), by)
	p.addSteps(func(a, s, outcome int, move func(int, float64, float64)) {
		z, pr, earned := outcome, 1.0, mean(a, s)
		if observe == ObserveRZ {
			var r int
			z, r = n.OutcomeAt(outcome)
			pr = m.R(a, s, r)
			earned = pr * (m.RewardValue(r) - by)
		}
		for next := range n.S {
			x := m.T(a, s, next) * m.Z(a, next, z)
			move(next, pr*x, earned*x)
		}
	})
	for a := range n.A {
		leaf := make([]float64, n.S)
		for s := range leaf {
			leaf[s] = mean(a, s)
		}
		p.leaf = append(p.leaf, leaf)
	}
	p.less = func(by float64) *Problem { return fromModel(m, observe, by) }
	return p
}

// newOrdinary is a problem of one context with one set, without steps yet.
func newOrdinary(n pomdp.Sizes, observe Observe, initial []float64) *Problem {
	p := &Problem{
		sizes: n, observe: observe, states: n.S, actions: n.A, outcomes: n.Z,
		contexts: 1, slots: 1, after: make([]int, n.A),
		initial: [][]float64{initial}, twin: []int{0},
	}
	if observe == ObserveRZ {
		p.outcomes = n.Outcomes()
	}
	return p
}

// addSteps builds the links of an ordinary problem; step lists where outcome
// can lead to from s under a, with the probability and the part of the expected
// reward that goes with it.
func (p *Problem) addSteps(step func(a, s, outcome int, move func(next int, probability, gain float64))) {
	for a := range p.actions {
		for outcome := range p.outcomes {
			l := &link{gain: make([]float64, p.states), start: make([]int32, 1, p.states+1)}
			for s := range p.states {
				step(a, s, outcome, func(next int, probability, gain float64) {
					l.gain[s] += gain
					if probability != 0 {
						l.col = append(l.col, int32(next))
						l.val = append(l.val, probability)
					}
				})
				l.start = append(l.start, int32(len(l.val)))
			}
			p.links = append(p.links, l)
		}
	}
}

func (m *Ordinary) check() error {
	if m.States < 1 || m.Actions < 1 || m.Observations < 1 {
		return fmt.Errorf("model: found %d states, %d actions, %d observations, expected at least 1 of each", m.States, m.Actions, m.Observations)
	}
	if m.Reward == nil {
		return fmt.Errorf("model: found no reward function, expected R(a, s, s', z)")
	}
	if err := checkMatrix("initial belief", [][]float64{m.Initial}, 1, m.States); err != nil {
		return err
	}
	if len(m.Transition) != m.Actions || len(m.Observation) != m.Actions {
		return fmt.Errorf("model: found %d transition and %d observation matrices, expected %d", len(m.Transition), len(m.Observation), m.Actions)
	}
	for a := range m.Actions {
		if err := checkMatrix(fmt.Sprintf("transition matrix of action %d", a), m.Transition[a], m.States, m.States); err != nil {
			return err
		}
		if err := checkMatrix(fmt.Sprintf("observation matrix of action %d", a), m.Observation[a], m.States, m.Observations); err != nil {
			return err
		}
	}
	return nil
}

// From is the same ordinary problem with another initial belief. It fails for
// pair-indexed parameters, whose beliefs have no common order of the states.
func (p *Problem) From(belief []float64) (*Problem, error) {
	if p.slots > 1 {
		return nil, fmt.Errorf("belief: found pair-indexed parameters, expected a problem with one order of the states")
	}
	if err := checkMatrix("belief", [][]float64{belief}, 1, p.states); err != nil {
		return nil, err
	}
	if sum := total(belief); !(sum > 1-1e-5 && sum < 1+1e-5) {
		return nil, fmt.Errorf("belief: found a sum of %g, expected 1", sum)
	}
	out := *p
	out.learned = nil // it begins elsewhere
	out.initial = [][]float64{append([]float64(nil), belief...)}
	return &out, nil
}
