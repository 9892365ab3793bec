// Package parameters draws every probability beside its truth.
package parameters

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw compares b̂, T̂, Ẑ and R̂ with the truth on several pages: first plots of
// every entry with its interval, then tables of truth, estimate and signed error, and last
// each pair's parameters before normalising. For a log without one order of the states it
// lists each pair's own.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	s.parametersHead(a)
	e := s.Now.Estimate
	switch {
	case e == nil || e.Parameters == nil || s.Now.Shown != model.BeatParameters:
		s.truthAlone(a)
		return
	case e.Mean == nil && s.Unknown() != "":
		s.pairsAlone(a.Below(1), pairTable{words: "A, B, …: a pair's states in the order learned; another pair's A may be another state. Names, truth and errors are unknown: a log has none.", of: e.Parameters, boot: s.Session.Intervals()})
		return
	case e.Mean == nil:
		s.Empty(a, 2, "The estimate has parameters, but its columns do not match the true ones pair by pair, so no entry can be put beside its truth. Recovery shows which pairs.", "", "")
		return
	}
	t := newTables(s, a.W())
	plan := s.planWhiskers(a.Rows(0, a.H()-1).Below(1), t)
	whiskers, tables := plan.pages, len(t.pages(a.H()-1))
	if plan.tables {
		tables = 0
	}
	pages := whiskers + tables
	body := a.Rows(0, a.H()-1)
	n := s.normalising(body.Below(1), e)
	pages += n.alone + n.rest
	page := s.Page(pages)
	s.turned(a.Rows(a.H()-1, 1), page, pages)
	s.worst(a.Rows(a.H()-1, 1))
	switch {
	case page < whiskers:
		body = body.Below(1)
		if rows := s.drawWhiskers(body, plan, page); plan.tables {
			t.numbers(body.Below(rows), 0)
		} else {
			t.beyond(body, rows+1)
		}
	case page >= whiskers+tables+n.alone:
		y := s.pairTables(body.Below(1), n.before, page-whiskers-tables-n.alone)
		if n.alone == 0 {
			s.pairTables(body.Below(1).Below(y+1), n.after, 0)
		}
	case page >= whiskers+tables:
		s.pairTables(body.Below(1), n.after, page-whiskers-tables)
	default:
		t.numbers(body, page-whiskers)
	}
	s.LegendBetween(a, 1)
}

// pairsAlone draws a table of pairs that is all the view has.
func (s pane) pairsAlone(a canvas.Area, t pairTable) {
	pages := s.layPairs(a, t).pages
	if pages > 1 {
		s.turned(a.Rows(a.H()-1, 1), s.Page(pages), pages)
		a = a.Rows(0, a.H()-1)
		pages = s.layPairs(a, t).pages
	}
	s.pairTables(a, t, s.Page(pages))
}

// normalising is what Parameters shows of each pair's parameters before and after it.
type normalising struct {
	before, after pairTable
	alone, rest   int // pages of after, 0 where it stands under before; pages of before
}

// normalising lays both tables out, with as long an introduction as leaves room for all rows.
// On a small screen the entries after normalising have pages of their own, before the last.
func (s pane) normalising(a canvas.Area, e *experiment.Estimated) normalising {
	if e.Signed == nil {
		return normalising{}
	}
	n := normalising{
		before: pairTable{of: e.Signed,
			words: "Each pair's parameters before normalising, in the pair's own order of the states. Negative entries are no probabilities: normalising changes them. T̂ leads to the states of the next pair, whose second action stands beside it."},
		after: pairTable{of: e.Parameters, before: e.Signed,
			words: "After it: |x| over Σ|x|. What it left alone is grey. The plan takes these; page 1 shows the mean over the pairs."},
	}
	before := s.layPairs(a, n.before)
	if before.pages > 1 {
		n.before.words = "Each pair's parameters in its own order, before normalising."
		before = s.layPairs(a, n.before)
	}
	n.rest = before.pages
	if rest := a.Below(before.top + e.Sizes.Pairs()*e.Sizes.S*before.lines*before.per + 1); n.rest > 1 || rest.H() <= 2 || s.layPairs(rest, n.after).pages > 1 {
		n.after.words = "Each pair's parameters after normalising, |x| over Σ|x|: the plan takes these."
		n.alone = s.layPairs(a, n.after).pages
	}
	return n
}

// numbers draws one page of the tables, and under it what is to be said of them.
func (t tables) numbers(a canvas.Area, page int) {
	y := t.page(a, t.pages(a.H())[page]) + 1
	if t.boot != nil {
		y += t.remark(a, y, a.H(), "Intervals: "+t.boot.Pairs.Words()+"."+t.outside())
	}
	t.beyond(a, y)
}

// beyond says from row y on which errors the head counts, and why they may be below the
// Cramér–Rao limit.
func (t tables) beyond(a canvas.Area, y int) {
	if t.Now.Estimate.Model == nil && t.knowsTruth() {
		if y+2 < a.H() && t.Pairwise() {
			pairs := make([]int, t.Sizes().Pairs())
			for i := range pairs {
				pairs[i] = i
			}
			y += t.Beliefs(a.Below(y), t.Now.Estimate.Parameters, pairs) + 1
		}
		y += t.remark(a, y, a.H(), "Each pair has its own estimate, and the RMSE counts all of them; shown is their mean.")
	}
	if limit := t.Session.Standing().Information; kit.AtBoundary(limit) {
		t.remark(a, y, a.H(), kit.BelowLimit(limit))
	}
}

// outside says why an estimate may lie outside its own interval.
func (t tables) outside() string {
	if t.Now.Estimate.Signed == nil {
		return ""
	}
	return " The estimate itself may lie outside, where it had negative mass."
}

