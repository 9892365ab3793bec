package kit

import (
	"math"

	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// Predictions draws what the first action may bring: each reward's predicted probability, and the true one.
func (s Scene) Predictions(a canvas.Area) int {
	l, n := s.Now.Estimate.Learned, s.Sizes()
	if a.H() < 2 {
		return 0
	}
	known := s.Unknown() == ""
	a.Text(1, 0, "if the first action were", Bold)
	names := 0
	for action := range n.A {
		names = max(names, canvas.Width(s.Truth().ActionName(action)))
	}
	names = max(names+5, 26)
	right := a.W() - 2
	if known {
		a.Right(right, 0, "truth", Bold)
		right -= 7
	}
	a.Right(right, 0, "predicted", Bold)
	right -= 7
	y := 1
	for action := range n.A {
		told, is := rewardsOf(l.Outcomes(l.Start(), action), n.R), []float64(nil)
		if known {
			is = rewardsOf(s.Truth().Outcomes(s.Truth().Start(), action), n.R)
		}
		named := false
		for r, p := range told {
			if y >= a.H() {
				return y
			}
			if never := .0005; math.Abs(p) < never && (!known || is[r] < never) { // it does not happen
				continue
			}
			if !named {
				a.Text(s.Action(a, 2, y, action)+1, y, s.Truth().ActionName(action), Plain)
				named = true
			}
			x := a.Text(names, y, "reward "+figure.Number(s.Truth().RewardValue(r)), Plain)
			style := Plain
			if p < 0 {
				style = Bad
			}
			s.Bar(a, x+1, y, right-x-3, max(p, 0), canvas.FG(theme.Curve))
			a.Right(right+7, y, Fixed(p), style)
			if known {
				a.Right(a.W()-2, y, Fixed(is[r]), Dim)
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
