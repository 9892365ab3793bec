package predict

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// What is left of σ_k when a probability is changed.
const (
	fallen = iota
	kept
	vanished
)

// breaks asks what becomes of σ_k if a probability of what is seen becomes one half.
func breaks(s model.Session) (Question, bool) {
	n := s.Now()
	counted := n.Beat.Kind == model.BeatCount || n.Kind == model.Leap
	if !counted || !joint(s) || s.Truth().Law() == nil || s.Config().Model.Sizes().K() >= dearColumns || slices.ContainsFunc(s.Truth().Checks, func(c pomdp.Assumption) bool { return c.Needed && !c.Holds }) {
		return Question{}, false
	}
	change, ok := halved(s)
	if !ok || s.Refusal(change.intent) != "" {
		return Question{}, false
	}
	k := figure.Sub(s.Config().Model.Sizes().K())
	return Question{
		Ask:     fmt.Sprintf("Were %s in place of %s: what would become of the limit of σ%s, which every contraction is divided by?", change.intent.Arg, change.was, k),
		Choices: []string{"it falls: more episodes are needed", "it stays or rises: no more are needed", "it falls to zero: no N would do"},
		steps:   []step{do(change.intent)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			before, _ := sigmaK(s)
			now, ok := sigmaK(after)
			if !ok {
				return 0, "", false
			}
			what := fallen
			switch {
			case now < rounding:
				what = vanished
			case now >= before:
				what = kept
			}
			return what, fmt.Sprintf("σ%s of P₁₂ is %s as it is and %s so. The less one hidden state's symbols differ from another's, the smaller it is; noise is blown up by 1/σ%s.", k, figure.Number(before), figure.Number(now), k), true
		},
	}, true
}

// rounding is what is left of a singular value that is zero.
const rounding = 1e-9

// sigmaK is σ_k of P₁₂ under the exact law, if that is known.
func sigmaK(s model.Session) (float64, bool) {
	if s.Truth().Singular == nil {
		return 0, false
	}
	p12, _ := s.Truth().Singular()
	return p12[len(p12)-1], true
}

// halving is a change of one probability to one half.
type halving struct {
	intent model.Intent
	was    string
}

// halved picks a probability of an observation, by the session's seed and beat.
func halved(s model.Session) (halving, bool) {
	const apart = .1 // a smaller change would show little
	m := s.Config().Model
	var found []halving
	for a, states := range m.Spec().Observation {
		for i, row := range states {
			for z, p := range row {
				if math.Abs(p-.5) < apart || len(row) < 2 {
					continue
				}
				arg := fmt.Sprintf("Z(%s,%s,%s)=.5", m.ActionName(a), m.StateName(i), m.ObservationName(z))
				found = append(found, halving{model.Intent{Verb: model.Set, Arg: arg}, figure.Probability(p)})
			}
		}
	}
	if len(found) == 0 {
		return halving{}, false
	}
	return found[dice(s)%uint64(len(found))], true
}