// remark writes a sentence under the tables where there is room for all of it,
// and returns the rows that it took.
func (t tables) remark(a canvas.Area, y, room int, sentence string) int {
	lines := kit.Lines(sentence, a.W()-2)
	if y+len(lines) > room {
		return 0
	}
	for i, line := range lines {
		a.Text(1, y+i, line, kit.Dim)
	}
	return len(lines)
}

// willStand is what the view is for.
const willStand = "Truth, estimate and error of every probability will stand here."

// truthAlone says what fills the view, and shows the truth above empty rows for the
// estimate and its error.
func (s pane) truthAlone(a canvas.Area) {
	e, press, does := s.Now.Estimate, "e", "estimates; its last stage fills this view"
	words := willStand
	switch {
	case e != nil && estimators.By(e.Estimate).Lacks(moments.GivesParameters) != "":
		y := s.Empty(a, 1+kit.Apart(a), "There are no parameters: "+estimators.By(e.Estimate).Lacks(moments.GivesParameters)+". Recovery shows what it learned, and what it predicts.", "a", "chooses another estimator; then e estimates")
		if e.OK() && s.Now.Whole {
			s.Predictions(a.Below(y + 1))
		}
		return
	case e != nil && !e.OK() && s.Now.Whole:
		words += " This estimate ended before it had parameters: see Recovery."
		press, does = "a", "chooses another estimator; then e estimates"
	case e != nil && e.OK() && !s.Now.Whole:
		press, does = "Enter", "takes the next stage; the last one fills this view"
	case s.Now.N == 0:
		press, does = "+", "adds episodes; e then estimates from them"
	}
	y := s.Empty(a, 1+kit.Apart(a), words, press, does)
	if s.Unknown() == "" {
		tables{pane: s}.laid(a.W()).drawPage(a.Below(y))
	}
}

// turned says which of its pages Parameters shows, and how to see the others.
func (s pane) turned(a canvas.Area, page, pages int) {
	s.Turn(a, 1, 0, kit.Parameters, fmt.Sprintf("page %d of %d", page+1, pages))
}

// worst says, behind what turns the page, how far off the copies of the pairs are at most: their means, which the plots show,
// are nearer.
func (s pane) worst(a canvas.Area) {
	c := s.Now.Estimate.Comparison
	if s.Unknown() != "" || c == nil || c.Parameters == nil {
		return
	}
	p := c.Parameters
	x := a.Used(0) + 3
	words := "largest error in a pair's copy:"
	if a.W() < x+canvas.Width(words)+4*9 {
		words = "largest error:"
	}
	x = a.Text(x, 0, words, kit.Dim)
	for i, kind := range []struct {
		name string
		off  float64
	}{{"b", p.Initial}, {"T", p.Transition}, {"Z", p.Observation}, {"R", p.Reward}} {
		x = a.Text(x+1, 0, kind.name+" ", kit.Dim)
		x = s.Whole(a, x, 0, figure.Number(kind.off), kit.Plain, kit.Alone(why.WorstInitial+i))
	}
}

func (s pane) parametersHead(a canvas.Area) {
	e := s.Now.Estimate
	unknown := s.Unknown() != ""
	if e == nil || s.Now.Shown != model.BeatParameters || e.Mean == nil && (!unknown || e.Parameters == nil) {
		answer := "none yet"
		if e != nil && estimators.By(e.Estimate).Lacks(moments.GivesParameters) != "" {
			answer = "none: " + estimators.By(e.Estimate).Lacks(moments.GivesParameters)
		}
		s.Head(a, kit.Parameters, answer, kit.Dim)
		return
	}
	if unknown {
		s.Head(a, kit.Parameters, e.Estimator+": error unknown", kit.Plain)
		return
	}
	rmse, made := e.Comparison.Parameters.RMSE, e.Estimator
	if made == moments.Theirs && !slices.Contains(e.Theirs, moments.StageParameters) {
		made += ", by the formulas" // from what it gave before
	}
	answer := fmt.Sprintf("%s: RMSE %s", made, figure.Number(rmse))
	style := kit.Plain
	if info := s.Session.Information(); info != nil && !math.IsInf(e.Episodes, 1) && !math.IsNaN(info.RMSE(1)) {
		limit := info.RMSE(e.Episodes)
		for _, form := range []string{"%s = %s × the Cramér–Rao limit %s", "%s = %s × the limit %s", "%s, %s × %s"} {
			at := figure.Number(limit)
			if info.Samples > 0 {
				at = "≈ " + at
			}
			long := fmt.Sprintf(form, answer, figure.Number(rmse/limit), at)
			if answerRoom(a, kit.Parameters) >= canvas.Width(long) {
				answer = long
				break
			}
		}
		if rmse < 1.5*limit {
			style = kit.Good
		}
	}
	s.Head(a, kit.Parameters, answer, style, kit.Alone(why.RMSE), kit.Alone(why.AgainstBound), kit.Alone(why.CramerRao))
}

// padded puts blanks before a text, up to a width.
func padded(text string, width int) string {
	const blanks = "        "
	return blanks[:max(0, min(width-canvas.Width(text), len(blanks)))] + text
}

// tight writes a probability in as few columns as fixed needs, without padding: 0 and 1
// for what rounds to them.
func tight(x float64) string {
	switch {
	case x < .0005:
		return "0"
	case x > .9995:
		return "1"
	}
	return kit.Fixed(x)
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
	return sign + kit.Fixed(math.Abs(x))
}

// answerRoom is the width that a pane's title leaves to its answer.
func answerRoom(a canvas.Area, view kit.View) int {
	return a.W() - len(" ") - len(view.String()) - len("    ")
}
