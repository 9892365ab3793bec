package kit

import (
	"fmt"
	"math"

	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// foretold is a reward that an action may bring.
type foretold struct {
	action, reward int
	predicted, is  float64
}

// firstRewards are those that the first action may bring, or is said to bring.
func (s Scene) firstRewards() (all []foretold) {
	const never = .0005
	l, n := s.Now.Estimate.Learned, s.Sizes()
	for action := range n.A {
		is := make([]float64, n.R)
		if s.Unknown() == "" {
			is = rewardsOf(s.Truth().Outcomes(s.Truth().Start(), action), n.R)
		}
		for r, p := range rewardsOf(l.Outcomes(l.Start(), action), n.R) {
			if math.Abs(p) >= never || is[r] >= never {
				all = append(all, foretold{action, r, p, is[r]})
			}
		}
	}
	return all
}

// PredictionRows is how many rows Predictions takes.
func (s Scene) PredictionRows() int { return 1 + len(s.firstRewards()) }

// Predictions draws what the first action may bring: each reward's predicted probability, and the true one.
func (s Scene) Predictions(a canvas.Area) int {
	if a.H() < 2 {
		return 0
	}
	all, known := s.firstRewards(), s.Unknown() == ""
	x := a.Text(1, 0, "if the first action were", Bold)
	if room := a.H() - 1; room < len(all) {
		a.Text(x+1, 0, fmt.Sprintf("(%d of %d rows)", room, len(all)), Dim)
		all = all[:room]
	}
	names := 0
	for action := range s.Sizes().A {
		names = max(names, canvas.Width(s.Truth().ActionName(action)))
	}
	names = max(names+5, 26)
	bars := 0 // where they begin
	for _, f := range all {
		bars = max(bars, names+canvas.Width(rewardWords(s, f))+1)
	}
	right := a.W() - 2
	if known {
		a.Right(right, 0, "truth", Bold)
		right -= 7
	}
	a.Right(right, 0, "predicted", Bold)
	right -= 7
	for i, f := range all {
		y := 1 + i
		if i == 0 || all[i-1].action != f.action {
			a.Text(s.Action(a, 2, y, f.action)+1, y, s.Truth().ActionName(f.action), Plain)
		}
		a.Text(names, y, rewardWords(s, f), Plain)
		style := Plain
		if f.predicted < 0 {
			style = Bad
		}
		s.Bar(a, bars, y, right-bars-2, max(f.predicted, 0), canvas.FG(theme.Curve))
		a.Right(right+7, y, Fixed(f.predicted), style)
		if known {
			a.Right(a.W()-2, y, Fixed(f.is), Dim)
		}
	}
	return 1 + len(all)
}

func rewardWords(s Scene, f foretold) string {
	return "reward " + figure.Number(s.Truth().RewardValue(f.reward))
}

// rewardsOf sums the weights of outcomes over what is seen.
func rewardsOf(outcomes []float64, rewards int) []float64 {
	out := make([]float64, rewards)
	for o, w := range outcomes {
		out[o%rewards] += w
	}
	return out
}
