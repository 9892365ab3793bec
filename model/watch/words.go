package watch

import (
	"fmt"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/moments/estimators"
)

// The words of where a session stands.
var (
	segmentWords = []string{"explore", "leap", "estimate", "plan", "exploit"}
	stageWords   = []string{"moments", "spectrum", "eigen", "likelihood", "columns", "labels", "parameters"}
)

func beatWords() []string {
	var out []string
	for k := model.BeatStart; k <= model.BeatBranch; k++ {
		out = append(out, k.String())
	}
	return out
}

// words are the names whose values are words. None is about hidden states: a user who
// sees whether a condition holds could find them out with it.
func words() []figureOf {
	return []figureOf{
		word("scenario", "the model's name", nil, func(s model.Session, _ *model.Now) string { return s.Config().Called() }),
		word("method", "the estimator that the next estimate will use", estimators.Choices(), func(s model.Session, _ *model.Now) string { return s.Method() }),
		word("beat", "what the beat at the cursor does", beatWords(), func(_ model.Session, n *model.Now) string { return n.Beat.Kind.String() }),
		word("segment", "which part of the story the cursor is in", segmentWords, func(_ model.Session, n *model.Now) string { return n.Kind.String() }),
		word("stage", "the stage of the estimate that is shown", stageWords, func(_ model.Session, n *model.Now) string {
			if n.Estimate == nil {
				return ""
			}
			return n.Shown.Stage()
		}),
		word("estimator", "the estimator of the estimate at the cursor", estimators.Choices(), func(_ model.Session, n *model.Now) string {
			if n.Estimate == nil {
				return ""
			}
			return n.Estimate.Estimator
		}),
		word("action", "the action taken last", nil, func(s model.Session, n *model.Now) string {
			if step, ok := quantity.Drawn(n, model.BeatAction); ok {
				return s.Config().Model.ActionName(step.Action.Value)
			}
			return ""
		}),
		word("observation", "what was seen last", nil, func(s model.Session, n *model.Now) string {
			if step, ok := quantity.Drawn(n, model.BeatObserve); ok {
				return s.Config().Model.ObservationName(step.Observation.Value)
			}
			return ""
		}),
		word("pair", "the action pair of the symbol completed last, as in 12", nil, func(s model.Session, n *model.Now) string {
			x, ok := quantity.Symbol(s, n)
			if !ok {
				return ""
			}
			a, next := s.Config().Model.Sizes().PairActions(x / s.Config().Model.Sizes().Outcomes())
			return fmt.Sprintf("%d%d", a+1, next+1)
		}),
		word("advice", "what an optimal policy would do at this step of phase 2", nil, func(s model.Session, n *model.Now) string {
			if n.Advice == nil || n.Episode == nil {
				return ""
			}
			if t := quantity.Step(n); t >= 1 && t <= len(n.Advice.Action) {
				return s.Config().Model.ActionName(n.Advice.Action[t-1])
			}
			return ""
		}),
	}
}

// truths are the names that hold or do not.
func truths() []figureOf {
	return []figureOf{
		truth("edited", "the probabilities are not the first branch's", func(s model.Session, _ *model.Now) bool { return s.Edited() }),
		truth("pending", "the cursor waits for work", func(_ model.Session, n *model.Now) bool { return n.Pending }),
		truth("whole", "all stages of the estimate have been shown", func(_ model.Session, n *model.Now) bool { return n.Whole }),
		truth("stale", "episodes were counted since the estimate", func(_ model.Session, n *model.Now) bool { return n.Stale }),
	}
}
