// Package compare draws the estimators side by side.
package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// The parts of the view, in their order.
const (
	trialsPart = iota
	curvesPart
	claimPart
	onlinePart
	parts
)

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw holds the estimators side by side: on the counts at the cursor in
// a table, and over N on log–log axes with the Cramér–Rao limit.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	st := s.Session.Standing()
	if s.Session.Truth().TooLarge != "" {
		s.Head(a, kit.Compare, "nothing to compare", kit.Dim)
		s.TooLarge(a)
		return
	}
	if !st.Asked {
		s.Head(a, kit.Compare, "not asked for yet", kit.Dim)
		s.Empty(a, 2, "All estimators on the same counts, and their error against N beside the limit that no unbiased estimator can beat.", "C", "starts the comparison")
		return
	}
	s.compareHead(a, st)
	all := [parts]struct {
		rows int
		draw func(a canvas.Area) int
	}{
		{s.trialRows(a.W(), st), func(a canvas.Area) int { return s.trialTable(a, st) }},
		{curveRows, func(a canvas.Area) int { s.curves(a, st); return a.H() }},
		{claimRows, func(a canvas.Area) int { return s.claim(a, st) }},
		{s.onlineRoom(a.H() - 2), func(a canvas.Area) int { return s.online(a) }},
	}
	// As many parts as fit stand together, from the one that m chose on; the
	// curves take what the others leave.
	room, y := a.H()-1, 1
	var shown []int
	for i := range parts {
		if i = (i + s.Page(parts)) % parts; all[i].rows <= room {
			shown, room = append(shown, i), room-all[i].rows
		}
	}
	for _, i := range shown {
		h := all[i].rows
		if i == curvesPart {
			h += room - 1
		}
		y += all[i].draw(a.Rows(y, h))
	}
	if len(shown) < parts {
		last := a.Rows(a.H()-1, 1)
		last.Fill(' ', kit.Plain)
		s.Turn(last, 1, 0, kit.Compare, kit.FirstThatFits([]string{"turns to the table, the curves over N, the reward in both phases, learning as one goes", "turns to the table, curves over N, rewards, learning as one goes"}, last.W()-4))
	}
}

// answer is who does best on the part that stands first, once all are done; agents have episodes of their own, all others
// those that N counts.
func (s pane) answer(st model.Standing) string {
	if s.Page(parts) == onlinePart {
		if least := leastLost(s.Session); least != nil {
			return least.Agent + " loses least, " + figure.Number(least.Regret())
		}
		return "all agents"
	}
	if near := nearest(st); near != nil && s.Page(parts) != claimPart {
		names, comes := near.Estimator, "comes"
		for _, t := range st.Trials {
			if t.Estimator != near.Estimator && figure.Number(t.RMSE) == figure.Number(near.RMSE) {
				names, comes = names+" and "+t.Estimator, "come"
			}
		}
		return names + " " + comes + " nearest, RMSE " + figure.Number(near.RMSE) + "; N = " + figure.Count(st.Episodes)
	}
	return "all estimators, N = " + figure.Count(st.Episodes)
}

// nearest is the trial of the least error; nil before all are done, and where nobody knows the truth.
func nearest(st model.Standing) (least *experiment.Trial) {
	for _, t := range st.Trials {
		switch {
		case t == nil:
			return nil
		case t.RMSE > 0 && (least == nil || t.RMSE < least.RMSE):
			least = t
		}
	}
	return least
}

func (s pane) compareHead(a canvas.Area, st model.Standing) {
	done, all := 0, 0
	for _, c := range st.Curves {
		for _, p := range c.Points {
			done += p.Seeds
		}
		all += st.CurveTrials()
	}
	answer := s.answer(st)
	if done < all && s.Unknown() == "" && s.Page(parts) != onlinePart {
		answer += fmt.Sprintf(" · curves %d of %d", done, all)
	}
	if best := s.leastRegret(st); best != "" && s.Page(parts) != onlinePart && s.Page(parts) != claimPart && done >= all {
		answer = kit.FirstThatFits([]string{answer + "; least regret " + best, "least regret " + best + "; " + answer, answer}, a.W()-len(" Compare  ")-2)
		if !strings.Contains(answer, best) { // the plan counts
			answer = kit.FirstThatFits([]string{"least regret " + best, answer}, a.W()-len(" Compare  ")-2)
		}
	}
	s.Head(a, kit.Compare, answer, kit.Plain, kit.Alone(why.Episodes))
}

