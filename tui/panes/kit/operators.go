package kit

import (
	"math"
	"slices"

	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// foretold is a reward that an action may bring.
type foretold struct {
	action, reward int
	predicted, is  float64
}

// Never is a probability that is written as 0.
const Never = .0005

// Together says which groups have room in so many rows: whole ones, those of one row left out first.
func Together(sizes []int, rows int) []bool {
	shown := make([]bool, len(sizes))
	for _, several := range []bool{true, false} {
		for i, k := range sizes {
			if (k > 1) == several && k <= rows {
				shown[i] = true
				rows -= k
			}
		}
	}
	return shown
}

// firstRewards are those that the first action may bring, or is said to bring.
func (s Scene) firstRewards() (all []foretold) {
	l, n := s.Now.Estimate.Learned, s.Sizes()
	for action := range n.A {
		is := make([]float64, n.R)
		if s.Unknown() == "" {
			is = RewardsOf(s.Truth().Outcomes(s.Truth().Start(), action), n.R)
		}
		for r, p := range RewardsOf(l.Outcomes(l.Start(), action), n.R) {
			if math.Abs(p) >= Never || is[r] >= Never {
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
	some := ""
	if room := a.H() - 1; room < len(all) {
		some = "(some of the actions)"
		levels := make([]int, s.Sizes().A)
		for _, f := range all {
			levels[f.action]++
		}
		shown := Together(levels, room)
		all = slices.DeleteFunc(all, func(f foretold) bool { return !shown[f.action] })
	}
	if len(all) == 0 {
		return 0
	}
	a.Text(a.Text(1, 0, "if the first action were", Bold)+1, 0, some, Dim)
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

// RewardsOf sums the weights of outcomes over what is seen.
func RewardsOf(outcomes []float64, rewards int) []float64 {
	out := make([]float64, rewards)
	for o, w := range outcomes {
		out[o%rewards] += w
	}
	return out
}
