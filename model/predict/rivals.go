package predict

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
)

// rivals are the estimators that winner sets against each other: those that are spectral and
// keep the actions together.
func rivals() []string {
	var names []string
	for _, e := range estimators.Estimators() {
		if e.Gives(moments.GivesSpectrum) && e.Uses != moments.FromActions {
			names = append(names, e.Name)
		}
	}
	return names
}

// foretellers are the ways of learning that foretold sets against each other: columns, operators and histories.
func foretellers() []string { return []string{"full", "tpsr", "tree"} }

// dearColumns is the number of columns from which the rivals would take seconds.
const dearColumns = 30

// counted says whether there are episodes at the session's beat from which each rival learns soon, and a truth to judge them by.
func counted(s model.Session) bool {
	n := s.Now()
	at := n.Kind == model.Leap || n.Kind == model.Estimate && n.Whole
	return at && n.N >= 1 && !math.IsInf(n.N, 1) && s.Truth().Unknown == "" && s.Config().Model.Sizes().K() < dearColumns && s.Refusal(model.Intent{Verb: model.RunEstimate}) == ""
}

// winner asks which estimator has the smallest error on the counts there are.
func winner(s model.Session) (Question, bool) {
	if !counted(s) {
		return Question{}, false
	}
	names := rivals()
	return Question{
		Ask:     fmt.Sprintf("Each of these learns from the same N = %s episodes. Whose parameters come nearest to the truth?", figure.Count(s.Now().N)),
		Choices: names,
		read: nearest(names, func(e *experiment.Estimated, _ *experiment.Truth) float64 {
			if e == nil || e.Comparison == nil || e.Comparison.Parameters == nil {
				return math.NaN()
			}
			return e.Comparison.Parameters.RMSE
		}, "Root mean square errors: %s. Those from moments use part of what the counts tell; maximum likelihood, which polished climbs to, uses all."),
	}, true
}

// foretold asks which way of learning tells best what is seen next.
func foretold(s model.Session) (Question, bool) {
	if !counted(s) {
		return Question{}, false
	}
	names := foretellers()
	return Question{
		Ask: fmt.Sprintf("full learns hidden states, tpsr operators without states, tree what followed each history. Which foretells best what is seen next, from N = %s episodes?",
			figure.Count(s.Now().N)),
		Choices: names,
		read: nearest(names, func(e *experiment.Estimated, truth *experiment.Truth) float64 {
			if e == nil {
				return math.NaN()
			}
			if p := experiment.Predict(e.Learned, truth); p != nil {
				return p.TV
			}
			return math.NaN()
		}, "Probability put in the wrong place, a step: %s. Each history of the tree has its own episodes alone, while states and operators share what all histories tell."),
	}, true
}

// numbers asks, before the operators are shown, how many numbers a situation takes.
func numbers(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Estimate || n.Beat.Kind != model.BeatMoments || n.Estimate.Tests == nil || !slices.Contains(n.Stages, model.Beat{Kind: model.BeatOperators}) {
		return Question{}, false
	}
	tests := len(n.Estimate.Tests.Sigma)
	offered := slices.Compact(slices.Sorted(slices.Values([]int{1, s.Config().Model.Sizes().S, tests / 2, tests})))
	at := slices.Index(offered, n.Estimate.Tests.Taken)
	var words []string
	for _, x := range offered {
		words = append(words, fmt.Sprint(x))
	}
	return Question{
		Ask:     "Give each history k numbers and each test k weights, so that every entry of the table is their dot product. How large must k be?",
		Choices: words,
		steps:   []step{on(model.BeatOperators)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			t := after.Now().Estimate.Tests
			why := fmt.Sprintf("The singular values of %s count directions: σ%s = %s stands above noise, %s", t.Of, figure.Sub(t.Taken), figure.Number(t.Sigma[t.Taken-1]), figure.Number(t.Noise.Limit))
			if t.Taken < tests {
				why += fmt.Sprintf("; σ%s = %s does not", figure.Sub(t.Taken+1), figure.Number(t.Sigma[t.Taken]))
			}
			return at, why + ". With |S| hidden states there are |S| at most.", true
		},
	}, at >= 0
}

// nearest reads off the rivals' errors on the session's counts whose is the least, and says all of them.
func nearest(names []string, errorOf func(*experiment.Estimated, *experiment.Truth) float64, why string) func(context.Context, model.Session) (int, string, bool) {
	return func(ctx context.Context, after model.Session) (int, string, bool) {
		best, least := 0, math.Inf(1)
		var errors []string
		for i, name := range names {
			e, err := learnedBy(ctx, after, name)
			if err != nil {
				return 0, "", false
			}
			x := errorOf(e, after.Truth())
			if x < least {
				best, least = i, x
			}
			text := name + " " + figure.Number(x)
			if math.IsNaN(x) {
				text = name + " ended early"
			}
			errors = append(errors, text)
		}
		return best, fmt.Sprintf(why, strings.Join(errors, ", ")), !math.IsInf(least, 1)
	}
}

// learnedBy is what an estimator makes of the session's counts; nil where it came to nothing.
func learnedBy(ctx context.Context, s model.Session, name string) (*experiment.Estimated, error) {
	for _, i := range []model.Intent{choose(name), {Verb: model.RunEstimate}, {Verb: model.Last}} {
		var err error
		if s, err = model.Settle(ctx, model.Update(s, i)); err != nil {
			return nil, err
		}
	}
	return s.Now().Estimate, nil
}

// shares are what seen offers, by their upper ends.
func shares() (upTo []float64, words []string) {
	return []float64{.1, .5, .9, math.Inf(1)}, []string{"less than a tenth", "a tenth to a half", "a half to nine tenths", "nine tenths or more"}
}

// seen asks how many of all histories the episodes have been through.
func seen(s model.Session) (Question, bool) {
	if !counted(s) {
		return Question{}, false
	}
	upTo, words := shares()
	return Question{
		Choices: words,
		Ask: fmt.Sprintf("A tree of histories has a leaf for all that can be done and seen in %d steps. How many of its leaves have N = %s episodes been to?",
			s.Config().Model.Horizon(), figure.Count(s.Now().N)),
		read: func(ctx context.Context, after model.Session) (int, string, bool) {
			e, err := learnedBy(ctx, after, "tree")
			if err != nil || e == nil || e.Histories == nil {
				return 0, "", false
			}
			depths := e.Histories.Upto(e.Options.Horizon)
			d, n := depths[len(depths)-1], e.Sizes
			share := float64(d.Seen) / d.Possible
			why := fmt.Sprintf("They have been to %s of %s, to %s of them once. Each step more multiplies the leaves by |A||R||Z| = %d.",
				figure.Count(float64(d.Seen)), figure.Count(d.Possible), figure.Count(float64(d.Once)), n.A*n.Outcomes())
			return slices.IndexFunc(upTo, func(end float64) bool { return share < end }), why, true
		},
	}, true
}
