package panes

import (
	"fmt"
	"strings"

	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"

	"eeporl/tui/canvas"
)

// triangle draws the simplex of beliefs over three states: at every belief the
// digit of the action that the best vector takes.
func (s Scene) triangle(a canvas.Area, set *planning.Set, t int) int {
	if a.H() < 6 {
		return 0
	}
	x := s.setName(a, set, t)
	a.Text(x, 0, ": the best action at every belief; a corner is certainty", dim)
	h := a.H() - 3
	wide := min(2*h+1, a.W()-12)
	left := 6
	belief := make([]float64, 3)
	for row := range h {
		down := float64(row) / float64(max(h-1, 1)) // 0 at the top corner
		span := int(down * float64(wide-1))
		start := left + (wide-1-span)/2
		for i := 0; i <= span; i++ {
			along := 0.0
			if span > 0 {
				along = float64(i) / float64(span)
			}
			belief[0], belief[1], belief[2] = 1-down, down*(1-along), down*along
			best, _ := set.Best(belief)
			s.action(a, start+i, 1+row, set.Vector(best).Action)
		}
	}
	corner := func(x, y, position int) {
		state, known := s.cornerState(set.Pair, position)
		if known {
			s.state(a, x, y, state, true)
		} else {
			a.Text(x, y, fmt.Sprint(position+1), dim)
		}
	}
	corner(left+wide/2-2, 1, 0)
	corner(left-2, h, 1)
	corner(left+wide+1, h, 2)
	return a.H()
}

// cornerState is the true state at a position of a pair's order.
func (s Scene) cornerState(pair, position int) (state int, known bool) {
	if pair < 0 {
		return position, true
	}
	if e := s.Now.Estimate; e != nil && e.Comparison != nil && e.Comparison.Order[pair] != nil {
		return e.Comparison.Order[pair][position], true
	}
	return 0, false
}

// losses lists the decisions at which the learned policy loses, the costliest first, and
// returns the rows that it took.
func (s Scene) losses(a canvas.Area) int {
	r := s.Session.RegretByStep()
	if r == nil || a.H() < 3 {
		return 0
	}
	if len(r.Decisions) == 0 {
		a.Text(1, 0, "no decision of this tree loses anything", good)
		return 2
	}
	after := a.Text(1, 0, "where it differs from the best, costliest first", bold)
	room := max(a.H()/4, 1)
	if a.H() < 8 { // too low for a tree besides
		room = max(a.H()-3, 1)
	}
	rows := min(len(r.Decisions), room, 4)
	tall := 1 // rows a decision: in a narrow pane its past stands under it
	if a.W() < 72 && a.H() >= 8 {
		tall = 2
	}
	rows = ceil(rows, tall)
	if n := len(r.Decisions); rows < n {
		a.Text(after, 0, fmt.Sprintf(", %d of %d", rows, n), dim)
	}
	for i, d := range r.Decisions[:rows] {
		y := 1 + i*tall
		ref := of(why.Decision, i).Value()
		x := s.say(a, 1, y, fmt.Sprintf("step %d: ", d.Step+1), text, ref)
		x = s.action(a, x, y, d.Action)
		x = a.Text(x, y, " where ", dim)
		x = s.action(a, x, y, d.Best)
		x = a.Text(x, y, " is best costs ", dim)
		x = s.whole(a, x, y, figure.Number(d.Cost), warn, ref)
		x = s.say(a, x, y, ", p = "+figure.Probability(d.Probability), dim, ref)
		if past := s.pastName(d.Past); past != "" {
			words := ", after " + past
			if tall > 1 {
				s.spot(a, 1, y, x-1, 1, ref) // the whole row: the down arrow meets it before its past
				x, y, words = 9, y+1, "after "+past
			}
			after := a.Text(x, y, words, dim)
			s.spot(a, x, y, after-x, 1, of(why.Node, d.Node).Value())
		}
	}
	return rows*tall + 2
}

// pastName writes the outcomes that led to a decision.
func (s Scene) pastName(past []int) string {
	names := make([]string, len(past))
	for i, o := range past {
		names[i] = s.outcomeName(s.Now.Plan.Tree, o)
	}
	return strings.Join(names, "; ")
}
