package panes

import (
	"fmt"
	"math"

	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// operatorsNeed is how many rows the operators' picture takes.
func (s Scene) operatorsNeed() int { return s.testsRows() + 2 + s.predictionRows() }

// testsRows is how many directions of tests × histories are shown: a few more than are taken.
func (s Scene) testsRows() int {
	return min(len(s.Now.Estimate.Tests.Sigma), s.Now.Estimate.Sizes.S+2) + 2
}

// stageOperators draws what predicts without states: how far the directions that were taken stand above chance, by
// how much the outcomes fail to add up with so many, and what is predicted before the first action.
func (s Scene) stageOperators(a canvas.Area) int {
	y := s.tests(a.Rows(0, s.testsRows()))
	if s.Now.Estimate.Operators == nil {
		return y
	}
	return y + 1 + s.predictions(a.Below(y+1))
}

// tests draws the singular values, with what chance alone makes, and the closure with so many directions.
func (s Scene) tests(a canvas.Area) int {
	t, k := s.Now.Estimate.Tests, s.Now.Estimate.Sizes.S
	a.Text(1, 0, "σ of tests × histories", bold)
	beside := max(26, min(40, a.W()/2+1))
	a.Text(beside, 0, firstThatFits([]string{"outcomes fail to add up by, with k", "do not add up by, with k", "off, with k"}, a.W()-beside-1), bold)
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
			style = dim
		}
		a.Text(2, y, "σ"+figure.Sub(i+1), text)
		s.bar(a, bars-4, y, wide, scale(t.Sigma[i]), style)
		a.Right(beside-2, y, figure.Number(t.Sigma[i]), text)
		if i < len(t.Closure) {
			x := a.Text(beside, y, fmt.Sprintf("%d  %s", i+1, figure.Number(t.Closure[i])), text)
			if i == k-1 {
				a.Text(x+1, y, string(s.glyph('◀', '<'))+" taken", key)
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
func (s Scene) chance(a canvas.Area, y, end int) int {
	limit := figure.Number(s.Now.Estimate.Tests.Noise.Limit)
	x := a.Text(2, y, "chance ", dim)
	a.Repeat(x, y, end-2-x-canvas.Width(limit)-1, s.glyph('─', '-'), rule)
	a.Right(end-2, y, limit, dim)
	return y + 1
}

func (s Scene) predictionRows() int { return 1 + s.sizes().A*s.sizes().R }

// predictions draws what the first action may bring: each reward's predicted probability, and the true one.
func (s Scene) predictions(a canvas.Area) int {
	l, n := s.Now.Estimate.Learned, s.sizes()
	if a.H() < 2 {
		return 0
	}
	known := s.unknown() == ""
	a.Text(1, 0, "if the first action were", bold)
	names := 0
	for action := range n.A {
		names = max(names, canvas.Width(s.truth().ActionName(action)))
	}
	names = max(names+5, 26)
	right := a.W() - 2
	if known {
		a.Right(right, 0, "truth", bold)
		right -= 7
	}
	a.Right(right, 0, "predicted", bold)
	right -= 7
	y := 1
	for action := range n.A {
		told, is := rewardsOf(l.Outcomes(l.Start(), action), n.R), []float64(nil)
		if known {
			is = rewardsOf(s.truth().Outcomes(s.truth().Start(), action), n.R)
		}
		for r, p := range told {
			if y >= a.H() {
				return y
			}
			if r == 0 {
				a.Text(s.action(a, 2, y, action)+1, y, s.truth().ActionName(action), text)
			}
			x := a.Text(names, y, "reward "+figure.Number(s.truth().RewardValue(r)), text)
			style := text
			if p < 0 {
				style = bad
			}
			s.bar(a, x+1, y, right-x-3, max(p, 0), canvas.FG(theme.Curve))
			a.Right(right+7, y, fixed(p), style)
			if known {
				a.Right(a.W()-2, y, fixed(is[r]), dim)
			}
			y++
		}
	}
	return y
}

// rewardsOf sums the weights of outcomes over what is seen.
func rewardsOf(outcomes []float64, rewards int) []float64 {
	out := make([]float64, rewards)
	for o, w := range outcomes {
		out[o%rewards] += w
	}
	return out
}
