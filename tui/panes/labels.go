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

// stageLabels lists the columns of Ô with the row that labelled each, and the
// order in which every pair's states came back.
func (s Scene) stageLabels(a canvas.Area) int {
	e := s.Now.Estimate
	s.say(a, 1, 0, fmt.Sprintf("labels: an entry ≥ 2/(3|R||Z|) = %s names the pair", figure.Number(e.Threshold())), bold, alone(why.Threshold), alone(why.Threshold), alone(why.Threshold))
	a.Text(1, 1, "col  pair  entry  is", dim)
	y := 2
	rows := a.H() - 4
	per := 1
	if len(e.Labels) > rows {
		per = 2
	} else if a.W() > 40 {
		a.Text(24, 1, "row that decided", dim)
	}
	width := (a.W() - 1) / per
	room := max(rows*per, 1)
	from := s.labelPage(ceil(len(e.Labels), room)) * room
	to := min(from+room, len(e.Labels))
	for i, l := range e.Labels[from:to] {
		s.label(a.Sub(1+i%per*width, y+i/per, width-1, 1), from+i, l)
	}
	y += ceil(to-from, per)
	if room < len(e.Labels) {
		x := a.Text(1, y, fmt.Sprintf("… columns %d–%d of %d; ", from+1, to, len(e.Labels)), dim)
		a.Text(a.Text(x, y, "m", key)+1, y, "goes on", dim)
		y++
	}
	return y + s.orders(a.Below(y)) + 1
}

// labelPage is which page of the columns is shown; where m shows what R does to
// the contractions too, that comes after each page.
func (s Scene) labelPage(pages int) int {
	if !s.Focused {
		return 0
	}
	more := s.More
	if e := s.Now.Estimate; e.Eigen != nil && e.Eigen.Contractions != nil {
		more /= 2
	}
	return more % max(pages, 1)
}

// label draws one column's verdict: its number, its pair, the labelling entry
// against the threshold, the row, and the state it stands for.
func (s Scene) label(a canvas.Area, column int, l moments.Label) {
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
	s.decided(a.Sub(x+1, 0, a.W()-x-1, 1), column, l)
}

// decided names the row that labels a column and the next pair's best entry;
// without room for both, the latter alone: it tells whether the label is in
// doubt.
func (s Scene) decided(a canvas.Area, column int, l moments.Label) {
	style := dim
	if l.Second >= s.Now.Estimate.Threshold() {
		style = warn
	}
	next := "next best " + figure.Number(l.Second)
	x, row := 0, len("row ")+s.tupleWidth(l.Row)-len(rewardPrefix)+1
	if row+canvas.Width(next) <= a.W() || canvas.Width(next) > a.W() && a.W() > 11 {
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

// orders draws φ(a, a'): the order in which each pair's states came back.
func (s Scene) orders(a canvas.Area) int {
	c := s.Now.Estimate.Comparison
	if c == nil {
		return Wrap(a, 1, 0, a.W()-2, "φ(a,a') unknown: the letters are each pair's own order, and a log does not tell which states they are.", dim)
	}
	y := 0
	left := a.Text(1, 0, "order φ(a,a') ", dim)
	x := left
	for pair, order := range c.Order {
		if x > a.W()-4-max(s.sizes().S, 4) {
			x, y = left, y+1
		}
		s.spot(a, x, y, 3+len(order), 1, of(why.Permutation, pair).Value())
		x = s.pair(a, x, y, pair)
		x = a.Text(x, y, ":", dim)
		if order == nil {
			x = a.Text(x, y, "none ", bad)
			continue
		}
		for _, state := range order {
			x = s.state(a, x, y, state, true)
		}
		x += 2
	}
	return y + 1
}

// stageParameters sums up what became of each kind of parameter; the pair's
// beliefs stand as examples.
func (s Scene) stageParameters(a canvas.Area) int {
	e := s.Now.Estimate
	a.Text(1, 0, "parameters, each pair in its own order", bold)
	a.Text(1, 1, "kind           largest error  mass removed", dim)
	neg := e.Negative
	if neg == nil { // a likelihood estimator never leaves the simplex
		neg = &moments.NegativeMass{}
	}
	rows := []struct {
		name    string
		off     float64
		removed float64
	}{
		{"belief b̂", 0, largestOf(neg.Initial)},
		{"transition T̂", 0, largestOf(neg.Transition...)},
		{"observation Ẑ", 0, largestOf(neg.Observation)},
		{"reward R̂", 0, largestOf(neg.Reward)},
	}
	known := e.Comparison != nil && e.Comparison.Parameters != nil
	if known {
		p := e.Comparison.Parameters
		rows[0].off, rows[1].off, rows[2].off, rows[3].off = p.Initial, p.Transition, p.Observation, p.Reward
	}
	for i, r := range rows {
		a.Text(1, 2+i, r.name, text)
		off := "unknown"
		if known {
			off = figure.Number(r.off)
		}
		s.right(a, 29, 2+i, off, text, alone(why.WorstInitial+i))
		s.right(a, 43, 2+i, figure.Percent(r.removed), text, alone(why.RemovedInitial+i))
	}
	return 7 + s.beliefs(a.Below(6), e.Parameters)
}

func (s Scene) beliefs(a canvas.Area, p *pomdp.PairParameters) int {
	y := 0
	left := a.Text(1, 0, "b̂ by pair ", dim)
	x := left
	for pair, b := range p.Initial {
		if x > a.W()-5*len(b)-2 {
			x, y = left, y+1
		}
		x = s.pair(a, x, y, pair)
		for j, v := range b {
			style := text
			if c := s.Now.Estimate.Comparison; c != nil && c.Order[pair] != nil {
				style = canvas.FG(theme.State(c.Order[pair][j]))
			}
			x = s.whole(a, x+1, y, figure.Probability(v), style, of(why.Copy, pair, j).Value())
		}
		x += 2
	}
	return y + 1
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
