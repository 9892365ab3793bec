package bounds

import (
	"cmp"
	"math"

	"eeporl/moments"
)

// Chain lists the rows of Model.Chain where nobody can measure an error: in place
// of each there is what the lemmas before promise of the estimate's N. Each row
// says what its bound is made of. The one figure that takes no truth is Lemma
// 7's, by gap: what FindPolicy's tree falls short of the best in its own
// parameters, NaN where there is none. est may be nil.
func (p Plugged) Chain(est *moments.Estimate, delta float64, horizon int, gap float64) []Row {
	nan := math.NaN()
	c := chain{Model: p.Model, delta: delta, x: p.promised(est, delta), policy: Policy{
		Horizon: cmp.Or(horizon, p.Horizon), Equivalence: nan, Alpha: nan, Gap: gap, Regret: nan,
	}}
	rows := c.list()
	for i := range rows {
		r := &rows[i]
		r.Basis = OfEstimates
		if r.sizes || r.learned {
			r.Basis = OfKnown
		}
		if !r.learned {
			r.Measured, r.Factor, r.Holds = nan, nan, false
		}
		if math.IsNaN(r.Bound) {
			r.Reason = p.why(r.Lemma)
		}
	}
	return rows
}

// why says what a lemma's bound lacks.
func (p Plugged) why(lemma string) string {
	if lemma == "L1" {
		return cmp.Or(p.Parameters, p.Mixing)
	}
	return cmp.Or(p.Parameters, p.Moments, p.Mixing)
}

// promised has the errors that the lemmas promise of N episodes, each by the one
// before.
func (p Plugged) promised(est *moments.Estimate, delta float64) measured {
	nan := math.NaN()
	x := p.measure(est, nil)
	if x.eps1 = nan; est != nil {
		x.eps1 = p.ColumnError(est.Episodes, delta)
	}
	x.epsP, x.oMax = x.eps1, x.eps1
	x.o2, x.t2, x.w2 = times(p.observationGain(), x.eps1), times(p.transitionGain(), x.eps1), times(p.middleGain(), x.eps1)
	x.tMax = x.t2
	if x.oMax <= p.labelLimit() {
		x.mislabelled, x.misplaced = 0, 0
	}
	x.transition = times(p.transitionError(1), x.tMax)
	x.observation = times(p.outcomeError(1), x.oMax)
	x.reward = x.observation
	x.initial = p.beliefError(startError(p.InverseT, x.w2, x.t2))
	return x
}

// Episodes is Model.Episodes by the estimates; where one is lacking, each N is
// NaN, with the reason.
func (p Plugged) Episodes(epsilon, delta float64) Episodes {
	why := p.why("Theorem 1")
	if why == "" {
		return p.Model.Episodes(epsilon, delta)
	}
	b := *p.Model
	b.Reason = why
	out := b.Episodes(epsilon, delta)
	for _, c := range []*Count{&out.Printed, &out.Appendix, &out.Chained} {
		c.N, c.Log10 = math.NaN(), math.NaN()
	}
	return out
}
