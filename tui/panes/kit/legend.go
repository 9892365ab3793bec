package kit

import (
	"fmt"

	"eeporl/tui/canvas"
)

// Legend draws the marks of states and actions with their names on the last
// row, or the last two where one is too short. What still has no room is
// counted; the help names all.
func (s Scene) Legend(a canvas.Area) {
	if a.H() < 2 { // folded to its title
		return
	}
	states, actions := s.legendMarks(a)
	x, y := 1, s.LegendTop(a)
	if y < a.H()-1 {
		a.Rows(y, 1).Fill(' ', Plain)
	}
	if s.Unknown() != "" {
		x = a.Text(x, y, fmt.Sprintf("%d hidden states without names", s.Sizes().S), Dim) + 2
	} else {
		x = states.row(a, x, y)
	}
	if y < a.H()-1 {
		x, y = 1, a.H()-1
	}
	actions.row(a, x, y)
}

// LegendBetween draws the legend of the view in hand on the row before the last, or else on the last, where that is free and has
// room for all; else the states', at the end of one of so many captions.
func (s Scene) LegendBetween(a canvas.Area, captions int) {
	if a.H() <= 2 || !s.Focused || s.Unknown() != "" {
		return
	}
	states, actions := s.legendMarks(a)
	for _, y := range [...]int{a.H() - 2, a.H() - 1} {
		if a.Rows(y, 1).Blank(0) && states.width()+actions.width() <= a.W() {
			actions.row(a, states.row(a, 1, y), y)
			return
		}
	}
	for y := 1; y < min(1+captions, a.H()); y++ {
		const gap = 2
		if from := a.W() - states.width(); from > gap && a.Sub(from-gap, y, a.W()-from+gap, 1).Blank(0) {
			states.row(a, from+1, y)
			return
		}
	}
}

// legendMarks are those of the states and of the actions.
func (s Scene) legendMarks(a canvas.Area) (states, actions entries) {
	m, n := s.Truth(), s.Sizes()
	states = entries{n.S, m.StateName, func(x, y, i int) int { return s.State(a, x, y, i, true) }}
	actions = entries{n.A, m.ActionName, func(x, y, i int) int { return s.Action(a, x, y, i) }}
	if s.Unknown() != "" {
		states.n = 0
	}
	return states, actions
}

// LegendTop is the first row of the legend.
func (s Scene) LegendTop(a canvas.Area) int {
	states, actions := s.legendMarks(a)
	if 1+states.width()+actions.width() > a.W()+2 && a.H() > 1 {
		return a.H() - 2
	}
	return a.H() - 1
}

// entries are marks with names.
type entries struct {
	n    int
	name func(i int) string
	mark func(x, y, i int) int // draws a mark and returns the column after it
}

// markWidth is the room for a mark of one column, a blank before the name and two after.
const markWidth = 4

func (e entries) width() int {
	total := 0
	for i := range e.n {
		total += canvas.Width(e.name(i)) + markWidth
	}
	return total
}

// row draws as many entries as fit, then how many do not.
func (e entries) row(a canvas.Area, x, y int) int {
	const rest = len("+999 more: ? lists all")
	left := e.width() // of those that are not drawn
	for i := range e.n {
		end := x + 2 + canvas.Width(e.name(i))
		last := i == e.n-1 && end <= a.W()
		if !last && end+2+rest > a.W() && x+left > a.W()+2 {
			at := a.Text(x, y, fmt.Sprintf("+%d more: ", e.n-i), Dim)
			return a.Text(a.Text(at, y, "?", Key)+1, y, "lists all", Dim)
		}
		x = a.Text(e.mark(x, y, i)+1, y, e.name(i), Dim) + 2
		left -= canvas.Width(e.name(i)) + markWidth
	}
	return x
}
