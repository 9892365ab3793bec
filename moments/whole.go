package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// WholeName is the name of the estimator Whole, which takes more than counts.
const WholeName = "whole"

func wholeEstimator() Estimator {
	return Estimator{Name: WholeName, Does: "maximum likelihood on whole episodes of any length, recorded under any policy", Mark: 'w', Input: FromTriples, Climbs: true, OneOrder: true}
}

// Limits of the climb: cycles, and the gain of one, in units of the log-likelihood, below which
// it has converged.
const (
	wholeCycles    = 400
	wholeGain      = 1e-5
	wholeRoughGain = 1e-1

	wholeScreened = 2000 // episodes on which random starts are tried first, and
	wholeSteps    = 16e3 // steps of theirs
	wholeKept     = 2    // that are tried on all episodes
	wholeTrial    = 8    // cycles there, before the best is followed
	wholeClose    = 200  // units of AIC and BIC that a rough climb may miss
)

// wholeRounds are the rounds of that screening: how many random starts are still in it, and how
// many cycles they then climb.
var wholeRounds = []struct{ keep, cycles int }{{16, 10}, {6, 15}}

// Whole is maximum likelihood on whole episodes in the POMDP's own parameters, given the actions,
// by EM with extrapolation (Varadhan and Roland 2008, SQUAREM). It starts from the given model, if
// any, and from random starts that are screened on a part of the episodes. counts, the episodes'
// triples, only say how the induced HMM is shown; they may be nil.
func Whole(ctx context.Context, episodes *Episodes, counts *Counts, states int, options Options, from ...*pomdp.POMDP) *Estimate {
	return WholeFrom(ctx, episodes, counts, wholeRough(ctx, episodes, counts, states, options, from, wholeRoughGain))
}

// WholeFrom climbs on from a rough fit to the same episodes.
func WholeFrom(ctx context.Context, episodes *Episodes, counts *Counts, rough *Estimate) *Estimate {
	return wholeOn(ctx, episodes, counts, rough, wholeGain)
}

// wholeOn climbs on until a cycle gains less than gain.
func wholeOn(ctx context.Context, episodes *Episodes, counts *Counts, rough *Estimate, gain float64) *Estimate {
	if !rough.OK() {
		return rough
	}
	e := *rough
	w := newWhole(episodes, e.Sizes.S)
	fine := extrapolate(ctx, w, w.layout, w.vector(e.Model), wholeCycles, gain)
	l := *e.Likelihood
	l.Trace, l.Converged = append(slices.Clone(l.Trace), fine.trace...), fine.converged
	e.Likelihood, e.Findings = &l, slices.Clone(e.Findings)
	switch {
	case ctx.Err() != nil:
		e.add(cancelled(ctx))
		return &e
	case !fine.converged:
		e.add(finding.New(finding.NotConverged, float64(len(fine.trace)), wholeCycles, fmt.Sprintf("The likelihood was still rising after %s.", figure.Counted(len(fine.trace), "cycle", "cycles"))))
	}
	e.finish(w.layout, fine.x, counted(episodes, counts))
	return &e
}

func counted(episodes *Episodes, counts *Counts) *Counts {
	if counts == nil || counts.Sizes() != episodes.sizes {
		return NewCounts(episodes.sizes)
	}
	return counts
}

// wholeRough climbs from every start for a few cycles, and from the best one until a cycle gains less
// than gain.
func wholeRough(ctx context.Context, episodes *Episodes, counts *Counts, states int, options Options, from []*pomdp.POMDP, gain float64) *Estimate {
	counts = counted(episodes, counts)
	e := newEstimate(WholeName, counts, states, options)
	e.Episodes = episodes.total
	if states < 1 || episodes.total == 0 {
		e.add(finding.New(finding.TooFewEpisodes, episodes.total, 1, "There is no episode to learn from.").Ends())
		return e
	}
	e.Stage = StageMoments
	w := newWhole(episodes, states)
	var starts [][]float64
	for _, m := range from {
		if m.Sizes() == w.n {
			x := w.vector(m)
			w.interior(x, startInterior)
			starts = append(starts, x)
		}
	}
	starts = append(starts, episodes.screened(ctx, states, e.Options.Seed)...)
	best := climbed{value: math.Inf(-1)}
	for _, start := range starts {
		if c := extrapolate(ctx, w, w.layout, start, wholeTrial, wholeRoughGain); c.value > best.value {
			best = c
		}
	}
	if best.x != nil {
		best = extrapolate(ctx, w, w.layout, best.x, wholeCycles, gain)
	}
	e.Likelihood = &Likelihood{Trace: best.trace, Converged: best.converged, Next: math.Inf(-1), Misfit: math.NaN()}
	switch {
	case ctx.Err() != nil:
		e.add(cancelled(ctx))
	case best.x == nil:
		e.add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "No start has a likelihood.").Ends())
	default:
		e.finish(w.layout, best.x, counts)
	}
	return e
}

// screened are random starts that do best on a part of the episodes, each its own maximum.
func (e *Episodes) screened(ctx context.Context, states int, seed uint64) [][]float64 {
	part := e.thinned(min(wholeScreened, wholeSteps*e.total/e.Steps()))
	n := part.sizes
	n.S = states
	l := newLayout(n)
	tried := 1
	if states > 1 {
		tried = wholeRounds[0].keep
	}
	runs := make([]climbed, tried)
	for i := range runs {
		runs[i].x = l.random(seed, i)
	}
	for _, round := range wholeRounds {
		runs = runs[:min(len(runs), round.keep)]
		workers.Each(len(runs), func() func(int) {
			w := newWhole(part, states)
			return func(i int) { runs[i] = extrapolate(ctx, w, l, runs[i].x, round.cycles, wholeRoughGain) }
		})
		slices.SortStableFunc(runs, func(a, b climbed) int { return -cmpFloat(a.value, b.value) })
	}
	var out [][]float64
	for _, r := range runs[:min(len(runs), wholeKept)] {
		l.interior(r.x, startInterior)
		out = append(out, r.x)
	}
	return out
}

