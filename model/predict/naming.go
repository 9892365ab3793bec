package predict

import (
	"context"
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
)

// mixed asks, before actions that are learned one by one come back, whether anything gives their states
// one order.
func mixed(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Estimate || n.Beat.Kind != model.BeatMoments || estimators.By(n.Estimate.Estimate).Uses != moments.FromActions || s.Truth().Unknown != "" || !slices.Contains(n.Stages, model.Beat{Kind: model.BeatParameters}) {
		return Question{}, false
	}
	return Question{
		Ask:     "From here on each action is learned on its own. Does anything make them list the states in one order?",
		Choices: yesNo,
		steps:   []step{do(model.Intent{Verb: model.NextUnit})},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			e := after.Now().Estimate
			if e == nil || e.Orders == nil {
				return 0, "", false
			}
			if e.Mixed() {
				return 1, "An HMM is learned up to the names of its states, and each action's was learned alone. naive takes equal numbers for equal states all the same.", true
			}
			return 1, "They agree this time, by luck: each order comes from eigenvalues and a random direction. Another seed mixes them.", true
		},
	}, true
}

// state asks for the hidden state in which an observation was made.
func state(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Episode == nil || n.Beat.Kind != model.BeatObserve || s.Truth().Unknown != "" {
		return Question{}, false
	}
	m, t := s.Config().Model, n.Beat.T
	belief := m.Observer(n.Episode.Steps, t+1)
	var names []string
	for i := range m.Sizes().S {
		names = append(names, m.StateName(i))
	}
	step := n.Episode.Steps[t-1]
	return Question{
		Ask:     fmt.Sprintf("After %s, %s was seen. Which hidden state was entered?", m.ActionName(step.Action.Value), m.ObservationName(step.Observation.Value)),
		Choices: names,
		read: func(context.Context, model.Session) (int, string, bool) {
			is := step.Next.Value
			return is, fmt.Sprintf("It was %s, to which Bayes' rule gives the probability %s.", m.StateName(is), figure.Probability(belief[is])), true
		},
	}, true
}
