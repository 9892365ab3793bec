package choose

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/pomdp"
)

// Judged is the log-likelihood of an episode that was not learned from, and how often it occurred.
type Judged struct{ LogLikelihood, Count float64 }

// judged is the mean log-likelihood of held-out episodes under a fit to e, which begins anew: one
// that has seen them would not forget all of them. NaN where there is no fit.
func judged(e *moments.Episodes, ctx context.Context, held *moments.Episodes, states int, options moments.Options) (mean float64, each []Judged) {
	fit := whole.WholeRough(ctx, e, nil, states, options, nil, whole.WholeRoughGain)
	if !fit.OK() {
		return math.NaN(), nil
	}
	total, count := 0.0, 0.0
	eachUnder(held, fit, func(loglikelihood, n float64) {
		each = append(each, Judged{loglikelihood, n})
		total, count = total+n*loglikelihood, count+n
	})
	return total / count, each
}

// eachUnder calls visit with the log-likelihood of every different stretch under an estimate, given its
// actions.
func eachUnder(e *moments.Episodes, fit *moments.Estimate, visit func(loglikelihood, count float64)) {
	l := e.Layout(fit.Sizes.S)
	x := whole.VectorOf(fit, l)
	l.Interior(x, heldInterior)
	m, err := l.Model(fit.Estimator, x, fit.Options.Horizon, fit.Options.RewardsOf(l.N.R))
	if err != nil {
		return
	}
	n := l.N
	e.Leaves(func(root int32, acts []int32, count float64) {
		b, total := m.InitialBelief(), 0.0
		if root > 0 {
			b = slices.Clone(pomdp.Belief(x[l.Again:][:n.S]))
		}
		for _, c := range acts {
			after, p := m.After(b, moments.ActOf(n, int(c)))
			if after == nil {
				total = math.Inf(-1)
				break
			}
			b, total = after, total+math.Log(p)
		}
		visit(total, count)
	})
}

// heldInterior is the share of the uniform distribution that a fit is mixed with before it is held
// against episodes that it was not made of: what never occurred in some may occur in others.
const heldInterior = 1e-4

// chooseHeld is the choice by held-out episodes: the fewest states that are within a standard error
// of the best number, episode by episode (Breiman et al. 1984).
func (o *OrderChoice) chooseHeld() {
	best := -1
	for i, c := range o.Candidates {
		if c.Judged != nil && (best < 0 || c.HeldOut > o.Candidates[best].HeldOut) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	for i := range o.Candidates {
		c := &o.Candidates[i]
		if c.Judged == nil {
			continue
		}
		c.HeldOutError = errorOfDifference(c.Judged, o.Candidates[best].Judged)
		if o.Held == 0 && !(o.Candidates[best].HeldOut-c.HeldOut > c.HeldOutError) {
			o.Held = c.States
		}
	}
	o.Agree = o.Agree && o.Held == o.BIC
}

// errorOfDifference is the standard error of how much two means differ, of the same episodes.
func errorOfDifference(a, b []Judged) float64 {
	n, mean, squares := 0.0, 0.0, 0.0
	for i := range a {
		d := a[i].LogLikelihood - b[i].LogLikelihood
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return math.NaN()
		}
		n += a[i].Count
		off := d - mean
		mean += off * a[i].Count / n
		squares += a[i].Count * off * (d - mean)
	}
	if n <= 1 {
		return math.NaN()
	}
	return math.Sqrt(squares / (n - 1) / n)
}

// PredictiveGain is how much better episodes that are held back are predicted by states, two or
// three, than by frequencies alone, an episode, and the standard error of that. It does not
// depend on how fine a discretisation is: splitting a symbol at random changes nothing.
func PredictiveGain(ctx context.Context, n pomdp.Sizes, list []moments.Episode, share float64) (gain, wide float64) {
	e := moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for _, x := range pieced(list) {
			if !yield(x.Acts, x.Count) {
				return
			}
		}
	})
	if e == nil || e.Steps() == 0 {
		return math.Inf(-1), 0
	}
	rest, held := e.Split(share, 1)
	if rest.Steps() == 0 || held.Steps() == 0 {
		return math.Inf(-1), 0
	}
	_, alone := judged(rest, ctx, held, 1, moments.Options{Seed: 1})
	gain = math.Inf(-1)
	for states := 2; states <= 3 && ctx.Err() == nil; states++ {
		mean, each := judged(rest, ctx, held, states, moments.Options{Seed: 1})
		if each == nil {
			continue
		}
		base, count := 0.0, 0.0
		for _, j := range alone {
			base, count = base+j.Count*j.LogLikelihood, count+j.Count
		}
		if g := mean - base/count; g > gain {
			gain, wide = g, errorOfDifference(each, alone)
		}
	}
	return gain, wide
}

// pieced cuts long episodes into stretches, so that some can be held back.
func pieced(list []moments.Episode) (out []moments.Episode) {
	const least, steps = 20, 40
	if len(list) >= least {
		return list
	}
	for _, x := range list {
		for len(x.Acts) > 0 {
			n := min(steps, len(x.Acts))
			out = append(out, moments.Episode{Acts: x.Acts[:n], Count: x.Count})
			x.Acts = x.Acts[n:]
		}
	}
	return out
}
