package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// envelopeSet is the set of the pair in which the plan starts, in the Γ_t that the cursor
// shows; nil where the planner kept no vectors for it.
func (s pane) envelopeSet() *planning.Set {
	if len(s.Now.Plan.Levels) == 0 {
		return nil
	}
	return s.Now.Plan.Start(s.shownLevel())
}

// shownLevel is the t of the Γ_t that the cursor shows.
func (s pane) shownLevel() int { return min(s.Now.Level, s.Now.Plan.Horizon) }

// setName says which Γ_t is drawn.
func (s pane) setName(a canvas.Area, set *planning.Set, t int) (x int) {
	x = a.Text(1, 0, "Γ"+figure.Sub(t), kit.Bold)
	switch {
	case set.Pair < 0:
	case s.Pairwise():
		x = a.Text(x, 0, " at pair ", kit.Bold)
		x = s.Pair(a, x, 0, set.Pair)
	default: // one order for all: the set is that of plans that begin so
		_, first := s.Sizes().PairActions(set.Pair)
		x = s.Action(a, a.Text(x, 0, " beginning with ", kit.Bold), 0, first)
	}
	if a.W() >= 96 { // the widest words about it leave room
		x = s.Whole(a, x, 0, ", "+figure.Counted(t, "step", "steps")+" to go", kit.Dim, kit.FigureAt(why.Gamma, t).Value())
	}
	return x
}

// envelope is what is drawn of a set over the beliefs in two or three states.
type envelope struct {
	set    *planning.Set
	t      int // steps to go
	marks  []beliefMark
	chosen []float64 // the vector that the tree goes on with, or that is taken apart; nil for none
	// chosenAs says which it is.
	chosenAs string
	formed   [][]float64 // what the set was pruned from; nil where that is not drawn
}

// upperLine is which vector is the best at each dot's belief, and its value.
type upperLine struct {
	best   []int
	values []float64
}

// changes are the dots at which another vector becomes the best.
func (l upperLine) changes() (dots []int) {
	for i := 1; i < len(l.best); i++ {
		if l.best[i] != l.best[i-1] {
			dots = append(dots, i)
		}
	}
	return dots
}

// valuePicture draws a set over the beliefs in two or three states, and returns the rows that it
// took: none for more states.
func (s pane) valuePicture(a canvas.Area, e envelope) int {
	switch s.Sizes().S {
	case 2:
		return s.envelope(a, e)
	case 3:
		return s.triangle(a, e)
	}
	return 0
}

// upper is the upper line over so many columns, and the values between which it is drawn.
func (e envelope) upper(columns int) (line upperLine, low, high float64) {
	line.best, line.values = e.set.Upper(evenly(2 * columns))
	low, high = slices.Min(line.values), slices.Max(line.values)
	for _, v := range e.chosen {
		low, high = min(low, v), max(high, v)
	}
	if high == low {
		low, high = low-.5, high+.5
	}
	return line, low, high
}

