package bounds

import (
	"cmp"
	"math"

	"eeporl/moments"
)

// Chain lists the rows of Model.Chain where no error can be measured, because the truth is
// unknown. In place of each error stands what the earlier lemmas promise for the estimate's
// N; Row.Basis says what a bound is made of. Only Lemma 7's figure needs no truth: gap, by
// how much FindPolicy's tree falls short of the best one in its own parameters, NaN without
// a tree. est may be nil.
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

// promised are the errors that the lemmas promise for N episodes, each computed from the one
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
	x.observation = times(p.outcomeError(), x.oMax)
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
