package recovery

import (
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Rows of the cloud, at least and at most; it is twice as wide as high, which is a square on a screen.
const (
	leastCloud  = 6
	mostCloud   = 36
	besideCloud = 46 // columns of what stands beside it
)

func (s pane) drawsNeed() int { return leastCloud + 4 }

// drawsRows is how many rows stand beside or below the cloud.
func (s pane) drawsRows() int { return 4 + s.Sizes().A }

// stageDraws draws the posterior: each draw is a dot, by what is seen of two states. While the episodes are few the
// dots fill the square; then they part into two mirrored halves, as the states have no names; then into a blot.
func (s pane) stageDraws(a canvas.Area) int {
	n := s.Sizes()
	z := s.Truth().ObservationName(0)
	action := s.Truth().ActionName(0)
	if n.S < 2 || n.Z < 2 {
		return s.drawsWords(a)
	}
	a.Text(1, 0, kit.FirstThatFits([]string{
		fmt.Sprintf("each dot a draw: p(%s) under %s, state 1 across, state 2 up", z, action),
		fmt.Sprintf("draws: p(%s), state 1 across, 2 up", z)}, a.W()-2), kit.Bold)
	high := min(max(leastCloud, a.H()-4), mostCloud)
	beside := a.W() >= 2*high+6+besideCloud
	if !beside {
		high = min(max(leastCloud, a.H()-4-s.drawsRows()), mostCloud)
	}
	s.square(a.Below(1), high, window{side: 1}, [2]string{"0", "1"}, [2]string{"0", "1"})
	if !beside {
		return high + 2 + s.drawsWords(a.Below(high+2))
	}
	words := a.Sub(2*high+6, 1, a.W()-2*high-6, high+1)
	lens, small := s.magnified()
	if !small {
		s.drawsWords(words)
		return high + 3
	}
	across, up := lens.ends(lens.across), lens.ends(lens.up)
	grown := fmt.Sprintf("magnified %.0f ×", 1/lens.side)
	if left := words.H() - s.drawsRows() - 4; left > leastCloud {
		at := words.Below(s.drawsWords(words) + 1)
		at.Text(1, 0, "the cloud, "+grown, kit.Bold)
		s.square(at.Below(1), min(left, (at.W()-lensMargin)/2), lens, across, up)
		return high + 3
	}
	s.square(words, high, lens, across, up)
	s.drawsWords(words.Sub(2*high+lensMargin, 0, words.W()-2*high-lensMargin, high), "right: "+grown)
	return high + 3
}

// lensMargin is the width of the ticks before a magnified square.
const lensMargin = 6

// window is a part of the square of two probabilities: its lower left corner, and how wide and high it is.
type window struct{ across, up, side float64 }

// ends are what stands at the ends of an axis.
func (w window) ends(from float64) [2]string {
	return [2]string{figure.Probability(from), figure.Probability(from + w.side)}
}

// smallBlot is the part of the square's side from which on a blot is magnified.
const smallBlot = .125

// magnified is the window around the last draw's blot, with the truth where it lies near; false where it is not small.
func (s pane) magnified() (window, bool) {
	p := s.Now.Estimate.Posterior
	var near [][2]float64
	for _, x := range p.All {
		near = append(near, [2]float64{p.Observation(x, 0, 0, 0), p.Observation(x, 0, 1, 0)})
	}
	centre := near[len(near)-1]
	if s.Unknown() == "" {
		if truth := [2]float64{s.Truth().Z(0, 0, 0), s.Truth().Z(0, 1, 0)}; mirroredApart(centre, truth) < smallBlot/2 {
			near = append(near, truth)
		}
	}
	w := around(centre, near)
	return w, w.side <= smallBlot
}

// around is the narrowest window with a side of 1, 1/2, 1/5, 1/10, … that holds all points, or their mirror images, and some room.
func around(centre [2]float64, points [][2]float64) window {
	far := 1e-6
	for _, x := range points {
		far = max(far, mirroredApart(centre, x))
	}
	side := 1.0
	for k, next := 0, .5; side*next > 2.4*far; k++ {
		side *= next
		next = [...]float64{.4, .5, .5}[k%3]
	}
	corner := func(x float64) float64 { return min(1-side, max(0, math.Round((x-side/2)/(side/10))*(side/10))) }
	return window{corner(centre[0]), corner(centre[1]), side}
}

// mirroredApart is how far a point is from another along an axis, or its mirror image if that is nearer.
func mirroredApart(x, y [2]float64) float64 {
	return min(max(math.Abs(x[0]-y[0]), math.Abs(x[1]-y[1])), max(math.Abs(x[0]-y[1]), math.Abs(x[1]-y[0])))
}

// square draws the cloud in a window, with ticks at the ends of both axes.
func (s pane) square(a canvas.Area, high int, w window, across, up [2]string) {
	left := max(canvas.Width(up[0]), canvas.Width(up[1])) + 2
	s.cloud(a.Sub(left, 0, 2*high, high), w)
	a.Right(left-1, 0, up[1], kit.Dim)
	a.Right(left-1, high-1, up[0], kit.Dim)
	a.Text(left, high, across[0], kit.Dim)
	a.Right(left+2*high, high, across[1], kit.Dim)
}

// cloud draws a dot for each draw in a window, and a cross at the truth, in both orders of the states.
func (s pane) cloud(a canvas.Area, w window) {
	p := s.Now.Estimate.Posterior
	for y := range a.H() {
		a.Set(0, y, s.Glyph('│', '|'), kit.Rule)
	}
	a.Repeat(0, a.H()-1, a.W(), s.Glyph('─', '-'), kit.Rule)
	plot := a.Sub(1, 0, a.W()-1, a.H()-1)
	style := canvas.FG(theme.Curve)
	dots := canvas.NewDots(plot)
	width, height := dots.W(), dots.H()
	if s.Theme.ASCII {
		width, height = plot.W(), plot.H()
	}
	at := func(across, up float64, width, height int) (x, y int, in bool) {
		across, up = (across-w.across)/w.side, (up-w.up)/w.side
		return int(across*float64(width-1) + .5), int((1-up)*float64(height-1) + .5), min(across, up, 1-across, 1-up) >= 0
	}
	for _, draw := range p.All {
		switch x, y, in := at(p.Observation(draw, 0, 0, 0), p.Observation(draw, 0, 1, 0), width, height); {
		case in && s.Theme.ASCII:
			plot.Set(x, y, '.', style)
		case in:
			dots.Set(x, y, style)
		}
	}
	dots.Draw()
	if s.Unknown() != "" {
		return
	}
	first, second := s.Truth().Z(0, 0, 0), s.Truth().Z(0, 1, 0)
	for _, truth := range [][2]float64{{first, second}, {second, first}} {
		if x, y, in := at(truth[0], truth[1], plot.W(), plot.H()); in {
			plot.Set(x, y, '+', kit.Good)
		}
	}
}

// drawsWords says how the chains went, and what the draws say of the first reward, after lines of the caller's.
func (s pane) drawsWords(a canvas.Area, first ...string) int {
	e := s.Now.Estimate
	p, rewards := e.Posterior, s.Truth().RewardValues()
	known := s.Unknown() == ""
	sweeps := len(p.LogLikelihood[0])
	chains := figure.Counted(len(p.LogLikelihood), "chain", "chains")
	lines := [][]string{}
	for _, line := range first {
		lines = append(lines, []string{line})
	}
	lines = append(lines, [][]string{
		{fmt.Sprintf("%s of %d sweeps, the first %d each left out: %d dots", chains, sweeps, sweeps-len(p.All)/len(p.LogLikelihood), len(p.All)), fmt.Sprintf("%d dots, draws of %s", len(p.All), chains), fmt.Sprintf("%d dots, %s", len(p.All), chains)},
		s.chainOrders(),
		{fmt.Sprintf("%d of the dots are kept for the plan", len(p.Draws)), fmt.Sprintf("%d kept for the plan", len(p.Draws))}}...)
	if known {
		lines = append(lines, []string{"+ is the truth, in both orders of the states", "+ is the truth, in both orders", "+ truth, both orders"})
	}
	lines = append(lines, []string{"the first action earns, by the draws", "the first action earns"})
	for action := range s.Sizes().A {
		mean, deviation := p.Mean(func(x []float64) float64 { return p.Earns(rewards, x, action) })
		name, error := s.Truth().ActionName(action), " ± "+figure.Number(deviation)
		said := []string{"  " + name + "  " + kit.Fixed(mean) + error, " " + name + " " + kit.Fixed(mean) + error, " " + name + " " + kit.Fixed(mean)}
		if known {
			truth := 0.0
			for state, b := range s.Truth().InitialBelief() {
				truth += b * s.Truth().MeanReward(action, state)
			}
			said = append([]string{said[0] + "  truth " + kit.Fixed(truth)}, said...)
		}
		lines = append(lines, said)
	}
	for y, line := range lines {
		a.Text(1, y, kit.FirstThatFits(line, a.W()-2), kit.Plain)
	}
	return len(lines)
}

// chainOrders says whether the chains list the states in one order, as far as the dots tell.
func (s pane) chainOrders() []string {
	p := s.Now.Estimate.Posterior
	point := func(x []float64) [2]float64 { return [2]float64{p.Observation(x, 0, 0, 0), p.Observation(x, 0, 1, 0)} }
	last := point(p.All[len(p.All)-1])
	other := slices.ContainsFunc(p.All, func(x []float64) bool {
		at := point(x)
		return math.Hypot(at[0]-last[0], at[1]-last[1]) > math.Hypot(at[1]-last[0], at[0]-last[1])
	})
	if !other && p.Switches == 0 {
		return []string{"each chain has its own order of the states: here they agree", "chains agree on the order", "their orders agree"}
	}
	return []string{"each chain has its own order of the states; changed within one: " + figure.Counted(p.Switches, "time", "times"), "each chain has its own order", "each has its own order"}
}

// drawsAnswer is what a stage's head says of the posterior.
func (s pane) drawsAnswer() string {
	p := s.Now.Estimate.Posterior
	rewards := s.Truth().RewardValues()
	most, at, deviation := math.Inf(-1), 0, 0.0
	for action := range s.Sizes().A {
		if mean, d := p.Mean(func(x []float64) float64 { return p.Earns(rewards, x, action) }); mean > most {
			most, at, deviation = mean, action, d
		}
	}
	return fmt.Sprintf("%s: %s earns %s ± %s at first", s.Now.Estimate.Estimator, s.Truth().ActionName(at), kit.Fixed(most), figure.Number(deviation))
}
