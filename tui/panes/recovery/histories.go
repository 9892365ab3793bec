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
	high := min(max(leastHistory, a.H()-historyHead-2-s.PredictionRows()), mostHistory)
	a.Text(1, 0, kit.FirstThatFits([]string{"a cell for each history, its next action included: how many episodes had it; a hole where none", "histories, the next action included: a hole where no episode"}, a.W()-2), kit.Bold)
	x, widths := 1, stepWidths(len(depths), a.W()-2)
	for t, d := range depths {
		a.Text(x, 1, fmt.Sprintf("step %d", t+1), kit.Plain)
		a.Text(x, 2, kit.FirstThatFits([]string{
			fmt.Sprintf("%s of %s", figure.Count(float64(d.Seen)), figure.Count(d.Possible)), figure.Number(d.Possible)}, widths[t]-1), kit.Dim)
		s.spread(a.Sub(x, 3, widths[t]-1, high), d, depths[0])
		x += widths[t]
	}
	last := depths[len(depths)-1]
	x = a.Text(1, 3+high, "episodes each, log scale ", kit.Dim)
	s.ColourBar(a, x, 3+high, slices.Max(depths[0].Spread))
	x += kit.ColourBar + 4
	words := fmt.Sprintf("of the last step's %s, %s were seen once: what followed rests on one episode each", figure.Count(float64(last.Seen)), figure.Count(float64(last.Once)))
	if each := last.Possible / float64(s.cells(a, high)); each > 1.5 {
		words = fmt.Sprintf("a cell: %s histories", figure.Number(math.Round(each)))
	}
	a.Text(x, 3+high, kit.FirstThatFits([]string{words, ""}, a.W()-x-1), kit.Dim)
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

// cells is how many cells the last step has.
func (s pane) cells(a canvas.Area, high int) int {
	widths := stepWidths(len(s.depths()), a.W()-2)
	n := (widths[len(widths)-1] - 1) * high
	if s.Theme.Ramps() && !s.Theme.ASCII {
		n *= 2
	}
	return n
}

// spread shades a step's histories in their order, row by row, by how many episodes came to each, in decades.
func (s pane) spread(a canvas.Area, d, first moments.Depth) {
	rows, density := a.H(), kit.Density{Wide: 1, Pool: 1}
	if s.Theme.Ramps() && !s.Theme.ASCII {
		rows, density.Half = 2*rows, true
	}
	parts, cells := len(d.Spread), rows*a.W()
	g := kit.NewGrid(rows, a.W(), func(i, j int) float64 {
		from := (i*a.W() + j) * parts / cells
		to, sum := max(from+1, (i*a.W()+j+1)*parts/cells), 0.0
		for _, x := range d.Spread[from:to] {
			sum += x
		}
		if sum == 0 {
			return math.NaN() // nobody came
		}
		return math.Log1p(sum / float64(to-from))
	})
	for _, x := range first.Spread {
		g.Scale = max(g.Scale, math.Log1p(x))
	}
	s.Heat(a, g, density)
}

// leavesSeen is what a stage's head says of the histories.
func (s pane) leavesSeen() string {
	depths := s.depths()
	last := depths[len(depths)-1]
	return fmt.Sprintf("%s: %s of %s histories seen, %s only once", s.Now.Estimate.Estimator, figure.Count(float64(last.Seen)), figure.Count(last.Possible), figure.Count(float64(last.Once)))
}
