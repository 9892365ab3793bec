package compare

import (
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// trialColumn is a figure that every estimator has on the counts at the cursor.
type trialColumn struct {
	title  string
	figure int // J of a why.Trial
	of     func(t *experiment.Trial) string
	limit  string  // in the row of the Cramér–Rao limit, "" for nothing
	shows  why.Ref // what limit shows
	column kit.Column
}

// trialRows is how many rows trialTable takes: a head, the estimators, and the limit or why there is none.
func (s pane) trialRows(width int, st model.Standing) int {
	rows := 1 + len(st.Trials)
	if s.Unknown() == "" {
		if s.belowLimit(st) {
			rows += len(kit.Lines(kit.BelowLimit(st.Information), width-4))
		}
		return rows + 1
	}
	return rows + len(kit.Lines(s.unlimited(), width-4))
}

// unlimited says why there is no limit to hold the figures against.
func (s pane) unlimited() string { return "labels, error and worth are unknown: " + s.Unknown() }

// trialTable lists each estimator's figures on the counts at the cursor.
func (s pane) trialTable(a canvas.Area, st model.Standing) int {
	a.Text(3, 0, "estimator", kit.Bold)
	if st.Episodes == 0 {
		a.Text(1, 1, "no triple is counted yet: + adds episodes", kit.Dim)
		return 3
	}
	columns := s.trialColumns(a.W(), st)
	for c := range columns {
		columns[c].column.Head(a, kit.Bold)
	}
	const figures = 13
	names := s.Session.EstimatorNames()
	for i, t := range st.Trials {
		y := 1 + i
		mark, style := curveMark(names[i])
		a.Set(1, y, mark, style)
		a.Text(3, y, names[i], kit.Plain)
		switch {
		case t == nil:
			a.Text(figures, y, "…", kit.Dim)
			continue
		case t.Stopped != "":
			a.Text(figures, y, t.Stopped, kit.Bad)
			continue
		}
		s.Spot(a, 1, y, 2+len(names[i]), 1, kit.FigureAt(why.Trial, i).Value())
		for c := range columns {
			style := kit.Plain
			if columns[c].figure == why.TrialLabels {
				switch {
				case t.Labels.Given, t.Labels.Columns == 0: // no verdict on anything
				case t.Labels.Whole():
					style = kit.Good
				default:
					style = kit.Bad
				}
			}
			s.Figure(a, &columns[c].column, i, y, style, kit.FigureAt(why.Trial, i, columns[c].figure).Value())
		}
	}
	y := 1 + len(st.Trials)
	if s.Unknown() != "" {
		return kit.Wrap(a, 3, y, a.W()-4, s.unlimited(), kit.Dim)
	}
	a.Text(3, y, "Cramér–Rao", kit.Dim)
	room := a.Rows(y, 1).Sub(0, 0, limitsRoom(columns, a.W()), 1)
	switch {
	case st.Information == nil && st.Skipped != "":
		room.Text(figures+1, 0, st.Skipped, kit.Warn)
	case st.Information != nil && math.IsNaN(st.Information.RMSE(st.Episodes)):
		none := "none: three steps do not identify it"
		if figures+1+canvas.Width(none) > room.W() {
			none = "none: cannot identify it"
		}
		room.Text(figures+1, 0, none, kit.Warn)
	}
	for c := range columns {
		s.Figure(a, &columns[c].column, len(st.Trials), y, kit.Dim, columns[c].shows)
	}
	if s.belowLimit(st) {
		return kit.Wrap(a, 3, y+1, a.W()-4, kit.BelowLimit(st.Information), kit.Dim)
	}
	return y + 1
}

// belowLimit reports whether an estimator's error is under the Cramér–Rao limit on these counts.
func (s pane) belowLimit(st model.Standing) bool {
	if st.Information == nil {
		return false
	}
	limit := st.Information.RMSE(st.Episodes)
	return slices.ContainsFunc(st.Trials, func(t *experiment.Trial) bool { return t != nil && t.RMSE < limit })
}

// limitsRoom is how many columns the row of the limit has before its first figure.
func limitsRoom(columns []trialColumn, width int) int {
	for i := range columns {
		if columns[i].limit != "" {
			return columns[i].column.X - 1
		}
	}
	return width
}

// trialColumns are the figures that are known and for which there is room.
func (s pane) trialColumns(width int, st model.Standing) []trialColumn {
	limit, best := math.NaN(), s.Session.Best()
	if st.Information != nil {
		limit = st.Information.RMSE(st.Episodes)
	}
	unless := func(missing bool, text string) string {
		if missing {
			return ""
		}
		return text
	}
	columns := []trialColumn{
		{title: "labels", figure: why.TrialLabels, of: func(t *experiment.Trial) string { return t.Labels.Short() }},
		{title: "RMSE", figure: why.TrialRMSE, of: func(t *experiment.Trial) string { return orDash(t.RMSE) },
			limit: unless(math.IsNaN(limit), figure.Number(limit)), shows: kit.Alone(why.CramerRaoNow)},
		{title: "× limit", figure: why.TrialTimes, of: func(t *experiment.Trial) string {
			return unless(math.IsNaN(limit) || limit == 0, orDash(t.RMSE/limit))
		}},
		{title: "predicts", figure: why.TrialPredicts, of: func(t *experiment.Trial) string { return figure.Number(t.Prediction.TV) }},
		{title: "worth", figure: why.TrialWorth, of: func(t *experiment.Trial) string { return figure.Value(t.Value) },
			limit: best.Text(figure.Value), shows: kit.Alone(why.Optimum)},
		{title: "regret", figure: why.TrialRegret, of: func(t *experiment.Trial) string { return best.Regret(t.Value).Text(figure.Number) }},
	}
	if s.Unknown() != "" {
		columns = []trialColumn{
			{title: "log-loss", figure: why.TrialLogLoss, of: func(t *experiment.Trial) string { return orDash(t.LogLoss) }},
			{title: "promises", figure: why.TrialPromised, of: func(t *experiment.Trial) string { return figure.Value(t.Expected) }},
		}
	}
	timed := false
	for _, t := range st.Trials {
		timed = timed || t != nil && t.Took > 0
	}
	if timed {
		columns = append(columns, trialColumn{title: "ms", figure: why.TrialTook, of: func(t *experiment.Trial) string {
			return figure.Number(t.Took.Seconds() * 1000)
		}})
	}
	// Where room is short the decimal points no longer stand under each other;
	// then the last columns go.
	const first = 13
	for _, aligned := range []bool{true, false} {
		x := first
		for c := range columns {
			x = columns[c].fill(aligned, st).Place(x) + 2
		}
		if x-2 < width {
			return columns
		}
	}
	n := len(columns)
	for n > 0 && columns[n-1].column.X+columns[n-1].column.W >= width {
		n--
	}
	return columns[:n]
}

// orDash writes a figure, and – where an estimator has no such thing.
func orDash(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return figure.Number(x)
}

// fill writes the column's figures, the limit's last.
func (c *trialColumn) fill(aligned bool, st model.Standing) *kit.Column {
	texts := make([]string, 0, len(st.Trials)+1)
	for _, t := range st.Trials {
		if t == nil || t.Stopped != "" {
			texts = append(texts, "")
			continue
		}
		texts = append(texts, c.of(t))
	}
	c.column = kit.NewColumn(c.title, aligned, append(texts, c.limit))
	return &c.column
}
