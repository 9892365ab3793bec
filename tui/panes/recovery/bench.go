package recovery

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model/why"
	"eeporl/moments/bench"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// drawBench shows where the user's own estimator departs from the formulas: every figure that it
// gave, and the first that differs beside what was expected.
func (s pane) drawBench(a canvas.Area) {
	y := kit.Wrap(a, 1, 0, a.W()-2, "the bench: each figure of theirs against what follows from theirs before it", kit.Bold)
	r := s.Session.Bench()
	if r == nil {
		why := "is being held against the formulas …"
		if err := s.Session.BenchFailed(); err != nil {
			why = "cannot be held against the formulas: " + err.Error()
		}
		kit.Wrap(a, 1, y+1, a.W()-2, "The answer "+why, kit.Dim)
		return
	}
	const table, gap = 36, 2
	if a.W() >= 2*table {
		s.benchTable(a.Sub(0, y, table, a.H()-y), r)
		s.benchFirst(a.Sub(table+gap, y, a.W()-table-gap, a.H()-y), r)
		return
	}
	y += s.benchTable(a.Below(y), r)
	s.benchFirst(a.Below(y+1), r)
}

// benchTable lists the figures that were given, and returns the rows that it took.
func (s pane) benchTable(a canvas.Area, r *bench.Report) int {
	columns := [...]int{1, 13, 21, 29}
	for i, title := range [...]string{"figure", "", "off by", "noise"} {
		if title != "noise" || slices.ContainsFunc(r.Judged, besideNoise) {
			a.Text(columns[i], 0, title, kit.Dim)
		}
	}
	shown, rows := r.Judged, 1
	if hidden := len(shown) + 2 - a.H(); hidden > 0 { // those that agree say least
		shown = slices.Clone(shown)
		agree := func(j bench.Judged) bool { return j.Verdict == bench.Agrees }
		left := 0
		for range hidden {
			if i := slices.IndexFunc(shown, agree); i >= 0 {
				shown, left = slices.Delete(shown, i, i+1), left+1
			}
		}
		if left > 0 {
			a.Text(columns[0], 1+len(shown), fmt.Sprintf("and %d more that agree", left), kit.Dim)
			rows++
		}
	}
	for i, j := range shown {
		word, style := verdictWord(j.Verdict)
		a.Text(columns[0], 1+i, j.What, kit.Plain)
		a.Text(columns[1], 1+i, word, style)
		a.Text(columns[2], 1+i, offBy(j), style)
		if target, ok := benchTarget(j); ok {
			s.Spot(a, 1, 1+i, columns[2]+6, 1, target)
		}
		if besideNoise(j) {
			a.Text(columns[3], 1+i, figure.Percent(j.Noise), kit.Dim)
		}
	}
	return rows + len(shown)
}

// benchFirst is about the figure that differs first.
func (s pane) benchFirst(a canvas.Area, r *bench.Report) {
	y := 0
	if r.Doubt != "" {
		y = kit.Wrap(a, 1, 0, a.W()-2, "From Ô on these counts tell little: "+r.Doubt, kit.Warn) + 1
	}
	if r.First < 0 {
		style := kit.Good
		if r.Outcome() == bench.Undecided {
			style = kit.Warn
		}
		for _, sentence := range slices.Concat(r.Unjudged, r.Summary()) {
			y = kit.Wrap(a, 1, y, a.W()-2, sentence, style)
		}
		return
	}
	first := r.Judged[r.First]
	y = kit.Wrap(a, 1, y, a.W()-2, first.Found(), kit.Plain)
	looks := first.Looks()
	if len(looks) == 0 {
		looks = []string{"No known mistake explains it."}
	}
	for i, look := range looks[:min(len(looks), 3)] {
		y = kit.Wrap(a, 1, y, a.W()-2, look, [...]canvas.Style{kit.Bad, kit.Plain, kit.Plain}[i])
	}
	s.benchPictures(a.Below(y+1), first)
}

// besideNoise tells whether a deviation is held against what other samples do.
func besideNoise(j bench.Judged) bool { return j.Noise > 0 && j.Verdict != bench.Agrees }