// leastRegret names those whose plans are worth most, and what they lose; "" before all are done, and where none has a plan.
func (s pane) leastRegret(st model.Standing) string {
	var names []string
	best, most := s.Session.Best(), math.Inf(-1)
	for _, t := range st.Trials {
		switch {
		case t == nil:
			return ""
		case math.IsNaN(t.Value):
		case figure.Value(t.Value) == figure.Value(most):
			names = append(names, t.Estimator)
		case t.Value > most:
			names, most = []string{t.Estimator}, t.Value
		}
	}
	if names == nil {
		return ""
	}
	return strings.Join(names, ", ") + " " + best.Regret(most).Text(figure.Number)
}

// curveRows is the height below which the curves say nothing.
const curveRows = 11

// curveMark is an estimator's letter, in its colour.
func curveMark(estimator string) (rune, canvas.Style) {
	by, _ := estimators.Named(estimator) // only names of the table are drawn
	return by.Mark, canvas.FG(theme.Estimator(estimators.Number(estimator))).With(canvas.Bold)
}

// curves plots RMSE against N on logarithmic axes. A point bears its estimator's letter
// once all of its data sets are done, a circle before.
func (s pane) curves(a canvas.Area, st model.Standing) {
	title := fmt.Sprintf("RMSE against N, mean of %d data sets; faint: Cramér–Rao", model.CurveSeeds)
	if slices.ContainsFunc(st.Curves, func(c model.Curve) bool {
		return !slices.ContainsFunc(c.Points, complete) || slices.ContainsFunc(c.Points, func(p model.CurvePoint) bool { return !complete(p) })
	}) {
		title += "; " + string(s.Glyph('○', 'o')) + " fewer yet"
	}
	a.Text(1, 0, title, kit.Bold)
	if s.Unknown() != "" {
		kit.Wrap(a, 1, 1, a.W()-2, "The error is unknown: "+s.Unknown()+".", kit.Dim)
		return
	}
	names := 0
	for _, c := range st.Curves {
		names = max(names, canvas.Width(c.Estimator)+3)
	}
	plot := a.Sub(7, 1, a.W()-9-names, a.H()-3)
	first, last := model.CurveRange()
	low, high := math.Inf(1), math.Inf(-1)
	note := func(x float64) {
		if x > 0 && !math.IsInf(x, 0) {
			low, high = math.Min(low, math.Log10(x)), math.Max(high, math.Log10(x))
		}
	}
	for _, c := range st.Curves {
		for _, p := range c.Points {
			note(p.RMSE)
		}
	}
	if st.Information != nil {
		note(st.Information.RMSE(first))
		note(st.Information.RMSE(last))
	}
	if math.IsInf(low, 1) {
		a.Text(7, 2, "the first points are being computed", kit.Dim)
		return
	}
	high = math.Ceil(high)
	each, every := decades(high-low, plot.H()-1)
	low = high - float64((plot.H()-1)*each)/float64(every)
	span := math.Log10(last) - math.Log10(first)
	x := func(n float64) float64 { return (math.Log10(n) - math.Log10(first)) / span }
	y := func(v float64) float64 { return (high - math.Log10(v)) / (high - low) }
	if info := st.Information; info != nil && info.RMSE(first) > 0 && !s.Theme.ASCII {
		d := canvas.NewDots(plot)
		at := func(n float64) (int, int) { return dotOf(plot, x(n), y(info.RMSE(n))) }
		x0, y0 := at(first)
		x1, y1 := at(last)
		d.Line(x0, y0, x1, y1, kit.Dim)
		d.Draw()
	}
	if !s.Theme.ASCII {
		for _, c := range st.Curves {
			_, style := curveMark(c.Estimator)
			curveLine(plot, c, x, y, style)
		}
	}
	// Where curves meet in a cell each point shows another one's letter, so that all of them
	// stand on their line.
	type cell struct{ x, y int }
	place := func(p model.CurvePoint) cell {
		return cell{int(x(p.Episodes)*float64(plot.W()-1) + .5), int(y(p.RMSE)*float64(plot.H()-1) + .5)}
	}
	there := map[cell][]int{}
	for i, c := range st.Curves {
		for j, p := range c.Points {
			if p.Reached > 0 {
				at := place(p)
				there[at] = append(there[at], i)
				s.Spot(plot, at.x, at.y, 1, 1, kit.FigureAt(why.Point, i, j).Value())
			}
		}
	}
	for i, c := range st.Curves {
		for j, p := range c.Points {
			if p.Reached == 0 || there[place(p)][j%len(there[place(p)])] != i {
				continue
			}
			mark, style := curveMark(c.Estimator)
			if !complete(p) {
				mark = s.Glyph('○', 'o')
			}
			plot.Set(place(p).x, place(p).y, mark, style)
		}
	}
	s.curveNames(a.Sub(7+plot.W()+1, 1, names, plot.H()), st, y)
	decadeTicks(a, plot.H(), int(high), each, every)
	bottom := a.Rows(1+plot.H(), 1)
	bottom.Repeat(7, 0, plot.W(), s.Glyph('─', '-'), kit.Rule)
	for e := math.Log10(first); e <= math.Log10(last)+.01; e++ {
		bottom.Text(7+int((e-math.Log10(first))/span*float64(plot.W()-1)), 0, "10"+figure.Superscript(int(math.Round(e))), kit.Dim)
	}
}

