package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// DrawBranches sets all branches side by side.
func DrawBranches(b canvas.Area, g Glance) {
	summaries := g.Session.Summaries()
	b = g.box(b, len(summaries)+1, "Branches, each at its end", [][2]string{{g.KeyFor("switch-branch"), "switch"}, {"Esc", "close"}})
	columns := []struct {
		title string
		right int
	}{{"N", 15}, {"σ_k", 26}, {"labels", 33}, {"RMSE", 44}, {"regret", 55}, {"findings", 64}}
	b.Text(0, 0, "branch", Bold)
	for _, c := range columns {
		b.Right(c.right, 0, c.title, Bold)
	}
	b.Text(66, 0, "differs", Bold)
	figureOr := func(x float64) string {
		if math.IsNaN(x) {
			return "–"
		}
		return figure.Number(x)
	}
	for i, s := range summaries {
		y := 1 + i
		if y >= b.H() {
			return
		}
		style := canvas.Style{}
		if s.Active {
			style = Mark
		}
		b.Text(0, y, fmt.Sprintf("%d", s.Number), style)
		b.Right(columns[0].right, y, figure.Count(s.N), style)
		b.Right(columns[1].right, y, figureOr(s.SigmaK), style)
		if s.Estimator != "" {
			b.Right(columns[2].right, y, fmt.Sprint(s.LabelsRight), style)
			b.Right(columns[5].right, y, fmt.Sprint(s.Findings), style)
		}
		b.Right(columns[3].right, y, figureOr(s.RMSE), style)
		b.Right(columns[4].right, y, s.Regret.Text(figureOr), style)
		words := s.Differs
		if s.Estimator != "" && s.Estimator != estimators.EstimatorNames()[0] && !slices.Contains(strings.Split(words, ", "), s.Estimator) {
			words = s.Estimator + " " + words
		}
		b.Text(66, y, words, Dim)
	}
}
