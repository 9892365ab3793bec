package parameters

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/params"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// whisker is one probability on a line from 0 to 1: its estimate with an interval,
// and the truth.
type whisker struct {
	name  string
	truth float64
	of    func(*params.Entries) float64
	why   why.Target
}

// whiskers are all probabilities of the model, each with its name.
func (s pane) whiskers() []whisker {
	m, n := s.Truth(), s.Sizes()
	if s.Trial != nil {
		m = s.Trial
	}
	var out []whisker
	for i := range n.S {
		out = append(out, whisker{"b " + theme.StateLetter(i), m.Initial(i), func(e *params.Entries) float64 { return e.Initial[i] }, kit.FigureAt(why.Initial, i)})
	}
	for a := range n.A {
		for i := range n.S {
			from := theme.ActionDigit(a) + theme.StateLetter(i)
			for j := range n.S {
				out = append(out, whisker{from + string([]rune{s.Glyph('→', '>')}) + theme.StateLetter(j), m.T(a, i, j), func(e *params.Entries) float64 { return e.Transition[a][i][j] }, kit.FigureAt(why.Transition, a, i, j)})
			}
			for z := range n.Z {
				out = append(out, whisker{from + " " + m.ObservationName(z), m.Z(a, i, z), func(e *params.Entries) float64 { return e.Observation[a][i][z] }, kit.FigureAt(why.Observation, a, i, z)})
			}
			for r := range n.R {
				out = append(out, whisker{from + " r=" + figure.Number(m.RewardValue(r)), m.R(a, i, r), func(e *params.Entries) float64 { return e.Reward[a][i][r] }, kit.FigureAt(why.Reward, a, i, r)})
			}
		}
	}
	if !s.knowsTruth() { // the model of a log is a shell
		for i := range out {
			out[i].truth = math.NaN()
		}
	}
	return out
}

// knowsTruth says whether there is something to hold an estimate against: the model, or
// a model on trial.
func (s pane) knowsTruth() bool { return s.Trial != nil || s.Unknown() == "" }

// The sizes of a whisker's parts.
const (
	whiskerRest  = 30 // columns of all but the name, at least
	whiskerTail  = 14 // for estimate and truth at its end
	intervalRoom = 12 // for both ends of the interval, in a wide one
	whiskerHead  = 2  // rows over the whiskers
)

const expectedHead = "expected "

// whiskerName is the width of the names: enough for the longest, from 9 to 17 columns.
func (s pane) whiskerName() int {
	m, n := s.Truth(), s.Sizes()
	longest := len("1A→A") - 2
	for z := range n.Z {
		longest = max(longest, len("1A ")+canvas.Width(m.ObservationName(z)))
	}
	for r := range n.R {
		longest = max(longest, len("1A r=")+canvas.Width(figure.Number(m.RewardValue(r))))
	}
	return min(max(longest, 8), 16) + 1
}

// whiskerPlan is how the whiskers lie in an area: on so many pages, so many on each, in columns,
// and whether the tables stand under them.
type whiskerPlan struct {
	pages, each, columns int
	tables               bool
}

// planWhiskers takes as few columns as leave the tables room under them, or else as hold all
// whiskers on one page, or else as many as there is room for.
func (s pane) planWhiskers(a canvas.Area, t tables) whiskerPlan {
	rest := whiskerRest + s.whiskerName()
	if s.expected() != nil {
		rest += len(expectedHead)
	}
	n, rows, most := s.Sizes(), max(a.H()-whiskerHead-1, 1), max(a.W()/rest, 1)
	all := n.S + n.A*n.S*(n.S+n.Z+n.R)
	out := whiskerPlan{columns: most}
	for columns := most; columns >= 1; columns-- {
		left := rows - kit.Ceil(all, columns)
		if left < 0 {
			break
		}
		fits := len(t.pages(left)) == 1
		if out.tables && !fits {
			break
		}
		out.columns, out.tables = columns, fits
	}
	out.each = rows * out.columns
	out.pages = kit.Ceil(all, out.each)
	return out
}

// whiskerWidth is what one is wide at most: a longer line would lead the eye astray.
const whiskerWidth = 110

// drawWhiskers draws one page of them, one under the other, and returns the rows that it took.
func (s pane) drawWhiskers(a canvas.Area, plan whiskerPlan, page int) (rows int) {
	columns, all := plan.columns, s.whiskers()
	shown := all[min(page*plan.each, len(all)):min((page+1)*plan.each, len(all))]
	pick := func(words, ascii string) string {
		if s.Theme.ASCII {
			return ascii
		}
		return words
	}
	heads := "estimate"
	x, boot, expected := 1, s.Session.Intervals(), s.expected()
	if boot != nil {
		x = a.Text(x, 0, pick("├─┤ 95 %   ", "[-] 95 %   "), kit.Plain)
	}
	x = a.Text(x, 0, pick("● estimate   ", "o estimate   "), kit.Plain)
	if s.knowsTruth() {
		x = a.Text(x, 0, pick("│ truth   ", "| truth   "), kit.Plain)
		x = a.Text(x, 0, pick("◆ both   ", "@ both   "), kit.Good)
		heads = "estimate truth"
	}
	if boot != nil && boot.Low != nil {
		x = a.Text(x, 0, pick("× truth outside", "x truth outside"), kit.Warn)
	}
	if expected != nil {
		heads = expectedHead + heads
	}
	rows = kit.Ceil(len(shown), columns)
	width, name := min(a.W()/columns, whiskerWidth), s.whiskerName()
	if boot != nil && boot.Low != nil && s.Now.Estimate.Signed != nil {
		const outside = "! outside: the interval is before normalising"
		headed := width - 2 - whiskerTail - 6 // where the headings of the first column begin
		switch {
		case a.W()-x > 3+len(outside):
			a.Text(x+3, 0, outside, kit.Plain)
		case headed > 1+len(outside):
			a.Text(1, 1, outside, kit.Plain)
		case a.W()-x > len("   ! normalised"):
			a.Text(x, 0, "   ! normalised", kit.Plain)
		case a.W()-x > len("  ! < 0"):
			a.Text(x, 0, "  ! < 0", kit.Plain)
		}
	}
	for i := range columns {
		a.Right(1+i*width+width-2, 1, heads, kit.Dim)
		if end := width - 2 - whiskerTail; besideWhiskers(boot, end-name) && expected == nil {
			a.Right(1+i*width+end-4, 1, "95 %", kit.Dim)
		}
	}
	for i, w := range shown {
		s.whisker(a.Sub(1+i/rows*width, whiskerHead+i%rows, width-2, 1), name, w, boot, expected)
	}
	return whiskerHead + rows
}