// complete says whether a point has all of its data sets.
func complete(p model.CurvePoint) bool { return p.Seeds == model.CurveSeeds }

// dotOf is the dot in the middle of the cell where a point of the plot, in shares of its width
// and height, has its letter.
func dotOf(plot canvas.Area, x, y float64) (int, int) {
	return int(2*x*float64(plot.W()-1) + 1), int(4*y*float64(plot.H()-1) + 2)
}

// curveLine joins the points of one estimator whose data sets are all done.
func curveLine(plot canvas.Area, c model.Curve, x, y func(float64) float64, style canvas.Style) {
	d := canvas.NewDots(plot)
	at := func(p model.CurvePoint) (int, int) { return dotOf(plot, x(p.Episodes), y(p.RMSE)) }
	reached := slices.DeleteFunc(slices.Clone(c.Points), func(p model.CurvePoint) bool { return p.Reached == 0 || !complete(p) })
	for i := 1; i < len(reached); i++ {
		x0, y0 := at(reached[i-1])
		x1, y1 := at(reached[i])
		d.Line(x0, y0, x1, y1, style)
	}
	d.Draw()
}

// curveNames names each curve at its right end, one below the other where they end
// together.
func (s pane) curveNames(a canvas.Area, st model.Standing, y func(float64) float64) {
	var rows, ending []int
	for i, c := range st.Curves {
		for j := len(c.Points) - 1; j >= 0; j-- {
			if p := c.Points[j]; p.Reached > 0 {
				rows, ending = append(rows, int(y(p.RMSE)*float64(a.H()-1)+.5)), append(ending, i)
				break
			}
		}
	}
	atEnds(rows, a.H(), func(i, row int) {
		name := st.Curves[ending[i]].Estimator
		mark, style := curveMark(name)
		a.Set(0, row, mark, style)
		a.Text(2, row, name, style)
	})
}

// atEnds calls draw for what stands at the right end of each curve, from the top down, with a row of its own near where
// the curve ends.
func atEnds(rows []int, height int, draw func(i, row int)) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return rows[i] - rows[j] })
	wanted := make([]int, len(rows))
	for i, at := range order {
		wanted[i] = rows[at]
	}
	for i, row := range apart(wanted, height) {
		draw(order[i], row)
	}
}

// decadeTicks writes a logarithmic axis beside a plot that begins on row 1.
func decadeTicks(a canvas.Area, height, top, each, every int) {
	for i := 0; i*every < height; i++ {
		a.Right(6, 1+i*every, "10"+figure.Superscript(top-i*each), kit.Dim)
	}
}

// apart moves rows in ascending order apart, each cluster about its middle, within so many
// rows.
func apart(wanted []int, rows int) []int {
	type cluster struct{ first, n, sum int }
	top := func(c cluster) int { // of the cluster's rows
		return max(0, min((2*c.sum-c.n*(c.n-1)+c.n)/(2*c.n), rows-c.n))
	}
	var clusters []cluster
	for i, row := range wanted {
		c := cluster{i, 1, row}
		for n := len(clusters); n > 0 && top(clusters[n-1])+clusters[n-1].n > top(c); n = len(clusters) {
			last := clusters[n-1]
			c, clusters = cluster{last.first, last.n + c.n, last.sum + c.sum}, clusters[:n-1]
		}
		clusters = append(clusters, c)
	}
	placed := make([]int, len(wanted))
	for _, c := range clusters {
		for i := range c.n {
			placed[c.first+i] = top(c) + i
		}
	}
	return placed
}

// decades says how labels stand evenly on so many rows that span a range of logarithms: how
// many decades and how many rows there are from one to the next. It is as fine as fits,
// unless fewer labels, two at least, give it over a fifth of the rows more.
func decades(span float64, rows int) (each, every int) {
	for n := 1; n <= 4 || every == 0; n++ {
		fits := int(float64(rows*n) / max(span, .5))
		if float64(fits*max(each, 1)) > 1.2*float64(every*n) && (n == 1 || fits < rows) {
			each, every = n, fits
		}
	}
	return each, every
}
