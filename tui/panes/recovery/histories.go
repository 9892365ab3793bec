package recovery

import (
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// Rows of the histories' picture besides the icicle, and the fewest and most that it takes.
const (
	historyHead  = 4
	leastHistory = 6
	mostHistory  = 24
)

func (s pane) historiesNeed() int { return historyHead + leastHistory + 2 + s.PredictionRows() }

// stageHistories draws which histories occurred: for each step all that can have been done and seen up to it, in
// order, the first step's action foremost. Each step has |A||R||Z| times as many, and the episodes stay as many.
func (s pane) stageHistories(a canvas.Area) int {
	depths := s.depths()
	last := depths[len(depths)-1]
	high := min(max(leastHistory, a.H()-historyHead-2-s.PredictionRows()), mostHistory)
	c := s.icicleOf(depths, high)
	high = c.lines()
	most := math.Exp(c.grid(depths[0], c.across(depths[0].Possible, a.W())).Largest())
	x, steps := 3, shownSteps(len(depths), a.W()-4)
	widths := stepWidths(len(steps), a.W()-4)
	several := "" // what a cell holds where that is most
	for i, t := range steps {
		d, at := depths[t], a.Sub(x, 0, widths[i]-1, a.H())
		at.Text(0, 1, fmt.Sprintf("step %d", t+1), kit.Plain)
		at.Text(0, 2, kit.FirstThatFits([]string{
			fmt.Sprintf("%s of %s", figure.Count(float64(d.Seen)), figure.Count(d.Possible)), figure.Number(d.Possible)}, at.W()), kit.Dim)
		cells := c.across(d.Possible, at.W())
		g := c.grid(d, cells)
		g.Scale = math.Log(most)
		s.Heat(at.Sub(0, 3, at.W(), high), g, kit.Density{Wide: max(1, at.W()/cells), Pool: 1, Half: c.half})
		if each := d.Possible / float64(c.rows*cells); each > 1 {
			several = fmt.Sprintf("a cell of step %d: %s histories", t+1, figure.Number(math.Round(each)))
		}
		x += widths[i]
	}
	cells := "a cell for each history"
	if several != "" {
		cells = "cells for histories"
	}
	a.Text(1, 0, kit.FirstThatFits([]string{
		cells + ", each with its next action; to its right how it went on; a hole where no episode came",
		"a history and its next action; to its right how it went on; a hole: none came"}, a.W()-2), kit.Bold)
	for action := range s.Sizes().A {
		s.Action(a, 1, 3+high*action/s.Sizes().A, action)
	}
	x = a.Text(1, 3+high, "episodes of a cell, log scale ", kit.Dim)
	x = s.ColourBar(a, x, 3+high, "1", most) + 2
	if several == "" {
		several = fmt.Sprintf("of the last step's %s, %s were seen once: what followed rests on one episode each", figure.Count(float64(last.Seen)), figure.Count(float64(last.Once)))
	}
	a.Text(x, 3+high, kit.FirstThatFits([]string{several, ""}, a.W()-x-1), kit.Dim)
	y := historyHead + high + 1
	return y + s.Predictions(a.Below(y))
}

// depths are those up to the horizon.
func (s pane) depths() []moments.Depth {
	e := s.Now.Estimate
	return e.Histories.Upto(e.Options.Horizon)
}

// leastStep is the width of a step of which little can be told.
const leastStep = 11

// shownSteps are those that have room: all, or the first ones and the last.
func shownSteps(steps, w int) (shown []int) {
	fit := max(2, w/leastStep-1)
	if steps > fit {
		fit-- // the last has most to show
	}
	for t := range min(steps, fit) {
		shown = append(shown, t)
	}
	shown[len(shown)-1] = steps - 1
	return shown
}

// stepWidths leaves most of the room to the last step, which has most histories.
func stepWidths(steps, w int) []int {
	widths := make([]int, steps)
	rest := w
	for t := range max(steps-2, 0) {
		widths[t] = min(leastStep, w/steps)
		rest -= widths[t]
	}
	if steps > 1 {
		widths[steps-2] = max(rest/4, min(leastStep, w/steps))
		rest -= widths[steps-2]
	}
	widths[steps-1] = rest
	return widths
}

// icicle is how histories become cells: each row has as many of them, and each cell.
type icicle struct {
	rows int
	half bool // two rows a line
}

// icicleOf takes as many rows as fit, fewer where each history then has whole rows, or each row whole histories.
func (s pane) icicleOf(depths []moments.Depth, high int) icicle {
	c := icicle{rows: high, half: s.Theme.Ramps() && !s.Theme.ASCII}
	if c.half {
		c.rows *= 2
	}
	for rows := c.rows; rows > c.rows/2; rows-- {
		if !slices.ContainsFunc(depths, func(d moments.Depth) bool {
			return math.Mod(d.Possible, float64(rows)) != 0 && math.Mod(float64(rows), d.Possible) != 0
		}) {
			c.rows = rows
			return c
		}
	}
	return c
}

// lines is how many lines of the screen the rows take.
func (c icicle) lines() int {
	if c.half {
		return kit.Ceil(c.rows, 2)
	}
	return c.rows
}

// across is how many cells a row has in a width: one for each history where they fit, else as many as give each the same
// number of histories, unless that would be half as many as fit.
func (c icicle) across(possible float64, w int) int {
	most := int(max(1, min(float64(w), math.Round(possible/float64(c.rows))))) // rows of so many are fewer than a spread has parts
	for cells := most; 2*cells > most; cells-- {
		if math.Mod(possible, float64(c.rows*cells)) == 0 {
			return cells
		}
	}
	return most
}

// grid has for each cell the logarithm of how many episodes came to its histories, row by row in their order.
func (c icicle) grid(d moments.Depth, cells int) kit.Grid {
	all := c.rows * cells
	each := max(1, float64(all)/d.Possible) // cells of a history
	return kit.NewGrid(c.rows, cells, func(i, j int) float64 {
		n := i*cells + j
		from := n * len(d.Spread) / all
		to, sum := max(from+1, (n+1)*len(d.Spread)/all), 0.0
		for _, x := range d.Spread[from:to] {
			sum += x
		}
		if sum == 0 {
			return math.NaN() // nobody came
		}
		return math.Log(max(1, sum*each))
	})
}

// leavesSeen is what a stage's head says of the histories.
func (s pane) leavesSeen() string {
	depths := s.depths()
	last := depths[len(depths)-1]
	return fmt.Sprintf("%s: %s of %s histories seen, %s only once", s.Now.Estimate.Estimator, figure.Count(float64(last.Seen)), figure.Count(last.Possible), figure.Count(float64(last.Once)))
}
