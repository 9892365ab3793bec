package recovery

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
	first, last := depths[0], depths[len(depths)-1]
	high := min(max(leastHistory, a.H()-historyHead-2-s.PredictionRows()), mostHistory)
	c := s.icicleOf(depths, high)
	high = c.lines()
	x, widths := 3, stepWidths(len(depths), a.W()-4)
	var several []string // what a cell holds, where that is more than one history
	for t, d := range depths {
		a.Text(x, 1, fmt.Sprintf("step %d", t+1), kit.Plain)
		a.Text(x, 2, kit.FirstThatFits([]string{
			fmt.Sprintf("%s of %s", figure.Count(float64(d.Seen)), figure.Count(d.Possible)), figure.Number(d.Possible)}, widths[t]-1), kit.Dim)
		s.spread(a.Sub(x, 3, widths[t]-1, high), c, d, first)
		if _, _, each := c.across(d.Possible, widths[t]-1); each > 1 {
			several = append(several, fmt.Sprintf("%s at step %d", figure.Count(each), t+1))
		}
		x += widths[t]
	}
	cells := "a cell for each history"
	if several != nil {
		cells = "cells for histories"
	}
	a.Text(1, 0, kit.FirstThatFits([]string{
		cells + ", each with its next action; to its right how it went on; a hole where no episode came",
		"a history and its next action; to its right how it went on; a hole: none came"}, a.W()-2), kit.Bold)
	for action := range s.Sizes().A {
		s.Action(a, 1, 3+high*action/s.Sizes().A, action)
	}
	x = a.Text(1, 3+high, "episodes of a cell, log scale ", kit.Dim)
	x = s.ColourBar(a, x, 3+high, "1", slices.Max(first.Spread)) + 2
	brief := ""
	words := fmt.Sprintf("of the last step's %s, %s were seen once: what followed rests on one episode each", figure.Count(float64(last.Seen)), figure.Count(float64(last.Once)))
	if several != nil {
		words, brief = "a cell holds "+strings.Join(several, ", "), "a cell holds "+several[len(several)-1]
	}
	a.Text(x, 3+high, kit.FirstThatFits([]string{words, brief, ""}, a.W()-x-1), kit.Dim)
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

// across is how many cells a row has in a width, how wide they are, and how many histories each stands for: all as
// many, unless that would take twice as many as the width asks for.
func (c icicle) across(possible float64, w int) (cells, wide int, each float64) {
	row := max(1, math.Round(possible/float64(c.rows)))
	least := math.Ceil(row / float64(w))
	for each = least; math.Mod(row, each) != 0 && each < 2*least; {
		each++
	}
	if math.Mod(row, each) != 0 {
		each = least
	}
	cells = int(math.Ceil(row / each))
	return cells, w / cells, each
}

// spread shades a step's histories in their order, row by row, by how many episodes came to each cell, in decades.
func (s pane) spread(a canvas.Area, c icicle, d, first moments.Depth) {
	cells, wide, each := c.across(d.Possible, a.W())
	row := max(1, d.Possible/float64(c.rows)) // histories
	parts, rows := len(d.Spread), float64(c.rows)
	g := kit.NewGrid(c.rows, cells, func(i, j int) float64 {
		from, to := float64(j)*each/row, min(1, float64(j+1)*each/row) // of the row
		first := int(math.Round((float64(i) + from) / rows * float64(parts)))
		last := min(parts, max(first+1, int(math.Round((float64(i)+to)/rows*float64(parts)))))
		sum := 0.0
		for _, x := range d.Spread[first:last] {
			sum += x
		}
		if sum == 0 {
			return math.NaN() // nobody came
		}
		return math.Log(max(1, sum/float64(last-first)*each))
	})
	g.Scale = math.Log(slices.Max(first.Spread))
	s.Heat(a, g, kit.Density{Wide: wide, Pool: 1, Half: c.half})
}

// leavesSeen is what a stage's head says of the histories.
func (s pane) leavesSeen() string {
	depths := s.depths()
	last := depths[len(depths)-1]
	return fmt.Sprintf("%s: %s of %s histories seen, %s only once", s.Now.Estimate.Estimator, figure.Count(float64(last.Seen)), figure.Count(last.Possible), figure.Count(float64(last.Once)))
}