// besideWhiskers says whether intervals stand in figures beside lines of so many columns.
func besideWhiskers(boot *model.Intervals, wide int) bool {
	return boot != nil && boot.Low != nil && wide > 2*intervalRoom
}

// expected is what the formulas make where a program's own parameters are shown; intervals take
// its place.
func (s pane) expected() *params.Entries {
	if e := s.Now.Estimate; e == nil || !slices.Contains(e.Theirs, moments.StageParameters) || s.Session.Intervals() != nil {
		return nil
	}
	return s.Session.Expected()
}

// asPrinted is half of the last digit: a truth closer to an interval's end does not stand outside
// of it, since both read the same.
const asPrinted = .0005

// whisker draws one of them: its name, the line from 0 to 1, and the numbers.
func (s pane) whisker(a canvas.Area, name int, w whisker, boot *model.Intervals, expected *params.Entries) {
	a.Sub(0, 0, name-1, 1).Text(0, 0, w.name, kit.Plain)
	value := w.of(s.Now.Estimate.Mean)
	wide, tail := a.W()-name-whiskerTail, ""
	if besideWhiskers(boot, wide) {
		wide -= intervalRoom
		tail = tight(w.of(boot.Low)) + "–" + tight(w.of(boot.High))
	}
	tailStyle, tailWhy := kit.Dim, why.Ref{Target: w.why, Part: why.Low}
	if expected != nil {
		tail, tailWhy = fmt.Sprintf("%8s ", kit.Fixed(w.of(expected))), w.why.Value()
		if wide -= len(expectedHead); tail != fmt.Sprintf("%8s ", kit.Fixed(value)) {
			tail, tailStyle = tail[:8]+string(s.Glyph('≠', '#')), kit.Warn
		}
	}
	at := func(p float64) int { // values that are equal but for rounding have one place
		return name + int(math.Min(math.Max(p, 0), 1)*float64(wide-1)+.5+1e-9)
	}
	a.Repeat(name, 0, wide, s.Glyph('·', '.'), canvas.FG(theme.Zero))
	style, place := kit.Plain, at(value)
	if boot != nil && boot.Low != nil {
		low, high := w.of(boot.Low), w.of(boot.High)
		if w.truth < low-asPrinted || w.truth > high+asPrinted {
			style = kit.Warn
		}
		from, to := at(low), at(high)
		a.Repeat(from, 0, to-from, s.Glyph('─', '-'), style)
		a.Set(from, 0, s.Glyph('├', '['), style)
		a.Set(to, 0, s.Glyph('┤', ']'), style)
	}
	if s.knowsTruth() {
		mark, shade := s.Glyph('│', '|'), kit.Good
		if style == kit.Warn {
			mark, shade = s.Glyph('×', 'x'), kit.Warn
		}
		a.Set(at(w.truth), 0, mark, shade.With(canvas.Bold))
		if math.Abs(value-w.truth)*float64(wide-1) <= .5+1e-9 { // wherever the cells' edges lie
			place = at(w.truth)
		}
		s.Right(a, a.W(), 0, padded(kit.Fixed(w.truth), 6), kit.Good, w.why.Truth())
	}
	switch {
	case s.knowsTruth() && place == at(w.truth):
		if style == kit.Plain {
			a.Set(place, 0, s.Glyph('◆', '@'), kit.Good.With(canvas.Bold))
		}
		style = kit.Plain
	default:
		a.Set(place, 0, s.Glyph('●', 'o'), style.With(canvas.Bold))
	}
	if boot != nil && boot.Low != nil && (value < w.of(boot.Low)-1e-9 || value > w.of(boot.High)+1e-9) {
		a.Set(name-1, 0, '!', kit.Warn)
	}
	s.Spot(a, name, 0, wide, 1, w.why.Value())
	a.Right(a.W()-whiskerTail, 0, tail, tailStyle)
	if at := a.W() - whiskerTail - canvas.Width(tail); tail != "" {
		s.Spot(a, at, 0, canvas.Width(tail), 1, tailWhy)
	}
	x := a.W() - 6
	if !s.knowsTruth() {
		x = a.W()
	}
	s.Right(a, x, 0, padded(kit.Fixed(value), 6), style, w.why.Value())
}
