package cli

import (
	"fmt"
	"strings"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// plannable is a known model as `plan` takes it: no reward levels are needed,
// so that a .POMDP file's rewards stay what they are.
type plannable struct {
	name     string
	sizes    pomdp.Sizes
	names    pomdp.Names
	horizon  int
	discount float64
	problem  *planning.Problem
	found    []finding.Finding
	rules    *rules // the plan in a few lines; nil where nobody asked
}

func loadPlannable(name string, observe planning.Observe) (*plannable, error) {
	if holdsCassandra(name) && observe != planning.ObserveRZ {
		return plannableFile(name)
	}
	s, err := load(name, 0, nil)
	if err != nil {
		return nil, err
	}
	observe = s.observing(observe)
	p := &plannable{name: s.Name, sizes: s.Model.Sizes(), names: namesOf(s.Model), horizon: s.Model.Horizon(), discount: s.Model.Discount(), found: s.found}
	p.problem, err = planning.FromModel(s.Model, observe)
	return p, failed(name, err)
}

func plannableFile(path string) (*plannable, error) {
	m, found, err := readCassandra(path)
	if err != nil {
		return nil, err
	}
	p := &plannable{
		name: cassandraName(path), sizes: pomdp.Sizes{S: m.States.N, A: m.Actions.N, Z: m.Observations.N, R: 1},
		names:   pomdp.Names{Actions: m.Actions.All(), States: m.States.All(), Observations: m.Observations.All()},
		horizon: defaultHorizon, discount: m.Discount, found: found,
	}
	p.problem, err = planning.FromOrdinary(&planning.Ordinary{
		States: m.States.N, Actions: m.Actions.N, Observations: m.Observations.N,
		Initial: m.Initial, Transition: m.Transition, Observation: m.Observation, Reward: m.Reward,
	})
	return p, failed(path, err)
}

// beliefFlag is an initial belief as it was asked for.
type beliefFlag struct {
	uniform bool
	p       []float64
}

func parseBelief(text string) (beliefFlag, error) {
	if strings.EqualFold(text, "uniform") {
		return beliefFlag{uniform: true}, nil
	}
	p, err := model.ParseNumbers(text)
	if err != nil {
		return beliefFlag{}, fmt.Errorf("a probability for each state with commas between them, or uniform")
	}
	return beliefFlag{p: p}, nil
}

// start is the problem from that belief.
func (b beliefFlag) start(m *plannable) (*planning.Problem, error) {
	switch {
	case b.uniform:
		b.p = make([]float64, m.sizes.S)
		for s := range b.p {
			b.p[s] = 1 / float64(m.sizes.S)
		}
	case b.p == nil:
		return m.problem, nil
	}
	p, err := m.problem.From(b.p)
	if err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	return p, nil
}