// envelope draws the β-vectors of a set as lines over the belief, the best at each
// belief in its root action's colour.
func (s pane) envelope(a canvas.Area, e envelope) int {
	if a.H() < 5 {
		return 0
	}
	x := s.setName(a, e.set, e.t)
	upper, low, high := e.upper(max(a.W()-9, 1))
	left := max(7, 1+canvas.Width(figure.Number(low)), 1+canvas.Width(figure.Number(high))) // of the plot
	blank := 1                                                                              // below the axis
	if a.H() < leastForAll+3 {
		blank = 0
	}
	plot := a.Sub(left, 1, a.W()-left-2, a.H()-2-blank)
	if plot.H() < leastFormed {
		e.formed = nil
	}
	rest, brief := "", ""
	if s.drawsAll(e, plot) {
		rest, brief = "; grey where not on top", "; grey: others kept"
	}
	if len(upper.changes()) > 0 && rest != "" {
		rest, brief = rest+"; ○ where the best one changes", brief+"; ○ another is best"
	}
	if dropped := len(e.formed) - e.set.Len(); dropped > 0 && rest != "" {
		rest, brief = rest+fmt.Sprintf("; dashed: one of %d pruned", dropped), brief+"; dashed: one pruned"
	}
	digit := "; a digit is the action taken there"
	if s.Pairwise() {
		_, first := s.Sizes().PairActions(e.set.Pair)
		digit = fmt.Sprintf("; all begin with %s, the pair's own", s.Truth().ActionName(first))
	}
	words := kit.FirstThatFits([]string{
		fmt.Sprintf(": at each belief the best of %d β-vectors%s%s", e.set.Len(), rest, digit),
		fmt.Sprintf(": at each belief the best of %d β-vectors%s", e.set.Len(), rest),
		fmt.Sprintf(": on top the best of %d β-vectors%s", e.set.Len(), rest),
		fmt.Sprintf(": on top the best of %d β%s", e.set.Len(), brief),
		fmt.Sprintf(": %d β%s", e.set.Len(), brief),
		fmt.Sprintf(": at each belief the best of %d β-vectors", e.set.Len()),
		fmt.Sprintf(": %d β-vectors; on top the value", e.set.Len()),
		fmt.Sprintf(": %d β-vectors", e.set.Len()),
	}, a.W()-1-x)
	switch {
	case e.set.Len() == 1:
		words = kit.FirstThatFits([]string{": FindPolicy will start in it; its one β-vector is the line, its action the digit", ": FindPolicy starts in it; the line is its one β", ": its one β-vector is the line, its action the digit", ": its one β-vector is the line", ": one β-vector"}, a.W()-x)
	case e.chosen != nil:
		x = a.Text(x, 0, ": ", kit.Dim)
		a.Repeat(x, 0, 2, s.Glyph('━', '='), kit.Fresh)
		x += 2
		which := fmt.Sprintf(" %s, of %d", cmp.Or(e.chosenAs, "the β chosen"), e.set.Len())
		words = kit.FirstThatFits([]string{
			which + "; the upper line is the value" + rest + digit,
			which + "; the upper line is the value" + rest,
			which + "; on top the value" + rest,
			which + rest,
			which + brief,
			which + "; the upper line is the value",
			which + "; on top the value",
			which,
		}, a.W()-x)
	}
	s.Say(a, x, 0, words, kit.Dim, kit.FigureAt(why.Gamma, e.t).Value())
	if plot.W() < 2 {
		return 0
	}
	if left > 7 {
		upper, low, high = e.upper(plot.W())
	}
	s.envelopeLines(plot, e, upper, low, high)
	a.Right(left-1, 1, figure.Number(high), kit.Dim)
	a.Right(left-1, plot.H(), figure.Number(low), kit.Dim)
	name, more := "belief in the pair's first state", ""
	if !s.Pairwise() {
		name = "belief in the first state"
	}
	if state, known := s.StateAt(e.set.Pair, 0); known && !s.Now.Estimate.Mixed() {
		if name = "belief in " + theme.StateLetter(state); s.Pairwise() {
			more = " (first in this pair)"
		}
	}
	byName := slices.ContainsFunc(e.marks, func(m beliefMark) bool { return m.name == exactMark })
	if s.Now.Phase2() && s.Now.Estimate != nil && a.W() >= 100 && !byName {
		name += " by the estimate"
	}
	s.envelopeAxis(a.Sub(left-7, 1+plot.H(), a.W()-left+7, 1), plot.W(), []string{name + more, name, strings.TrimPrefix(name, "belief ")}, e.marks)
	return a.H()
}

// crowded says that so many vectors would run into patches in so few rows: the upper line is
// then drawn alone.
func crowded(vectors, rows int) bool { return vectors > max(2*rows/3, 6) }

// drawsAll says whether all vectors are drawn, not the upper line alone: without colours it would
// be lost among them.
func (s pane) drawsAll(e envelope, plot canvas.Area) bool {
	return s.Theme.Colours() && !s.Theme.ASCII && plot.H() >= leastForAll && !crowded(e.set.Len(), plot.H())
}

// leastForAll is the height from which lines that are not on top can be told apart.
const leastForAll = 7

// dash is how many dots a dash takes with the gap after it.
const dash = 6

// envelopeLines draws the vectors, the best at each belief and the chosen one.
func (s pane) envelopeLines(plot canvas.Area, e envelope, upper upperLine, low, high float64) {
	if s.Theme.ASCII {
		s.envelopeASCII(plot, upper, low, high)
		s.chosenByCells(plot, e, low, high)
		return
	}
	dots := canvas.NewDots(plot)
	height := float64(dots.H() - 1)
	at := func(v float64) int { return int((high-v)/(high-low)*height + .5) }
	lines := 0
	if s.drawsAll(e, plot) {
		lines = e.set.Len()
	}
	if v := e.pruned(low); lines > 0 && v != nil {
		for x := range dots.W() {
			if x%dash < dash/2 {
				b := float64(x) / float64(max(dots.W()-1, 1))
				dots.Set(x, at(v[1]+(v[0]-v[1])*b), kit.Rule)
			}
		}
	}
	for i := range lines {
		v := e.set.Vector(i).Values
		dots.Line(0, at(v[1]), dots.W()-1, at(v[0]), kit.Rule)
	}
	dots.Draw()
	marks := canvas.NewDots(plot)
	for _, m := range e.marks {
		if b, ok := m.share(); ok { // from the axis up to the value there
			x := int(b*float64(dots.W()-1) + .5)
			for y := at(upper.values[x]); y < dots.H(); y += 2 {
				marks.Set(x, y, canvas.FG(theme.Marker))
			}
		}
	}
	marks.Draw()
	line := canvas.NewDots(plot) // alone in its cells, since a cell has one colour
	for i, v := range upper.values {
		line.Set(i, at(v), canvas.FG(theme.Curve))
	}
	line.Draw()
	s.upperActions(plot, e, upper, at)
	switch {
	case e.chosen == nil:
	case !s.Theme.Colours():
		s.chosenByCells(plot, e, low, high)
	default:
		line := canvas.NewDots(plot)
		line.Line(0, at(e.chosen[1]), line.W()-1, at(e.chosen[0]), kit.Fresh)
		line.Draw()
	}
	if lines > 0 {
		for _, i := range upper.changes() {
			plot.Set(i/2, at(upper.values[i])/4, '○', canvas.FG(theme.Curve))
		}
	}
}

