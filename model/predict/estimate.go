package predict

import (
	"context"
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// joint says whether the session's next estimate decomposes all pairs together.
func joint(s model.Session) bool {
	by, _ := estimators.Named(s.Method())
	return by.Gives(moments.GivesLabels)
}

// sigma asks whether σ_k will stand above the noise at a hundred times the episodes.
func sigma(s model.Session) (Question, bool) {
	n := s.Now()
	ready := n.Kind == model.Explore || n.Kind == model.Leap || n.Kind == model.Estimate
	more := model.Intent{Verb: model.LeapBy, N: 99 * n.N}
	r := s.Config().Record
	if !ready || n.N < 1 || 100*n.N > experiment.MaxEpisodes || !joint(s) || s.Refusal(more) != "" || r != nil && 100*n.N > float64(len(r.First)) {
		return Question{}, false
	}
	k := figure.Sub(s.Config().Model.Sizes().K())
	return Question{
		Ask:     fmt.Sprintf("At a hundred times the episodes, N = %s: will σ%s stand clear of the noise, in P̂₁₂ and in P̂₁₃?", figure.Count(100*n.N), k),
		Choices: yesNo,
		steps:   []step{do(more), do(model.Intent{Verb: model.RunEstimate}), on(model.BeatSpectrum)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			e := after.Now().Estimate
			if e == nil || e.Spectrum == nil || e.Noise == nil {
				return 0, "", false
			}
			_, low := e.Find(finding.SigmaBelowNoise)
			return no(!low), fmt.Sprintf("At N = %s σ%s of P̂₁₂ is %s. Noise alone makes less than %s in all but 1 of %.0f samples. For P̂₁₃ it is %s against %s. Noise falls as 1/√N, σ%s of P̂₁₂ settles at its limit, %s.",
				figure.Count(e.Episodes), k, figure.Number(e.Spectrum.SigmaK()), figure.Number(e.Noise.P12.Limit), 1/moments.NoiseRate,
				figure.Number(e.Spectrum.SigmaK13()), figure.Number(e.Noise.P13.Limit), k, limit(after)), true
		},
	}, true
}

// limit is σ_k of the exact law, as text.
func limit(s model.Session) string {
	sigma, ok := sigmaK(s)
	if !ok {
		return "unknown"
	}
	return figure.Number(sigma)
}

// labels asks how many columns LabelActions will name rightly.
func labels(s model.Session) (Question, bool) {
	n, run := s.Now(), model.Intent{Verb: model.RunEstimate}
	if n.Kind != model.Explore && n.Kind != model.Leap || !joint(s) || s.Refusal(run) != "" || n.N < 1 || s.Truth().Unknown != "" {
		return Question{}, false
	}
	k := s.Config().Model.Sizes().K()
	return Question{
		Ask:     fmt.Sprintf("An estimate is made from N = %s episodes. How many of the k = %d columns will get the right action pair?", figure.Count(n.N), k),
		Choices: []string{"all of them", "some", "none: it does not get that far"},
		steps:   []step{do(run), do(model.Intent{Verb: model.NextUnit})},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			e := after.Now().Estimate
			if e == nil {
				return 0, "", false
			}
			right := 0
			if e.Comparison != nil && len(e.Labels) > 0 {
				right = e.Comparison.LabelsRight
			}
			why := fmt.Sprintf("%d of %d columns have their largest entry, which must reach the threshold %s, in the right pair's rows.", right, k, figure.Number(e.Threshold()))
			switch f, stopped := e.Stopped(); {
			case stopped && len(e.Labels) == 0:
				why = "The estimate ended before it had any column: " + f.Detail
			case stopped:
				why += " The estimate ended early: " + f.Detail
			}
			switch right {
			case k:
				return 0, why, true
			case 0:
				return 2, why, true
			}
			return 1, why, true
		},
	}, true
}

// orders asks, once the columns are labelled, whether that gives all pairs one order
// of the states.
func orders(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Estimate || n.Beat.Kind != model.BeatLabels || !estimators.By(n.Estimate.Estimate).Gives(moments.GivesLabels) || !slices.Contains(n.Stages, model.Beat{Kind: model.BeatParameters}) || s.Truth().Unknown != "" {
		return Question{}, false
	}
	return Question{
		Ask:     "Each pair of actions has a first state. Do labels make it the same state in every pair?",
		Choices: yesNo,
		steps:   []step{on(model.BeatParameters)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			c := after.Now().Estimate.Comparison
			if c == nil {
				return 0, "", false
			}
			known := slices.DeleteFunc(slices.Clone(c.Order), func(o []int) bool { return len(o) == 0 })
			if len(known) == 0 {
				return 0, "", false
			}
			for _, order := range known {
				if !slices.Equal(order, known[0]) {
					return 1, "A label names actions alone. Which state comes first is up to the eigenvalues of a random mix.", true
				}
			}
			return 1, "It is the same this time, by chance: nothing in the method makes it so. Another seed gives other orders.", true
		},
	}, true
}

// negative asks, before parameters are read off, whether all are probabilities.
func negative(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Estimate || n.Beat.Kind != model.BeatLabels || n.Estimate.Negative == nil || !slices.Contains(n.Stages, model.Beat{Kind: model.BeatParameters}) {
		return Question{}, false
	}
	return Question{
		Ask:     "Parameters are read off the columns now. Will any entry be negative, so that normalising has to remove mass?",
		Choices: yesNo,
		steps:   []step{on(model.BeatParameters)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			e := after.Now().Estimate
			if e == nil || e.Negative == nil {
				return 0, "", false
			}
			if worst := e.Negative.Most(); worst > 0 {
				return 0, fmt.Sprintf("Up to %s of a row's Σ|x| was negative. The method solves linear equations; nothing in them keeps an entry whose truth is near 0 from falling below it.", figure.Percent(worst)), true
			}
			return 1, "Every entry came out at 0 or above: the noise is smaller than the smallest true probability that it could push below 0.", true
		},
	}, true
}
