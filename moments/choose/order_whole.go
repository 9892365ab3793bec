package choose

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/params"
	"eeporl/moments/whole"
	"eeporl/pomdp/figure"
)

// climbOn climbs on from a rough fit until a cycle gains little, without verdicts.
func climbOn(ctx context.Context, episodes *moments.Episodes, counts *moments.Counts, rough *moments.Estimate) *moments.Estimate {
	if !rough.OK() {
		return rough
	}
	e, l := *rough, *rough.Likelihood
	w := whole.NewLikelihood(episodes, e.Sizes.S)
	top := params.Extrapolate(ctx, w, w.Layout, whole.VectorOf(&e, w.Layout), w.Cycles(), whole.WholeRoughGain)
	l.Trace, l.Converged = append(slices.Clone(l.Trace), top.Trace...), top.Converged
	e.Likelihood = &l
	whole.FinishWhole(&e, w, top.X, whole.Counted(episodes, counts))
	return &e
}

// ChooseStatesWhole suggests a number of states from least to most by AIC and BIC of Whole, and
// gives each one's fit. It ends early where two candidates in a row have a larger BIC than an
// earlier one. from gives a start for a number of states; nil for none. It returns nil where a
// candidate is left to another process.
func ChooseStatesWhole(ctx context.Context, episodes *moments.Episodes, counts *moments.Counts, least, most int, options moments.Options, from func(states int) *moments.Estimate) (*OrderChoice, func(states int) *moments.Estimate) {
	out := &OrderChoice{Steps: episodes.Steps()}
	done, pieces := options.Counting(most-least+1), options.Pieces
	options.Progress, options.Pieces = nil, nil
	train, held := episodes, (*moments.Episodes)(nil)
	if options.HeldOut > 0 {
		train, held = episodes.Split(options.HeldOut, options.Seed)
	}
	gain := min(max(whole.WholeRoughGain, whole.WholeRoughGain*episodes.Steps()/whole.RoughSteps), 1)
	fits := map[int]*moments.Estimate{}
	fit := func(s int) *moments.Estimate {
		if fits[s] == nil {
			var start *moments.Estimate
			if from != nil {
				start = from(s)
			}
			fits[s] = whole.WholeRough(ctx, episodes, counts, s, options, start, gain)
		}
		return fits[s]
	}
	complete := out.try(ctx, pieces, "states of whole episodes", least, most, done, func(s int) Candidate {
		c := newCandidate(episodes.Layout(s))
		c.Sigma, c.Noise = math.NaN(), moments.Floor{Level: math.NaN(), Limit: math.NaN()}
		if fit := fit(s); fit.OK() {
			c.LogLikelihood = fit.Likelihood.Last()
			c.judge(penalty(episodes, fit))
			if held != nil && held.Steps() > 0 && train.Steps() > 0 {
				c.HeldOut, c.Judged = judged(train, ctx, held, s, options)
			}
		}
		return c
	})
	if !complete {
		return nil, nil
	}
	for i := range out.Candidates { // only those that may be the best are worth a longer climb
		if c := &out.Candidates[i]; gain > whole.WholeRoughGain && out.close(*c, whole.WholeClose) {
			further := climbOn(ctx, episodes, counts, fit(c.States))
			fits[c.States] = further
			c.LogLikelihood = further.Likelihood.Last()
			c.judge(penalty(episodes, further))
		}
	}
	out.choose()
	out.chooseHeld()
	return out, fit
}

// penalty is that of BIC: each free parameter counts by the logarithm of how often its distribution is
// expected to have been drawn from. One long episode tells as much as many short ones, but for where
// episodes begin; a state that is hardly ever visited tells little.
func penalty(e *moments.Episodes, fit *moments.Estimate) (sum float64) {
	w := whole.NewLikelihood(e, fit.Sizes.S)
	uses := make([]float64, w.Size)
	w.Expected(whole.VectorOf(fit, w.Layout), uses)
	for _, d := range w.Simplices {
		drawn := 0.0
		for _, n := range uses[d.At : d.At+d.Size] {
			drawn += n
		}
		sum += float64(d.Size-1) * math.Log1p(drawn)
	}
	return sum
}

// close says whether a candidate's AIC or BIC is within so much of the least.
func (o *OrderChoice) close(c Candidate, within float64) bool {
	aic, bic := math.Inf(1), math.Inf(1)
	for _, other := range o.Candidates {
		if !math.IsNaN(other.BIC) {
			aic, bic = min(aic, other.AIC), min(bic, other.BIC)
		}
	}
	return c.AIC <= aic+within || c.BIC <= bic+within
}

// sureWhole is Sure without a spectrum.
func (o *OrderChoice) sureWhole() string {
	for _, c := range o.Candidates {
		if c.States != o.BIC {
			continue
		}
		text := fmt.Sprintf("%s by BIC of whole episodes (weight %s)", figure.Counted(o.BIC, "state", "states"), figure.Number(c.Weight))
		for _, other := range []struct {
			states int
			by     string
		}{{o.AIC, "AIC"}, {o.Held, "episodes held out"}} {
			switch other.states {
			case 0:
			case o.BIC:
				text += ", and by " + other.by
			default:
				text += fmt.Sprintf(", but %d by %s", other.states, other.by)
			}
		}
		return text + "." + o.tooShort()
	}
	return "There are too few data to suggest a number of states."
}

// tooShort says that the log cannot choose, where it cannot.
func (o *OrderChoice) tooShort() string {
	for _, c := range o.Candidates {
		switch {
		case c.States != o.BIC:
		case c.Weight < sureWeight:
			return fmt.Sprintf(" The log can hardly choose: the weight of that number is %s.", figure.Number(c.Weight))
		}
	}
	for _, c := range o.Candidates {
		if c.States == o.BIC+1 && o.Steps < stepsEach*float64(c.Free) {
			return fmt.Sprintf(" The log is too short to choose: %s, and %s would have %d parameters.", figure.Counted(o.Steps, "step", "steps"), figure.Counted(c.States, "state", "states"), c.Free)
		}
	}
	return ""
}

// Below this weight of the best number of states, and with fewer steps for each parameter of the next
// one, a log cannot choose.
const (
	sureWeight = .9
	stepsEach  = 5
)
