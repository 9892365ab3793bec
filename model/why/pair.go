package why

import (
	"fmt"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// pairs lists every pair's parameters in the pair's own order of the states. That is
// what a log shows, where one order for all pairs is not known.
func (l *lister) pairs() {
	n := l.n
	for pair := range n.Pairs() {
		for j := range n.S {
			l.add(true, Target{Kind: Copy, I: pair, J: j})
			for _, part := range []struct {
				kind Kind
				n    int
			}{{CopyObservation, n.Z}, {CopyReward, n.R}, {CopyTransition, n.A * n.S}} {
				for i := range part.n {
					l.add(true, Target{Kind: part.kind, I: pair, J: i, K: j})
				}
			}
		}
	}
}

// copiedRow explains an entry of a pair's own T̂, Ẑ or R̂.
func (x *explainer) copiedRow() {
	pair, i, j, n := x.Target.I, x.Target.J, x.Target.K, x.n
	x.Title = "a pair's own parameter"
	x.Account = "Every pair of actions has estimates of its own, in the order in which its states came back. The planner chains them as they are and never needs one order for all."
	part := map[Kind]struct {
		size                      int
		name, formula, limitation string
		of                        func(p *pomdp.PairParameters) float64
	}{
		CopyTransition: {n.A * n.S, "T̂", "p̂(s_(a',a'') | s_(a,a'), a') = normalize(T̂^{a,a',a''}) (Parameter Estimation; Lemma 4)", "|p̂(s′|s,a) − p(s′|s,a)|",
			func(p *pomdp.PairParameters) float64 { return p.Transition[pair][i/n.S][i%n.S][j] }},
		CopyObservation: {n.Z, "Ẑ", "p̂(z | a, s_(a,a')) = normalize(Σ_r Ô^{a,a'}) (Parameter Estimation; Lemma 4)", "|p̂(z|a,s) − p(z|a,s)|",
			func(p *pomdp.PairParameters) float64 { return p.Observation[pair][i][j] }},
		CopyReward: {n.R, "R̂", "p̂(r | s_(a,a'), a') = normalize(Σ_z Ô^{a,a'}) (Parameter Estimation; Lemma 4)", "|p̂(r|s,a) − p(r|s,a)|",
			func(p *pomdp.PairParameters) float64 { return p.Reward[pair][i][j] }},
	}[x.Target.Kind]
	x.Formula = part.formula
	if x.beyond(pair, n.Pairs()) || x.beyond(i, part.size) || x.beyond(j, n.S) {
		return
	}
	x.Title = fmt.Sprintf("%s of the pair %s at place %d, entry %d", part.name, x.pair(pair), j+1, i+1)
	e := x.estimate(model.BeatParameters)
	if e == nil {
		return
	}
	x.Value = part.of(e.Parameters)
	x.input("N", figure.Count(e.Episodes))
	if pair < len(e.Columns) && j < len(e.Columns[pair]) {
		x.input("its column of Ô", fmt.Sprint(e.Columns[pair][j]+1))
	}
	if cmp := x.comparison(e); cmp != nil && cmp.Order.Complete() {
		x.Truth = part.of(x.m.Pairs(cmp.Order))
	} else if x.truth.Unknown == "" {
		x.unknown("truth", "the pairs' columns cannot be matched to states")
	}
	x.pairInterval(part.of)
	x.lemmaBound("L4", part.limitation, "Lemma 4")
	x.fromStage(model.BeatParameters)
}

// pairInterval is the one of a parameter of a pair.
func (x *explainer) pairInterval(of func(p *pomdp.PairParameters) float64) {
	b := x.s.Intervals()
	if b == nil || b.Pairs.Low == nil {
		x.unknown("interval", "none is known (yet)")
		return
	}
	x.Low, x.High = of(b.Pairs.Low), of(b.Pairs.High)
	x.IntervalIs = b.Pairs.Words()
}
