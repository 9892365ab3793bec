package recovery

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// operatorsNeed is how many rows the operators' picture takes.
func (s pane) operatorsNeed() int { return s.testsRows() + 2 + s.PredictionRows() }

// testsRows is how many rows the directions take.
func (s pane) testsRows() int { return len(s.directions(moreDirections)) + 2 }

// moreDirections is how many are shown beyond those that are taken.
const moreDirections = 2

// directions are those that are shown: so many more than are taken, and of many the first and the last ones, with
// −1 for those between.
func (s pane) directions(more int) []int {
	const few = 8
	t := s.Now.Estimate.Tests
	var out []int
	for i := range min(len(t.Sigma), t.Taken+more) {
		switch {
		case t.Taken <= few || i < 3 || i >= t.Taken-3:
			out = append(out, i)
		case i == 3:
			out = append(out, -1)
		}
	}
	return out
}

// stageOperators draws what predicts without states: how far the directions that were taken stand above chance, by
// how much the outcomes fail to add up with so many, and what is predicted before the first action.
func (s pane) stageOperators(a canvas.Area) int {
	more := moreDirections
	if a.H() < s.operatorsNeed() {
		more--
	}
	y := s.tests(a.Rows(0, s.testsRows()), more)
	if s.Now.Estimate.Operators == nil {
		return y
	}
	return y + 1 + s.Predictions(a.Below(y+1))
}

// tests draws the singular values, with what chance alone makes, and the closure with so many directions.
func (s pane) tests(a canvas.Area, more int) int {
	t := s.Now.Estimate.Tests
	beside := max(26, min(51, a.W()/2+1))
	kinds, _, _ := strings.Cut(t.Of, " of ") // without their lengths
	a.Text(1, 0, kit.FirstThatFits([]string{"σ of " + t.Of + ", log scale", "σ of " + t.Of, "σ of " + kinds + ", log scale", "σ, log scale"}, beside-2), kit.Bold)
	a.Text(beside, 0, kit.FirstThatFits([]string{"k kept: how far outcomes' Σp is from 1, at worst", "k kept: outcomes' Σp misses 1 by", "k kept: Σp misses 1 by", "k: Σp misses 1"}, a.W()-beside-1), kit.Bold)
	wide := beside - barsAt - 12
	scale := func(x float64) float64 { // decades above a tenth of chance
		low := math.Log10(max(t.Noise.Level, t.Sigma[0]*1e-6)) - 1
		return max(0, math.Log10(max(x, 1e-300))-low) / (math.Log10(t.Sigma[0]) - low)
	}
	at := barsAt + int(float64(wide)*scale(t.Noise.Limit)+.5) // where chance ends
	y, chance := 1, false
	for _, i := range s.directions(more) {
		if i < 0 {
			a.Text(2, y, string(s.Glyph('…', '.')), kit.Dim)
			y++
			continue
		}
		if !chance && t.Sigma[i] <= t.Noise.Limit {
			y, chance = s.chance(a, y, beside, at), true
		}
		style := canvas.FG(theme.Curve)
		if i >= t.Taken {
			style = kit.Dim
		}
		a.Text(2, y, "σ"+figure.Sub(i+1), kit.Plain)
		s.Bar(a, barsAt, y, wide, scale(t.Sigma[i]), style)
		sigma, off := figure.Number(t.Sigma[i]), ""
		if i < len(t.Closure) {
			off = fmt.Sprintf("%-2d  %s", i+1, figure.Number(t.Closure[i]))
		}
		if i == t.Taken-1 {
			s.Right(a, beside-2, y, sigma, kit.Plain, kit.Alone(why.TestsSigma))
			if off != "" {
				x := s.Whole(a, beside, y, off, kit.Plain, kit.Alone(why.Closure))
				arrow, chance := string(s.Glyph('←', '<')), s.Now.Estimate.Chance()
				a.Text(x+1, y, kit.FirstThatFits([]string{arrow + " taken: the last σ above " + chance, arrow + " taken: last above " + chance, arrow + " taken"}, a.W()-x-2), kit.Key)
			}
		} else {
			a.Right(beside-2, y, sigma, kit.Plain)
			a.Text(beside, y, off, kit.Plain)
		}
		y++
	}
	if !chance {
		y = s.chance(a, y, beside, at)
	}
	return y
}

// barsAt is the column at which the bars of singular values begin.
const barsAt = 11

// chance draws the line up to which a singular value may be chance, on the bars' scale.
func (s pane) chance(a canvas.Area, y, end, at int) int {
	a.Text(2, y, s.Now.Estimate.Chance(), kit.Dim)
	a.Repeat(barsAt, y, at-barsAt, s.Glyph('─', '-'), kit.Rule)
	s.Right(a, end-2, y, figure.Number(s.Now.Estimate.Tests.Noise.Limit), kit.Dim, kit.Alone(why.TestsLimit))
	return y + 1
}
