package predict

import (
	"context"

	"eeporl/model"
	"eeporl/moments"
)

// bug asks, before the end of an estimate by the user's own program, where it first departs from
// the formulas.
func bug(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Estimate || n.Estimate == nil || n.Estimate.Estimator != moments.Theirs || n.Whole {
		return Question{}, false
	}
	return Question{
		Ask:     "Which figure of theirs is the first not to follow from those before it?",
		Choices: []string{"P̂₁₂ or P̂₁₃", "the singular vectors", "Ô", "T̂ or ŵ", "the labels", "the parameters", "none"},
		steps:   []step{do(model.Intent{Verb: model.Last})},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			r := after.Bench()
			if r == nil {
				return 0, "", false
			}
			if r.First < 0 {
				return 6, "Every figure is what the formulas make of those before it, to rounding or within noise.", true
			}
			first := r.Judged[r.First]
			why := first.Sentence()
			switch {
			case first.Stage == moments.StageMoments:
				return 0, why, true
			case first.Stage == moments.StageSpectrum:
				return 1, why, true
			case first.What == "Ô":
				return 2, why, true
			case first.Stage == moments.StageColumns:
				return 3, why, true
			case first.Stage == moments.StageLabels:
				return 4, why, true
			}
			return 5, why, true
		},
	}, true
}