func verdictWord(v bench.Verdict) (string, canvas.Style) {
	switch v {
	case bench.Differs:
		return "differs", kit.Bad
	case bench.Noise:
		return "noise", kit.Plain
	case bench.Noisier:
		return "noisier", kit.Plain
	case bench.NotJudged:
		return "unsure", kit.Warn
	case bench.Otherwise:
		return "other way", kit.Plain
	}
	return "agrees", kit.Good
}

// benchTarget is the entry at which a figure differs most, as something that can be asked about.
func benchTarget(j bench.Judged) (why.Ref, bool) {
	if len(j.At) != 2 {
		return why.Ref{}, false
	}
	row, column := j.At[0], j.At[1]
	switch j.What {
	case "P₁₂":
		return kit.FigureAt(why.P12, row, column).Value(), true
	case "P₁₃":
		return kit.FigureAt(why.P13, row, column).Value(), true
	case "σ":
		return kit.FigureAt(why.Sigma, column).Value(), true
	case "Ô":
		return kit.FigureAt(why.Entry, row, column).Value(), true
	case "T̂":
		return kit.FigureAt(why.Step, row, column).Value(), true
	case "ŵ":
		return kit.FigureAt(why.Weight, column).Value(), true
	case "labels":
		return kit.FigureAt(why.Label, column).Value(), true
	}
	return why.Ref{}, false
}

// offBy is how far a figure is off, but for rounding.
func offBy(j bench.Judged) string {
	if j.Size <= bench.Rounding {
		return "0"
	}
	return j.Off()
}

// benchLabels lists their label of each column, and what was expected.
func (s pane) benchLabels(a canvas.Area, j bench.Judged) {
	const left, wide = 10, 4
	columns := len(j.OurRows[0])
	fit := min(columns, max(a.W()-left, 0)/wide)
	if fit < columns {
		fit = max(fit-1, 0)
		a.Text(left+fit*wide, 0, fmt.Sprintf("+%d", columns-fit), kit.Dim)
	}
	for y, row := range [][]float64{nil, j.TheirRows[0][:fit], j.OurRows[0][:fit]} {
		a.Text(1, y, [3]string{"column", "theirs", "expected"}[y], kit.Dim)
		for i := range fit {
			x := left + i*wide
			if row == nil {
				a.Text(x, y, fmt.Sprint(i+1), kit.Dim)
				continue
			}
			pair := int(row[i])
			if pair >= s.Sizes().Pairs() {
				pair = -1
			}
			if s.Pair(a, x, y, pair); pair != int(j.OurRows[0][i]) {
				a.Text(x+2, y, "!", kit.Bad)
			}
		}
	}
}

// benchPictures draws a figure of theirs, what was expected, and the difference.
func (s pane) benchPictures(a canvas.Area, j bench.Judged) {
	if j.What == "labels" && len(j.OurRows) > 0 && a.H() >= 3 {
		s.benchLabels(a, j)
		return
	}
	if len(j.OurRows) == 0 || a.H() < 4 {
		return
	}
	rows, cols, what := len(j.OurRows), len(j.OurRows[0]), j.What
	lies := rows > 4*cols && (rows+1)/2 > a.H()-2 // a tall and narrow one, which would lose its rows
	if lies {
		rows, cols, what = cols, rows, what+"ᵀ"
	}
	entry := func(x [][]float64) func(i, k int) float64 {
		return func(i, k int) float64 {
			if lies {
				i, k = k, i
			}
			if v := x[i][k]; !math.IsInf(v, 0) {
				return v
			}
			return math.NaN()
		}
	}
	yours, expected := kit.NewGrid(rows, cols, entry(j.TheirRows)), kit.NewGrid(rows, cols, entry(j.OurRows))
	wrong := yours.Minus(expected)
	expected.Scale = max(expected.Largest(), yours.Largest())
	yours.Scale, wrong.Scale = expected.Scale, wrong.Largest()
	d, ok := s.fit(expected, (a.W()-6)/3, a.H()-2)
	if !ok {
		return
	}
	w, h := expected.Size(d)
	step := max(w+2, canvas.Width("their "+what)+2, 12)
	for i, g := range []kit.Grid{yours, expected, wrong} {
		x := a.Text(1+i*step, 0, [3]string{"their " + what, "expected", "difference"}[i], kit.Dim)
		if i == 2 && x+9 < a.W() {
			s.DiffScale(a.Rows(0, 1), x+1, wrong.Scale)
		}
		s.Heat(a.Sub(1+i*step, 1, w, h), g, d)
	}
}
