package panes

import (
	"fmt"
	"slices"

	"eeporl/model/why"
	"eeporl/pomdp/figure"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// stageLabels lists the columns of Ô, from the first on, with the row that labelled
// each.
func (s Scene) stageLabels(a canvas.Area) int { return s.labelTable(a, 0) }

// labelHead is the rows over the columns: what the table is, and its headings.
const labelHead = 2

// labelsAPage is how many columns a table of so many rows lists.
func (s Scene) labelsAPage(rows int) int {
	n := max(rows-labelHead, 1)
	if n < len(s.Now.Estimate.Labels) {
		n *= 2
	}
	return n
}

// labelTable lists the labels of the columns from number from on, in two lists side by side
// where they are too many for one, and returns the rows that it took.
func (s Scene) labelTable(a canvas.Area, from int) int {
	e := s.Now.Estimate
	s.say(a, 1, 0, fmt.Sprintf("labels: an entry ≥ %s = %s names the pair", e.ThresholdFormula(), figure.Number(e.Threshold())), bold, alone(why.Threshold), alone(why.Threshold), alone(why.Threshold))
	each, rows := s.labelsAPage(a.H()), max(a.H()-labelHead, 1)
	to, per := min(from+each, len(e.Labels)), ceil(each, rows)
	width := (a.W() - 1) / per
	words := s.labelWords(width - 1 - labelLead)
	for i := range per {
		a.Text(1+i*width, 1, "col  pair  entry  true", dim)
	}
	if words.row && per == 1 {
		a.Text(24, 1, "row that decided", dim)
	}
	for i, l := range e.Labels[from:to] {
		s.label(a.Sub(1+i/rows*width, labelHead+i%rows, width-1, 1), from+i, l, words)
	}
	return labelHead + min(to-from, rows) + 1
}

// label draws one column's verdict: its number, its pair, the labelling entry
// against the threshold, the row, and the state it stands for.
func (s Scene) label(a canvas.Area, column int, l moments.Label, words labelWords) {
	e := s.Now.Estimate
	x := s.say(a, 0, 0, fmt.Sprintf("%3d", column+1), dim, of(why.Column, column).Value())
	label := of(why.Label, column).Value()
	s.spot(a, x+2, 0, 2, 1, label)
	x = s.pair(a, x+2, 0, l.Pair) + 1
	style := good
	if l.Entry < e.Threshold() {
		style = bad
	} else if l.Entry > 1 {
		style = bad // no probability
	} else if l.Second >= e.Threshold() {
		style = warn
	}
	if right, known := s.labelRight(column, l); known && !right {
		style = bad
	}
	s.right(a, x+7, 0, figure.Probability(l.Entry), style, label)
	x += 8
	if c := e.Comparison; c != nil {
		s.spot(a, x, 0, 1, 1, label.Truth())
		x = s.state(a, x, 0, s.sizes().HiddenAt(c.Assignment[column]).State, true)
		if right, _ := s.labelRight(column, l); !right {
			x = a.Text(x, 0, " truly ", bad)
			h := s.sizes().HiddenAt(c.Assignment[column])
			x = s.pair(a, x, 0, s.sizes().Pair(h.Action, h.Next))
		}
		x++
	} else if l.Pair >= 0 {
		if place := slices.Index(e.Columns[l.Pair], column); place >= 0 {
			s.state(a, x, 0, place, true)
		}
		x += 2
	}
	s.decided(a.Sub(x+1, 0, a.W()-x-1, 1), column, l, words)
}

// labelLead is the width of what stands before the row that decided a label.
const labelLead = 19

// labelWords is what is said of every column's label besides the label itself.
type labelWords struct {
	row  bool   // name the row that decided
	next string // words before the next pair's best entry
}

// labelWords is the most that fits for all columns alike. Without room for both, the
// deciding row goes: the next best entry tells whether a label is in doubt.
func (s Scene) labelWords(width int) labelWords {
	rows, seconds := 0, 0
	for _, l := range s.Now.Estimate.Labels {
		rows = max(rows, len("row ")+s.tupleWidth(l.Row)-len(rewardPrefix)+1)
		seconds = max(seconds, canvas.Width(figure.Number(l.Second)))
	}
	for _, next := range []string{"next best ", "next "} {
		if rows+len(next)+seconds <= width {
			return labelWords{true, next}
		}
	}
	return labelWords{false, "next best "}
}

// decided names the row that labels a column and the next pair's best entry, as words
// asks and room allows.
func (s Scene) decided(a canvas.Area, column int, l moments.Label, words labelWords) {
	style := dim
	if l.Second >= s.Now.Estimate.Threshold() {
		style = warn
	}
	next := words.next + figure.Number(l.Second)
	x, row := 0, len("row ")+s.tupleWidth(l.Row)-len(rewardPrefix)+1
	if words.row && row+canvas.Width(next) <= a.W() || canvas.Width(next) > a.W() && a.W() > 11 {
		prefix := rewardPrefix
		if row+len(rewardPrefix)+len("next best 8.37·10⁻") > a.W() {
			prefix = ""
		}
		x = s.tuple(a, a.Text(0, 0, "row ", dim), 0, l.Row, prefix, dim)
		s.spot(a, 4, 0, x-4, 1, of(why.Entry, l.Row, column).Value())
		x++
	}
	if x+canvas.Width(next) <= a.W() {
		s.say(a, x, 0, next, style, of(why.Label, column).Value())
	}
}

func (s Scene) labelRight(column int, l moments.Label) (right, known bool) {
	c := s.Now.Estimate.Comparison
	if c == nil {
		return false, false
	}
	return l.Pair == c.Assignment[column]/s.sizes().S, true
}

const orderName = " came back as "

// What a log does not tell of the letters: of estimators with an order for each pair, and with one.
const (
	ordersUnknown = "φ(a,a') unknown: the letters are each pair's own order, and a log does not tell which states they are."
	orderUnknown  = "All pairs have one order; a log does not tell which states they are."
)

// orderFlow are the pairs' orders as they stand in a row.
func (s Scene) orderFlow() flow {
	orders, none := s.Now.Estimate.Comparison.Order, len("none")
	return flow{canvas.Width(orderName), len(orders), func(pair int) int {
		if orders[pair] == nil {
			return 3 + none
		}
		w := 3
		for _, state := range orders[pair] {
			w += len(theme.StateLetter(state))
		}
		return w
	}}
}

// orders draws φ(a, a'): the order in which each pair's states came back.
func (s Scene) orders(a canvas.Area) int {
	c := s.Now.Estimate.Comparison
	if c == nil {
		if s.sizes().S == 1 {
			return 0
		}
		unknown := ordersUnknown
		if s.Now.Estimate.By().Gives(moments.GivesOneOrder) {
			unknown = orderUnknown
		}
		return Wrap(a, 1, 0, a.W()-2, unknown, dim)
	}
	a.Text(0, 0, orderName, text)
	return s.orderFlow().draw(a, func(x, y, pair int) {
		order := c.Order[pair]
		from := x
		x = a.Text(s.pair(a, x, y, pair), y, ":", dim)
		if order == nil {
			x = a.Text(x, y, "none", bad)
		}
		for _, state := range order {
			x = s.state(a, x, y, state, true)
		}
		s.spot(a, from, y, x-from, 1, of(why.Permutation, pair).Value())
	})
}

// stageParameters sums up what became of each kind of parameter; the pair's
// beliefs stand as examples.
func (s Scene) stageParameters(a canvas.Area) int {
	e := s.Now.Estimate
	order := "each pair in its own order"
	switch by := e.By(); {
	case e.Mixed():
		order = "as if all actions had one order"
	case by.Gives(moments.GivesOneOrder):
		order = "one order for all actions"
	}
	a.Text(1, 0, "parameters, "+order, bold)
	a.Text(1, 1, "kind           largest error negative mass  largest at", dim)
	neg := e.Negative
	if neg == nil { // a likelihood estimator never leaves the simplex
		neg = &moments.NegativeMass{}
	}
	rows := []struct {
		name    string
		removed float64
		off     float64
		at      moments.Copy
		copies  why.Kind
	}{
		{name: "belief b̂", removed: largestOf(neg.Initial), copies: why.Copy},
		{name: "transition T̂", removed: largestOf(neg.Transition...), copies: why.CopyTransition},
		{name: "observation Ẑ", removed: largestOf(neg.Observation), copies: why.CopyObservation},
		{name: "reward R̂", removed: largestOf(neg.Reward), copies: why.CopyReward},
	}
	known := e.Comparison != nil && e.Comparison.Parameters != nil
	if known {
		p := e.Comparison.Parameters
		rows[0].off, rows[1].off, rows[2].off, rows[3].off = p.Initial, p.Transition, p.Observation, p.Reward
		rows[0].at, rows[1].at, rows[2].at, rows[3].at = p.InitialAt, p.TransitionAt, p.ObservationAt, p.RewardAt
	}
	for i, r := range rows {
		a.Text(1, 2+i, r.name, text)
		off := "unknown"
		if known {
			off = figure.Number(r.off)
		}
		s.right(a, 29, 2+i, off, text, alone(why.WorstInitial+i))
		s.right(a, 43, 2+i, percent(r.removed), text, alone(why.RemovedInitial+i))
		if known {
			s.copyAt(a, 45, 2+i, r.copies, r.at)
		}
	}
	return 7 + s.beliefs(a.Below(6), e.Parameters, indexes(len(e.Parameters.Initial)))
}

// copyAt names a pair's copy of a parameter: the pair, or the action alone where all pairs have one
// order, the true state that it is given, and what it is a probability of.
func (s Scene) copyAt(a canvas.Area, x, y int, kind why.Kind, at moments.Copy) {
	from, n := x, s.sizes()
	first, second := n.PairActions(at.Pair)
	switch {
	case !s.Now.Estimate.By().Gives(moments.GivesOneOrder):
		x = s.pair(a, x, y, at.Pair) + 1
	case kind == why.CopyObservation:
		x = s.action(a, x, y, first)
	case kind != why.Copy:
		x = s.action(a, x, y, second)
	}
	x = s.placeOf(a, x, y, at.Pair, at.Column)
	target := of(kind, at.Pair, at.Row, at.Column)
	switch kind {
	case why.Copy:
		target = of(kind, at.Pair, at.Column)
	case why.CopyTransition:
		x = s.placeOf(a, a.Text(x, y, string(s.glyph('→', '>')), dim), y, n.Pair(second, at.Row/n.S), at.Row%n.S)
	case why.CopyObservation:
		x = a.Text(x, y, " "+s.truth().ObservationName(at.Row), text)
	case why.CopyReward:
		x = a.Text(x, y, " r="+figure.Number(s.truth().RewardValue(at.Row)), text)
	}
	s.spot(a, from, y, x-from, 1, target.Value())
}

// percent is a share in a table: a dot for nothing but rounding.
func percent(share float64) string {
	switch {
	case share < 1e-12:
		return "·   "
	case share < .001:
		return "<.1 %"
	}
	return figure.Percent(share)
}

// beliefs draws b̂ as the pairs hold it, their states in each pair's own order, and then the
// true b where it is known; once where all have one order.
func (s Scene) beliefs(a canvas.Area, p *pomdp.PairParameters, pairs []int) int {
	if s.Now.Estimate.By().Gives(moments.GivesOneOrder) { // all pairs have the same
		s.belief(a, a.Text(1, 0, "b̂ ", dim)-2, 0, p, 0)
		return 1
	}
	const truth = "truth"
	n, wide := len(pairs), s.beliefEntry(p)*s.sizes().S
	if s.Now.Estimate.Comparison != nil {
		n++
	}
	f := flow{a.Text(1, 0, "b̂ by pair ", dim), n, func(i int) int {
		if i == len(pairs) {
			return len(truth) + wide
		}
		return 2 + wide
	}}
	return f.draw(a, func(x, y, i int) {
		if i < len(pairs) {
			s.pair(a, x, y, pairs[i])
			s.belief(a, x, y, p, pairs[i])
			return
		}
		x = a.Text(x, y, truth, dim)
		for state := range s.sizes().S {
			x += s.beliefEntry(p)
			s.beliefOf(a, x, y, state, s.truth().Initial(state), of(why.Initial, state).Truth())
		}
	})
}

// beliefOf draws a belief in a true state, by its letter, so that it ends at x.
func (s Scene) beliefOf(a canvas.Area, x, y, state int, v float64, r why.Ref) {
	letter, style := theme.StateLetter(state), canvas.FG(theme.State(state))
	a.Text(x-len(fixed(v))-len(letter), y, letter, style)
	s.right(a, x, y, fixed(v), style, r)
}

// beliefEntry is the width of one entry of b̂, with a blank before it.
func (s Scene) beliefEntry(p *pomdp.PairParameters) int {
	entry := 1 + len(".500")
	if slices.ContainsFunc(p.Initial, func(b []float64) bool { return slices.Max(b) >= .9995 }) {
		entry = 1 + len("1.000")
	}
	if s.Now.Estimate.Comparison != nil {
		entry += len(theme.StateLetter(s.sizes().S - 1)) // which true state it is
	}
	return entry
}

// belief draws b̂ in the order of a pair, after the pair's name at x, and returns where it ends.
func (s Scene) belief(a canvas.Area, x, y int, p *pomdp.PairParameters, pair int) int {
	x += 2
	for j, v := range p.Initial[pair] {
		x += s.beliefEntry(p)
		if state, known := s.stateAt(pair, j); known && s.Now.Estimate.Comparison != nil {
			s.beliefOf(a, x, y, state, v, of(why.Copy, pair, j).Value())
			continue
		}
		s.right(a, x, y, fixed(v), text, of(why.Copy, pair, j).Value())
	}
	return x
}

func largestOf(lists ...[]float64) float64 {
	top := 0.0
	for _, list := range lists {
		for _, x := range list {
			top = max(top, x)
		}
	}
	return top
}

// indexes are 0 … n−1.
func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
