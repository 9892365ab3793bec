package recovery

import (
	"fmt"
	"slices"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// stageLabels lists the columns of Ô, from the first on, with the row that labelled
// each.
func (s pane) stageLabels(a canvas.Area) int { return s.labelTable(a, 0) }

// labelHead is the rows over the columns: what the table is, and its headings.
const labelHead = 2

// labelsAPage is how many columns a table of so many rows lists.
func (s pane) labelsAPage(rows int) int {
	n := max(rows-labelHead, 1)
	if n < len(s.Now.Estimate.Labels) {
		n *= 2
	}
	return n
}

// labelTable lists the labels of the columns from number from on, in two lists side by side
// where they are too many for one, and returns the rows that it took.
func (s pane) labelTable(a canvas.Area, from int) int {
	e := s.Now.Estimate
	named := "state, and the row that named the pair"
	if e.LabelsGiven {
		named = "state, and the row of its largest entry"
		a.Text(1, 0, "labels: known, as the actions are seen; beside each its column's largest entry", kit.Bold)
	} else {
		s.Say(a, 1, 0, fmt.Sprintf("labels: an entry ≥ %s = %s names the pair", e.ThresholdFormula(), figure.Number(e.Threshold())), kit.Bold, kit.Alone(why.Threshold), kit.Alone(why.Threshold), kit.Alone(why.Threshold))
	}
	each, rows := s.labelsAPage(a.H()), max(a.H()-labelHead, 1)
	to, per := min(from+each, len(e.Labels)), kit.Ceil(each, rows)
	width := (a.W() - 1) / per
	words := s.labelWords(width - 1 - labelLead)
	for i := range per {
		a.Text(1+i*width, 1, "col  pair  entry  true", kit.Dim)
	}
	if words.row && per == 1 {
		a.Text(24, 1, named, kit.Dim)
	}
	for i, l := range e.Labels[from:to] {
		s.label(a.Sub(1+i/rows*width, labelHead+i%rows, width-1, 1), from+i, l, words)
	}
	return labelHead + min(to-from, rows) + 1
}

// label draws one column's verdict: its number, its pair, the labelling entry
// against the threshold, the row, and the state it stands for.
func (s pane) label(a canvas.Area, column int, l moments.Label, words labelWords) {
	e := s.Now.Estimate
	x := s.Say(a, 0, 0, fmt.Sprintf("%3d", column+1), kit.Dim, kit.FigureAt(why.Column, column).Value())
	label := kit.FigureAt(why.Label, column).Value()
	s.Spot(a, x+2, 0, 2, 1, label)
	x = s.Pair(a, x+2, 0, l.Pair) + 1
	style := kit.Good
	if l.Entry < e.Threshold() {
		style = kit.Bad
	} else if l.Entry > 1 {
		style = kit.Bad // no probability
	} else if l.Second >= e.Threshold() {
		style = kit.Warn
	}
	if right, known := s.labelRight(column, l); known && !right {
		style = kit.Bad
	}
	s.Right(a, x+7, 0, figure.Probability(l.Entry), style, label)
	x += 8
	if c := e.Comparison; c != nil {
		s.Spot(a, x, 0, 1, 1, label.Truth())
		x = s.State(a, x, 0, c.StateOf(e.Estimate, column), true)
		if right, _ := s.labelRight(column, l); !right {
			x = a.Text(x, 0, " truly ", kit.Bad)
			h := s.Sizes().HiddenAt(c.Assignment[column])
			x = s.Pair(a, x, 0, s.Sizes().Pair(h.Action, h.Next))
		}
		x++
	} else if l.Pair >= 0 {
		if place := slices.Index(e.Columns[l.Pair], column); place >= 0 {
			s.State(a, x, 0, place, true)
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
func (s pane) labelWords(width int) labelWords {
	rows, seconds := 0, 0
	for _, l := range s.Now.Estimate.Labels {
		rows = max(rows, len("row ")+s.TupleWidth(l.Row)-len(kit.RewardPrefix)+1)
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
func (s pane) decided(a canvas.Area, column int, l moments.Label, words labelWords) {
	style := kit.Dim
	if l.Second >= s.Now.Estimate.Threshold() {
		style = kit.Warn
	}
	next := words.next + figure.Number(l.Second)
	x, row := 0, len("row ")+s.TupleWidth(l.Row)-len(kit.RewardPrefix)+1
	if words.row && row+canvas.Width(next) <= a.W() || canvas.Width(next) > a.W() && a.W() > 11 {
		prefix := kit.RewardPrefix
		if row+len(kit.RewardPrefix)+len("next best 8.37·10⁻") > a.W() {
			prefix = ""
		}
		x = s.Tuple(a, a.Text(0, 0, "row ", kit.Dim), 0, l.Row, prefix, kit.Dim)
		s.Spot(a, 4, 0, x-4, 1, kit.FigureAt(why.Entry, l.Row, column).Value())
		x++
	}
	if x+canvas.Width(next) <= a.W() {
		s.Say(a, x, 0, next, style, kit.FigureAt(why.Label, column).Value())
	}
}

func (s pane) labelRight(column int, l moments.Label) (right, known bool) {
	c := s.Now.Estimate.Comparison
	if c == nil {
		return false, false
	}
	return l.Pair == c.Assignment[column]/s.Sizes().S, true
}

// columnsOf are the columns with the label of a pair.
func (s pane) columnsOf(pair int) (list []int) {
	for column, l := range s.Now.Estimate.Labels {
		if l.Pair == pair {
			list = append(list, column)
		}
	}
	return list
}

const orderName = " came back as "

// What a log does not tell of the letters: of estimators with an order for each pair, and with one.
const (
	ordersUnknown = "φ(a,a') unknown: the letters are each pair's own order, and a log does not tell which states they are."
	orderUnknown  = "All pairs have one order; a log does not tell which states they are."
)

// orderFlow are the pairs' orders as they stand in a row.
func (s pane) orderFlow() kit.Flow {
	orders, none := s.Now.Estimate.Comparison.Order, len("none")
	return kit.Flow{Left: canvas.Width(orderName), N: len(orders), Wide: func(pair int) int {
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
func (s pane) orders(a canvas.Area) int {
	c := s.Now.Estimate.Comparison
	if c == nil {
		if s.Sizes().S == 1 {
			return 0
		}
		unknown := ordersUnknown
		if estimators.By(s.Now.Estimate.Estimate).Gives(moments.GivesOneOrder) {
			unknown = orderUnknown
		}
		return kit.Wrap(a, 1, 0, a.W()-2, unknown, kit.Dim)
	}
	a.Text(0, 0, orderName, kit.Plain)
	return s.orderFlow().Draw(a, func(x, y, pair int) {
		order := c.Order[pair]
		from := x
		x = a.Text(s.Pair(a, x, y, pair), y, ":", kit.Dim)
		if order == nil {
			x = a.Text(x, y, "none", kit.Bad)
		}
		for _, state := range order {
			x = s.State(a, x, y, state, true)
		}
		if slices.ContainsFunc(s.columnsOf(pair), s.mislabelled) {
			x = a.Text(x, y, "!", kit.Bad)
		}
		s.Spot(a, from, y, x-from, 1, kit.FigureAt(why.Permutation, pair).Value())
	})
}

// stageParameters sums up what became of each kind of parameter; the pair's
// beliefs stand as examples.
func (s pane) stageParameters(a canvas.Area) int {
	e := s.Now.Estimate
	order := "each pair in its own order"
	switch by := estimators.By(e.Estimate); {
	case e.Mixed():
		order = "as if all actions had one order"
	case by.Gives(moments.GivesOneOrder):
		order = "one order for all actions"
	}
	a.Text(1, 0, "parameters, "+order, kit.Bold)
	a.Text(1, 1, "kind           largest error negative mass  largest at", kit.Dim)
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
		a.Text(1, 2+i, r.name, kit.Plain)
		off := "unknown"
		if known {
			off = figure.Number(r.off)
		}
		s.Right(a, 29, 2+i, off, kit.Plain, kit.Alone(why.WorstInitial+i))
		s.Right(a, 43, 2+i, percent(r.removed), kit.Plain, kit.Alone(why.RemovedInitial+i))
		if known {
			s.copyAt(a, 45, 2+i, r.copies, r.at)
		}
	}
	return 7 + s.Beliefs(a.Below(6), e.Parameters, kit.Indexes(len(e.Parameters.Initial)))
}

// copyAt names a pair's copy of a parameter: the pair, or the action alone where all pairs have one
// order, the true state that it is given, and what it is a probability of.
func (s pane) copyAt(a canvas.Area, x, y int, kind why.Kind, at moments.Copy) {
	from, n := x, s.Sizes()
	first, second := n.PairActions(at.Pair)
	switch {
	case !estimators.By(s.Now.Estimate.Estimate).Gives(moments.GivesOneOrder):
		x = s.Pair(a, x, y, at.Pair) + 1
	case kind == why.CopyObservation:
		x = s.Action(a, x, y, first)
	case kind != why.Copy:
		x = s.Action(a, x, y, second)
	}
	x = s.PlaceOf(a, x, y, at.Pair, at.Column)
	target := kit.FigureAt(kind, at.Pair, at.Row, at.Column)
	switch kind {
	case why.Copy:
		target = kit.FigureAt(kind, at.Pair, at.Column)
	case why.CopyTransition:
		x = s.PlaceOf(a, a.Text(x, y, string(s.Glyph('→', '>')), kit.Dim), y, n.Pair(second, at.Row/n.S), at.Row%n.S)
	case why.CopyObservation:
		x = a.Text(x, y, " "+s.Truth().ObservationName(at.Row), kit.Plain)
	case why.CopyReward:
		x = a.Text(x, y, " r="+figure.Number(s.Truth().RewardValue(at.Row)), kit.Plain)
	}
	s.Spot(a, from, y, x-from, 1, target.Value())
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

func largestOf(lists ...[]float64) float64 {
	top := 0.0
	for _, list := range lists {
		for _, x := range list {
			top = max(top, x)
		}
	}
	return top
}