// thinned is about so many of the episodes, spread evenly over the tree's leaves.
func (e *Episodes) thinned(most float64) *Episodes {
	if e.total <= most {
		return e
	}
	_, some := e.split(most / e.total)
	return some
}

// judged is the mean log-likelihood of held-out episodes under a fit to e, which begins anew: one
// that has seen them would not forget all of them. NaN where there is no fit.
func (e *Episodes) judged(ctx context.Context, held *Episodes, states int, options Options) float64 {
	fit := wholeRough(ctx, e, nil, states, options, nil, wholeRoughGain)
	if !fit.OK() {
		return math.NaN()
	}
	return held.LogLikelihood(fit.Model) / held.total
}

// split takes about a share of the episodes, spread evenly over the tree's leaves, from the rest.
func (e *Episodes) split(share float64) (rest, some *Episodes) {
	var out [2][]coded
	passed, given := 0.0, 0.0
	var path []int32
	var walk func(depth int, node int32)
	walk = func(depth int, node int32) {
		l := &e.levels[depth]
		if k := l.ended[node]; k > 0 {
			passed += k
			n := min(k, math.Floor(passed*share)-math.Floor(given))
			given += n
			for i, count := range []float64{k - n, n} {
				if count > 0 {
					out[i] = append(out[i], coded{slices.Clone(path), count})
				}
			}
		}
		if depth+1 == len(e.levels) {
			return
		}
		for v := l.first[node]; v < l.first[node+1]; v++ {
			path = append(path, e.levels[depth+1].act[v])
			walk(depth+1, v)
			path = path[:depth]
		}
	}
	walk(0, 0)
	return grown(e.sizes, out[0]), grown(e.sizes, out[1])
}

// LogLikelihood is that of whole episodes under a model, given their actions.
func (e *Episodes) LogLikelihood(m *pomdp.POMDP) float64 {
	w := newWhole(e, m.Sizes().S)
	return w.value(w.vector(m))
}

// ChooseStatesWhole suggests a number of states from least to most by AIC and BIC of Whole, and
// gives each one's fit. It ends early where two candidates in a row have a larger BIC than an
// earlier one. from gives starts for a number of states; nil for none. It returns nil where a
// candidate is left to another process.
func ChooseStatesWhole(ctx context.Context, episodes *Episodes, counts *Counts, least, most int, options Options, from func(states int) []*pomdp.POMDP) (*OrderChoice, func(states int) *Estimate) {
	out := &OrderChoice{}
	done, pieces := options.progress(most-least+1), options.Pieces
	options.Progress, options.Pieces = nil, nil
	train, held := episodes, &Episodes{}
	if options.HeldOut > 0 {
		train, held = episodes.split(options.HeldOut)
	}
	n, gain := episodes.sizes, min(max(wholeRoughGain, wholeRoughGain*episodes.steps/wholeSteps), 1)
	fits := map[int]*Estimate{}
	fit := func(s int) *Estimate {
		if fits[s] == nil {
			var starts []*pomdp.POMDP
			if from != nil {
				starts = from(s)
			}
			fits[s] = wholeRough(ctx, episodes, counts, s, options, starts, gain)
		}
		return fits[s]
	}
	complete := out.try(ctx, pieces, "states of whole episodes", least, most, done, func(s int) Candidate {
		n.S = s
		c := newCandidate(n)
		c.Sigma, c.Noise = math.NaN(), Floor{math.NaN(), math.NaN()}
		if fit := fit(s); fit.OK() {
			c.LogLikelihood = fit.Likelihood.Last()
			c.judge(episodes.total)
			if held.total > 0 && train.total > 0 {
				c.HeldOut = train.judged(ctx, held, s, options)
			}
		}
		return c
	})
	if !complete {
		return nil, nil
	}
	for i := range out.Candidates { // only those that may be the best are worth a longer climb
		if c := &out.Candidates[i]; gain > wholeRoughGain && out.close(*c, wholeClose) {
			fits[c.States] = wholeOn(ctx, episodes, counts, fit(c.States), wholeRoughGain)
			c.LogLikelihood = fits[c.States].Likelihood.Last()
			c.judge(episodes.total)
		}
	}
	out.choose()
	return out, fit
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

// SureWhole is Sure without a spectrum.
func (o *OrderChoice) SureWhole() string {
	held, best := 0, math.Inf(-1)
	for _, c := range o.Candidates {
		if c.HeldOut > best {
			held, best = c.States, c.HeldOut
		}
	}
	for _, c := range o.Candidates {
		if c.States != o.BIC {
			continue
		}
		text := fmt.Sprintf("%s by BIC of whole episodes (weight %s)", figure.Counted(o.BIC, "state", "states"), figure.Number(c.Weight))
		for _, other := range []struct {
			states int
			by     string
		}{{o.AIC, "AIC"}, {held, "episodes held out"}} {
			switch other.states {
			case 0:
			case o.BIC:
				text += ", and by " + other.by
			default:
				text += fmt.Sprintf(", but %d by %s", other.states, other.by)
			}
		}
		return text + "."
	}
	return "There are too few data to suggest a number of states."
}
