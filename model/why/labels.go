package why

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
)

// fewRows is how many entries of a column an explanation lists.
const fewRows = 16

// threshold is the threshold of labels as the settings have it.
func (x *explainer) threshold() string {
	return moments.ThresholdFormula(x.s.Config().Estimator.Threshold)
}

// label explains which action pair a column of Ô was taken for.
func (x *explainer) label() {
	c := x.Target.I
	x.Title = fmt.Sprintf("label of column %d", c+1)
	x.Formula = "the action pair of the row with the largest entry ≥ " + x.threshold() + " (LabelActions, Algorithm 2; Lemma 3)"
	e := x.estimate(model.BeatLabels)
	if e == nil || x.beyond(c, len(e.Labels)) {
		return
	}
	l := e.Labels[c]
	x.Value = l.Entry
	x.Word = "no label"
	if l.Pair >= 0 {
		x.Word = x.pair(l.Pair)
	}
	if !estimators.By(e.Estimate).Gives(moments.GivesLabels) {
		x.input("labelled", "by construction: the episodes were split by their middle actions first, which are observed")
	}
	if l.Row >= 0 {
		x.input("largest row", x.tuple(l.Row)+", "+figure.Number(l.Entry))
		own := l.Row / x.n.Outcomes() * x.n.Outcomes()
		var rows []string
		for row := own; row < own+x.n.Outcomes(); row++ {
			rows = append(rows, figure.Number(e.O.At(row, c)))
		}
		if len(rows) <= fewRows {
			x.input("the pair's rows", strings.Join(rows, ", "))
		}
	}
	x.number("threshold "+e.ThresholdFormula(), e.Threshold())
	if l.Rival >= 0 {
		x.input("runner-up", x.pair(l.Rival)+", its largest entry "+figure.Number(l.Second))
		x.number("margin", l.Margin())
	}
	if cmp := x.comparison(e); cmp != nil {
		h := cmp.Assignment[c]
		x.TrueWord = x.pair(h / x.n.S)
		if x.now.Shown >= model.BeatParameters {
			x.input("in truth it stands for", "h = "+x.hiddenName(h))
		}
		if l.Row >= 0 {
			x.Truth = x.truth.HMM.O.At(l.Row, h)
		}
		x.number("‖Ô − O‖_max", cmp.OMax)
	}
	x.promise(1/(3*float64(x.n.Outcomes())), "Lemma 3: errors up to 1/(3|Z||R|) cannot change a label")
	x.Account = "A true column is zero but in the rows of its own action pair, where some entry reaches 1/(|Z||R|). So a row above two thirds of that gives the pair away."
	x.fromStage(model.BeatLabels)
}

// permutation explains in which order the states of a pair came back.
func (x *explainer) permutation() {
	p := x.Target.I
	x.Title = "permutation"
	x.Formula = "φ((a, a'), j): the assignment of the pair's columns, left to right, to the pair's true columns with the least Σ‖Ô_c − O_h‖²"
	if x.beyond(p, x.n.Pairs()) {
		return
	}
	x.Title = "permutation of the pair " + x.pair(p)
	x.Account = "Every pair of actions gets its states back in an order of its own, for nothing in the data names them. The algorithm never needs to know it: β-vectors are chained through T̂, whose rows and columns carry the same orders."
	e := x.estimate(model.BeatLabels)
	if e == nil {
		return
	}
	columns := e.Columns[p]
	cmp := x.comparison(e)
	if cmp == nil {
		x.absent("nobody inside the algorithm knows it, and no truth is known to read it from")
		return
	}
	if cmp.Order == nil || cmp.Order[p] == nil {
		x.absent(fmt.Sprintf("the pair got %d columns where |S| = %d are needed", len(columns), x.n.S))
		x.fromStage(model.BeatLabels)
		return
	}
	states := cmp.Order[p]
	x.Word = x.matched(columns, states)
	for j, c := range columns {
		var parts []string
		for s := range x.n.S {
			parts = append(parts, x.m.StateName(s)+" "+figure.Number(x.distance(e.Estimate, c, p*x.n.S+s)))
		}
		x.input(fmt.Sprintf("‖Ô_c − O_h‖₂ of column %d, place %d", c+1, j+1), strings.Join(parts, ", "))
	}
	x.unknown("truth", "φ is the truth about the estimate's order; the algorithm never sees it")
	x.fromStage(model.BeatLabels)
}

// distance is ‖Ô_c − O_h‖₂.
func (x *explainer) distance(e *moments.Estimate, c, h int) float64 {
	square := 0.0
	for i := range x.n.D() {
		d := e.O.At(i, c) - x.truth.HMM.O.At(i, h)
		square += d * d
	}
	return math.Sqrt(square)
}
