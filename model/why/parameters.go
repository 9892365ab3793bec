package why

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// entryOf says which entry of which distribution a target is.
type entryOf struct {
	kind             Kind
	a, s, i          int
	title, formula   string
	quantity, lemmas string // the row of the chain that bounds it
}

// parameter explains an entry of b̂, T̂_a, Ẑ_a or R̂_a in the true order of the
// states: the mean over the copies that the pairs hold of it.
func (x *explainer) parameter() {
	p, ok := x.entryOf()
	x.Title, x.Formula = p.title, p.formula
	if !ok {
		x.absent("there is no such entry")
		return
	}
	if x.truth.Unknown == "" {
		x.Truth = p.inModel(x.m)
	}
	e := x.estimate(model.BeatParameters)
	if e == nil {
		return
	}
	if e.Mean == nil && x.truth.Unknown != "" {
		x.absent("every pair has an estimate in an order of its own, and which of their states are the same is unknown: " + x.truth.Unknown)
		return
	}
	if e.Mean == nil {
		x.absent("the columns cannot be matched to true states pair by pair, so there is no one estimate of it")
		return
	}
	x.Value = p.of(e.Mean)
	x.input("N", figure.Count(e.Episodes))
	if e.Model == nil {
		x.copies(e, p)
	} else {
		x.pooled(e, p)
	}
	x.parameterLimits(e, p)
	x.lemmaBound("L4", p.quantity, p.lemmas)
	x.Account = "Each action pair has its own estimate of it, read off Ô and T̂ and made a distribution. Here they are brought into one order of the states and averaged; the planner takes them as they are."
	if e.Model != nil {
		x.Account = "The estimator " + e.Estimator + " gives all actions one order of the states, so there is one estimate of it."
	}
	x.fromStage(model.BeatParameters)
}

func (x *explainer) entryOf() (entryOf, bool) {
	t, n := x.Target, x.n
	p := entryOf{kind: t.Kind, a: t.I, s: t.J, i: t.K}
	in := func(i, size int) bool { return i >= 0 && i < size }
	if t.Kind == Initial {
		p.a, p.s = 0, t.I
	}
	ok := in(p.a, n.A) && in(p.s, n.S)
	switch t.Kind {
	case Initial:
		p.title, p.formula = "b̂", "b̂(s_(a₀,a₁)) = normalize((T̂⁻¹T̂⁻¹ŵ)(a₀, ·, a₁)) (Parameter Estimation; Lemma 4)"
		p.quantity, p.lemmas = "|b̂(s) − b(s)|", "Lemma 4"
		if ok {
			p.title = fmt.Sprintf("b̂(%s)", x.m.StateName(p.s))
		}
	case Transition:
		p.title, p.formula = "T̂", "p̂(s_(a',a'') | s_(a,a'), a') = normalize(T̂^{a,a',a''}) (Parameter Estimation; Lemma 4)"
		p.quantity, p.lemmas = "|p̂(s′|s,a) − p(s′|s,a)|", "Lemma 4"
		if ok = ok && in(p.i, n.S); ok {
			p.title = fmt.Sprintf("T̂: p̂(%s | %s, %s)", x.m.StateName(p.i), x.m.StateName(p.s), x.m.ActionName(p.a))
		}
	case Observation:
		p.title, p.formula = "Ẑ", "p̂(z | a, s_(a,a')) = normalize(Σ_r Ô^{a,a'}) (Parameter Estimation; Lemma 4)"
		p.quantity, p.lemmas = "|p̂(z|a,s) − p(z|a,s)|", "Lemma 4"
		if ok = ok && in(p.i, n.Z); ok {
			p.title = fmt.Sprintf("Ẑ: p̂(%s | %s, %s)", x.m.ObservationName(p.i), x.m.ActionName(p.a), x.m.StateName(p.s))
		}
	case Reward:
		p.title, p.formula = "R̂", "p̂(r | s_(a,a'), a') = normalize(Σ_z Ô^{a,a'}) (Parameter Estimation; Lemma 4)"
		p.quantity, p.lemmas = "|p̂(r|s,a) − p(r|s,a)|", "Lemma 4"
		if ok = ok && in(p.i, n.R); ok {
			p.title = fmt.Sprintf("R̂: p̂(%s | %s, %s)", figure.Number(x.m.RewardValue(p.i)), x.m.StateName(p.s), x.m.ActionName(p.a))
		}
	}
	return p, ok
}

// of reads the entry from parameters in one order of the states.
func (p entryOf) of(e *params.Entries) float64 {
	switch p.kind {
	case Initial:
		return e.Initial[p.s]
	case Transition:
		return e.Transition[p.a][p.s][p.i]
	case Observation:
		return e.Observation[p.a][p.s][p.i]
	}
	return e.Reward[p.a][p.s][p.i]
}

func (p entryOf) inModel(m *pomdp.POMDP) float64 {
	switch p.kind {
	case Initial:
		return m.Initial(p.s)
	case Transition:
		return m.T(p.a, p.s, p.i)
	case Observation:
		return m.Z(p.a, p.s, p.i)
	}
	return m.R(p.a, p.s, p.i)
}

// parameterLimits are what chance allows: the interval and the
// Cramér–Rao deviation.
func (x *explainer) parameterLimits(e *experiment.Estimated, p entryOf) {
	if b := x.s.Intervals(); b != nil && b.Low != nil {
		x.Low, x.High = p.of(b.Low), p.of(b.High)
		x.IntervalIs = b.Pairs.Words()
	} else if math.IsInf(e.Episodes, 1) {
		x.Low, x.High, x.IntervalIs = x.Value, x.Value, "no sampling error"
	} else {
		x.unknown("interval", "none is known (yet)")
	}
	if info := x.s.Information(); info != nil && info.Deviation != nil && !math.IsInf(e.Episodes, 1) {
		x.number("Cramér–Rao deviation of any unbiased estimate", p.of(info.Deviation)/math.Sqrt(e.Episodes))
	}
}

// pooled adds, for an estimate in one order of the states, its likelihood iterations
// and the value in each estimate that it was made from.
func (x *explainer) pooled(e *experiment.Estimated, p entryOf) {
	if l := e.Likelihood; l != nil {
		x.input("iterations", fmt.Sprintf("%d, of them %d Fisher scoring", len(l.Trace)-1, l.Scoring))
		x.number("log-likelihood, less the saturated model's", l.Last())
	}
	for from := e.From; from != nil && x.truth.HMM != nil; from = from.From {
		cmp := moments.Compare(from, x.truth.HMM)
		if from.Parameters == nil || cmp == nil || !cmp.Order.Complete() {
			continue
		}
		x.number("made from "+from.Estimator+", there", p.of(params.Average(from.Parameters, cmp.Order)))
	}
}
