package recovery

import (
	"fmt"
	"math"

	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// operatorsNeed is how many rows the operators' picture takes.
func (s pane) operatorsNeed() int { return s.testsRows() + 2 + s.predictionRows() }

// testsRows is how many directions of tests × histories are shown: a few more than are taken.
func (s pane) testsRows() int {
	return min(len(s.Now.Estimate.Tests.Sigma), s.Now.Estimate.Sizes.S+2) + 2
}

// stageOperators draws what predicts without states: how far the directions that were taken stand above chance, by
// how much the outcomes fail to add up with so many, and what is predicted before the first action.
func (s pane) stageOperators(a canvas.Area) int {
	y := s.tests(a.Rows(0, s.testsRows()))
	if s.Now.Estimate.Operators == nil {
		return y
	}
	return y + 1 + s.Predictions(a.Below(y+1))
}

// tests draws the singular values, with what chance alone makes, and the closure with so many directions.
func (s pane) tests(a canvas.Area) int {
	t, k := s.Now.Estimate.Tests, s.Now.Estimate.Sizes.S
	a.Text(1, 0, "σ of tests × histories", kit.Bold)
	beside := max(26, min(40, a.W()/2+1))
	a.Text(beside, 0, kit.FirstThatFits([]string{"outcomes fail to add up by, with k", "do not add up by, with k", "off, with k"}, a.W()-beside-1), kit.Bold)
	const bars = 10
	wide := beside - bars - 8
	scale := func(x float64) float64 { // decades above a tenth of chance
		low := math.Log10(max(t.Noise.Level, t.Sigma[0]*1e-6)) - 1
		return max(0, math.Log10(max(x, 1e-300))-low) / (math.Log10(t.Sigma[0]) - low)
	}
	y, chance := 1, false
	for i := range a.H() - 2 {
		if !chance && t.Sigma[i] <= t.Noise.Limit {
			y, chance = s.chance(a, y, beside), true
		}
		style := canvas.FG(theme.Curve)
		if i >= k {
			style = kit.Dim
		}
		a.Text(2, y, "σ"+figure.Sub(i+1), kit.Plain)
		s.Bar(a, bars-4, y, wide, scale(t.Sigma[i]), style)
		a.Right(beside-2, y, figure.Number(t.Sigma[i]), kit.Plain)
		if i < len(t.Closure) {
			x := a.Text(beside, y, fmt.Sprintf("%d  %s", i+1, figure.Number(t.Closure[i])), kit.Plain)
			if i == k-1 {
				a.Text(x+1, y, string(s.Glyph('◀', '<'))+" taken", kit.Key)
			}
		}
		y++
	}
	if !chance {
		y = s.chance(a, y, beside)
	}
	return y
}

// chance draws the line up to which a singular value may be chance.
func (s pane) chance(a canvas.Area, y, end int) int {
	limit := figure.Number(s.Now.Estimate.Tests.Noise.Limit)
	x := a.Text(2, y, "chance ", kit.Dim)
	a.Repeat(x, y, end-2-x-canvas.Width(limit)-1, s.Glyph('─', '-'), kit.Rule)
	a.Right(end-2, y, limit, kit.Dim)
	return y + 1
}

func (s pane) predictionRows() int { return 1 + s.Sizes().A*s.Sizes().R }
