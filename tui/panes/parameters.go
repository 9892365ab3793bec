package panes

import (
	"fmt"
	"math"

	"eeporl/model/why"
	"eeporl/pomdp/figure"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// drawParameters holds b̂, T̂, Ẑ and R̂ against the truth: truth, estimate and
// signed error of every entry, one distribution a row.
func drawParameters(a canvas.Area, s Scene) {
	s.parametersHead(a)
	e := s.Now.Estimate
	switch {
	case e == nil || e.Parameters == nil || s.Now.Shown != model.BeatParameters:
		what := "Truth, estimate and error of every probability will stand here."
		if e != nil && !e.OK() && s.Now.Whole {
			s.empty(a, 2, what+" This estimate ended before it had parameters: see Recovery.", "a", "chooses another estimator; then e estimates")
			return
		}
		s.empty(a, 2, what, "e", "estimates; its last stage fills this view")
		return
	case e.Mean == nil && s.unknown() != "":
		s.pairTables(a)
		return
	case e.Mean == nil:
		s.empty(a, 2, "The estimate has parameters, but its columns do not match the true ones pair by pair, so no entry can be put beside its truth. Recovery shows which pairs.", "", "")
		return
	}
	t := newTables(s, a.W())
	rows := t.rows()
	per := t.height()
	body := a.Below(2)
	t.header(a.Rows(1, 1))
	fit := max(body.H()/per, 1)
	if fit < len(rows) {
		fit = max((body.H()-1)/per, 1)
	}
	pages := ceil(len(rows), fit)
	page := s.More % pages
	for i, r := range rows[page*fit : min((page+1)*fit, len(rows))] {
		t.draw(body.Rows(i*per, per), r)
	}
	lines := Lines("Some probabilities are 0 or 1: there an estimate that stays inside may beat the limit, and only the bootstrap's intervals hold, not normal theory's.", a.W()-2)
	room := a.H()
	if pages > 1 {
		room--
	}
	if y := 2 + per*min(len(rows), fit) + 1; y+len(lines) <= room && t.boundary() {
		for i, line := range lines {
			a.Text(1, y+i, line, dim)
		}
	}
	if pages > 1 {
		last := a.Rows(a.H()-1, 1)
		x := last.Text(1, 0, "m", key)
		last.Text(x+1, 0, fmt.Sprintf("page %d of %d", page+1, pages), dim)
	}
}

func (s Scene) parametersHead(a canvas.Area) {
	e := s.Now.Estimate
	unknown := s.unknown() != ""
	if e == nil || s.Now.Shown != model.BeatParameters || e.Mean == nil && (!unknown || e.Parameters == nil) {
		s.head(a, Parameters, "none yet", dim)
		return
	}
	if unknown {
		s.head(a, Parameters, e.Estimator+": error unknown", text)
		return
	}
	rmse := e.Comparison.Parameters.RMSE
	answer := fmt.Sprintf("%s: RMSE %s", e.Estimator, figure.Number(rmse))
	style := text
	if info := s.Session.Information(); info != nil && !math.IsInf(e.Episodes, 1) {
		limit := info.RMSE(e.Episodes)
		answer += fmt.Sprintf(" = %s × the Cramér–Rao limit %s", figure.Number(rmse/limit), figure.Number(limit))
		if rmse < 1.5*limit {
			style = good
		}
	}
	s.head(a, Parameters, answer, style, alone(why.RMSE), alone(why.Efficiency), alone(why.CramerRao))
}

// tables lays the distributions out: b first, then for each action and state a
// row of T_a, Z_a and R_a.
type tables struct {
	Scene
	mean  *moments.Entries
	limit *moments.Entries // standard deviations at the Cramér–Rao limit; nil where unknown
	boot  *model.Intervals // bootstrap intervals; nil where unknown
	width int              // columns an entry
}

func newTables(s Scene, width int) tables {
	t := tables{Scene: s, mean: s.Now.Estimate.Mean, width: 7}
	info := s.Session.Information()
	n := s.Now.Estimate.Episodes
	if info != nil && info.Deviation != nil && !math.IsInf(n, 1) {
		t.limit = info.Deviation
	}
	t.boot = s.Session.Intervals()
	if k := s.sizes(); t.boot != nil && tableGutter+(k.S+k.Z+k.R)*wideEntry+4 <= width {
		t.width = wideEntry
	}
	return t
}

// wideEntry is the width of an entry with both ends of its interval.
const wideEntry = 11

// height is the rows of one distribution: truth, estimate, error, and the
// limit where it is known.
func (t tables) height() int {
	if t.limit != nil || t.boot != nil {
		return 4
	}
	return 3
}

// boundary says whether a true probability lies at 0 or 1.
func (t tables) boundary() bool {
	if t.unknown() != "" {
		return false
	}
	m, n := t.truth(), t.sizes()
	for a := range n.A {
		for s := range n.S {
			for next := range n.S {
				if p := m.T(a, s, next); p == 0 || p == 1 {
					return true
				}
			}
		}
	}
	return false
}

// tableRow is one row of distributions: b for action -1.
type tableRow struct{ action, state int }

func (t tables) rows() []tableRow {
	rows := []tableRow{{-1, 0}}
	n := t.sizes()
	for a := range n.A {
		for s := range n.S {
			rows = append(rows, tableRow{a, s})
		}
	}
	return rows
}

const tableGutter = 12

func (t tables) header(a canvas.Area) {
	n := t.sizes()
	x := tableGutter
	for _, part := range []struct {
		name  string
		width int
	}{{"T̂ next state", n.S}, {"Ẑ seen there", n.Z}, {"R̂ earned", n.R}} {
		a.Sub(x, 0, part.width*t.width, 1).Text(1, 0, part.name, bold)
		x += part.width*t.width + 2
	}
}

func (t tables) draw(a canvas.Area, r tableRow) {
	m, n := t.truth(), t.sizes()
	if t.Trial != nil {
		m = t.Trial
	}
	labels := []string{"truth", "estimate", "error", "± limit"}
	if t.unknown() != "" {
		labels[0], labels[2] = "unknown", "unknown"
	}
	switch {
	case t.boot != nil && t.width == wideEntry:
		labels[3] = "95 %"
	case t.boot != nil:
		labels[3] = "± 95 %"
	}
	for i := range t.height() {
		style := dim
		if i == 1 {
			style = text
		}
		a.Text(3, i, labels[i], style)
	}
	if r.action < 0 {
		a.Text(0, 0, "b̂", bold)
		mean := func(e *moments.Entries) []float64 { return e.Initial }
		t.distribution(a, tableGutter, n.S, m.Initial, mean, t.stateMark, func(i int) why.Target { return of(why.Initial, i) })
		if x := tableGutter + n.S*t.width + 3; t.Now.Estimate.Model == nil && x+30 < a.W() {
			Wrap(a, x, 0, a.W()-x-1, "estimates are means over the copies that the pairs hold", dim)
		}
		return
	}
	t.state(a, t.action(a, 0, 0, r.action), 0, r.state, true)
	x := tableGutter
	for _, part := range []struct {
		size  int
		truth func(int) float64
		of    func(*moments.Entries) []float64
		mark  func(int) string
		kind  why.Kind
	}{
		{n.S, func(i int) float64 { return m.T(r.action, r.state, i) }, func(e *moments.Entries) []float64 { return e.Transition[r.action][r.state] }, t.stateMark, why.Transition},
		{n.Z, func(i int) float64 { return m.Z(r.action, r.state, i) }, func(e *moments.Entries) []float64 { return e.Observation[r.action][r.state] }, nil, why.Observation},
		{n.R, func(i int) float64 { return m.R(r.action, r.state, i) }, func(e *moments.Entries) []float64 { return e.Reward[r.action][r.state] }, nil, why.Reward},
	} {
		t.distribution(a, x, part.size, part.truth, part.of, part.mark, func(i int) why.Target { return of(part.kind, r.action, r.state, i) })
		x += part.size*t.width + 2
	}
}

func (t tables) stateMark(i int) string { return theme.StateLetter(i) }

func (t tables) distribution(a canvas.Area, x, size int, truth func(int) float64, of func(*moments.Entries) []float64, mark func(int) string, target func(int) why.Target) {
	estimate := of(t.mean)
	for i := range size {
		right := x + (i+1)*t.width - 1
		truly := truth(i)
		if t.unknown() != "" {
			truly = math.NaN()
		}
		off := estimate[i] - truly
		style, spread := text, ""
		switch {
		case t.boot != nil:
			low, high := of(t.boot.Low)[i], of(t.boot.High)[i]
			spread = fixed((high - low) / 2)
			if t.width == wideEntry {
				spread = tight(low) + "–" + tight(high)
			}
			if truly < low-.0005 || truly > high+.0005 {
				style = warn
			}
		case t.limit != nil:
			spread = fixed(of(t.limit)[i] / math.Sqrt(t.Now.Estimate.Episodes))
		}
		r := target(i)
		t.right(a, right, 0, fixed(truly), dim, r.Truth())
		t.right(a, right, 1, fixed(estimate[i]), text, r.Value())
		t.right(a, right, 2, signed(off), style, r.Error())
		t.right(a, right, 3, spread, dim, why.Ref{Target: r, Part: why.Low})
		if mark != nil {
			a.Text(x+i*t.width, 0, mark(i), canvas.FG(theme.State(i)))
		}
	}
}

// fixed writes a number with three decimals, so that points stand under each
// other; an exact zero is a dot.
func fixed(x float64) string {
	switch {
	case x == 0:
		return "·  "
	case math.IsNaN(x):
		return "?"
	}
	out := fmt.Sprintf("%.3f", x)
	if out == "0.000" {
		return "<.001"
	}
	if out[0] == '0' {
		return out[1:]
	}
	return out
}

// tight is fixed without what pads it.
func tight(x float64) string {
	switch {
	case x < .0005:
		return "0"
	case x > .9995:
		return "1"
	}
	return fixed(x)
}

func signed(x float64) string {
	if math.IsNaN(x) {
		return "?"
	}
	if math.Abs(x) < .0005 {
		return "±.000"
	}
	sign := "+"
	if x < 0 {
		sign = "-"
	}
	return sign + fixed(math.Abs(x))
}
