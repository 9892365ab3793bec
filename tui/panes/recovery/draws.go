package recovery

import (
	"fmt"
	"math"

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
	s.cloud(a.Sub(3, 1, 2*high, high))
	a.Text(1, 1, "1", kit.Dim)
	a.Text(1, high, "0", kit.Dim)
	a.Text(3, high+1, "0", kit.Dim)
	a.Right(3+2*high, high+1, "1", kit.Dim)
	if beside {
		s.drawsWords(a.Sub(2*high+6, 1, a.W()-2*high-6, high+1))
		return high + 3
	}
	return high + 2 + s.drawsWords(a.Below(high+2))
}

// cloud draws a dot for each draw, and a cross at the truth, in both orders of the states.
func (s pane) cloud(a canvas.Area) {
	p := s.Now.Estimate.Posterior
	for y := range a.H() {
		a.Set(0, y, s.Glyph('│', '|'), kit.Rule)
	}
	a.Repeat(0, a.H()-1, a.W(), s.Glyph('─', '-'), kit.Rule)
	plot := a.Sub(1, 0, a.W()-1, a.H()-1)
	style := canvas.FG(theme.Curve)
	dots := canvas.NewDots(plot)
	for _, x := range p.All {
		across, up := p.Observation(x, 0, 0, 0), p.Observation(x, 0, 1, 0)
		if s.Theme.ASCII {
			plot.Set(int(across*float64(plot.W()-1)+.5), int((1-up)*float64(plot.H()-1)+.5), '.', style)
			continue
		}
		dots.Set(int(across*float64(dots.W()-1)+.5), int((1-up)*float64(dots.H()-1)+.5), style)
	}
	if !s.Theme.ASCII {
		dots.Draw()
	}
	if s.Unknown() != "" {
		return
	}
	first, second := s.Truth().Z(0, 0, 0), s.Truth().Z(0, 1, 0)
	for _, at := range [][2]float64{{first, second}, {second, first}} {
		plot.Set(int(at[0]*float64(plot.W()-1)+.5), int((1-at[1])*float64(plot.H()-1)+.5), '+', kit.Good)
	}
}

// drawsWords says how the chains went, and what the draws say of the first reward.
func (s pane) drawsWords(a canvas.Area) int {
	e := s.Now.Estimate
	p, rewards := e.Posterior, s.Truth().RewardValues()
	known := s.Unknown() == ""
	sweeps := len(p.LogLikelihood[0])
	chains := figure.Counted(len(p.LogLikelihood), "chain", "chains")
	lines := [][]string{
		{fmt.Sprintf("%s of %d sweeps, the first %d each left out: %d dots", chains, sweeps, sweeps-len(p.All)/len(p.LogLikelihood), len(p.All)), fmt.Sprintf("%d dots, draws of %s", len(p.All), chains)},
		{fmt.Sprintf("%d of the dots are kept for the plan", len(p.Draws))},
		{"each chain has its own order of the states; changed within one: " + figure.Counted(p.Switches, "time", "times"), "each chain has its own order"}}
	if known {
		lines = append(lines, []string{"+ is the truth, in both orders of the states", "+ is the truth, in both orders"})
	}
	lines = append(lines, []string{"the first action earns, by the draws"})
	for action := range s.Sizes().A {
		mean, deviation := p.Mean(func(x []float64) float64 { return p.Earns(rewards, x, action) })
		line := fmt.Sprintf("  %s  %s ± %s", s.Truth().ActionName(action), kit.Fixed(mean), figure.Number(deviation))
		if known {
			truth := 0.0
			for state, b := range s.Truth().InitialBelief() {
				truth += b * s.Truth().MeanReward(action, state)
			}
			line += "  truth " + kit.Fixed(truth)
		}
		lines = append(lines, []string{line})
	}
	for y, line := range lines {
		a.Text(1, y, kit.FirstThatFits(line, a.W()-2), kit.Plain)
	}
	return len(lines)
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