// following are the actions that a vector's plan goes on with after what may come: "then 1, 2".
func (s pane) following(e envelope, vector int) string {
	if e.t < 2 || !s.Pairwise() {
		return ""
	}
	v, below := e.set.Vector(vector), &s.Now.Plan.Levels[e.t-2]
	var digits []string
	for action := range s.Sizes().A {
		if slices.ContainsFunc(kit.Indexes(len(v.Next)), func(outcome int) bool {
			after, _ := below.Follow(s.Sizes(), v, outcome)
			if after == nil || after.Pair < 0 {
				return false
			}
			_, next := s.Sizes().PairActions(after.Pair)
			return next == action
		}) {
			digits = append(digits, theme.ActionDigit(action))
		}
	}
	if digits == nil {
		return ""
	}
	return ", then " + strings.Join(digits, " or ")
}

// upperActions writes above the upper line, once for each stretch of it, the action with which the plans begin
// that are best there, and what they go on with: its name where the stretch has room for it.
func (s pane) upperActions(plot canvas.Area, e envelope, upper upperLine, at func(float64) int) {
	action := func(i int) int { return e.set.Vector(upper.best[i]).Action }
	next := make([]string, len(upper.best))
	for i := range next {
		if i > 0 && upper.best[i] == upper.best[i-1] {
			next[i] = next[i-1]
			continue
		}
		next[i] = s.following(e, upper.best[i])
	}
	taken := 0 // columns that hold labels
	for from := 0; from < len(upper.best); {
		to := from
		for to < len(upper.best) && action(to) == action(from) && next[to] == next[from] {
			to++
		}
		start, name := (from+to)/4, " "+s.Truth().ActionName(action(from))+next[from]
		if next[from] != "" { // what follows may stand beyond the stretch, and its number says which action is
			name = kit.FirstThatFits([]string{name, next[from], ""}, max((to-from)/4, 1+canvas.Width(next[from])))
			start = max(min(start, plot.W()-1-canvas.Width(name)), taken)
		} else if 1+canvas.Width(name) > (to-from)/4 {
			name = ""
		}
		above := func(start int) int { // the row of the line above which a label that begins there stands
			stop := start + 1 + canvas.Width(name)
			return slices.Min(positions(upper.values[2*start:min(2*stop, len(upper.values))], at)) / 4
		}
		if room := plot.W() - 1 - canvas.Width(name); to-from > 6 && (next[from] == "" || start <= room) {
			for shift := 0; next[from] != "" && above(start) == 0 && start < room && shift < 8; shift++ { // else it would stand on the line
				start++
			}
			over, stop := above(start), start+1+canvas.Width(name)
			x := s.Action(plot, start, max(over-1, 0), action(from))
			s.Whole(plot, x, max(over-1, 0), name, kit.Dim, kit.FigureAt(why.Gamma, e.t).Value())
			taken = stop + 1
		}
		from = to
	}
}

// positions are the dots' rows of values, from the top.
func positions(values []float64, at func(float64) int) (rows []int) {
	for _, v := range values {
		rows = append(rows, at(v))
	}
	return rows
}

// chosenByCells draws the chosen vector where neither colours nor dots tell it from the rest.
func (s pane) chosenByCells(plot canvas.Area, e envelope, low, high float64) {
	if e.chosen == nil {
		return
	}
	for x := range plot.W() {
		b := float64(x) / float64(plot.W()-1)
		y := int((high-e.chosen[1]-(e.chosen[0]-e.chosen[1])*b)/(high-low)*float64(plot.H()-1) + .5)
		if y >= 0 && y < plot.H() {
			plot.Set(x, y, s.Glyph('━', '='), kit.Fresh)
		}
	}
}

func (s pane) envelopeASCII(plot canvas.Area, upper upperLine, low, high float64) {
	for i, v := range upper.values {
		plot.Set(i/2, int((high-v)/(high-low)*float64(plot.H()-1)+.5), '*', canvas.FG(theme.Curve))
	}
}
