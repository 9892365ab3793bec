package panes

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments/bounds"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// drawTheory holds every lemma's bound against what was measured, the theorem's
// N against the one at hand, and the assumptions with what decides them.
func drawTheory(a canvas.Area, s Scene) {
	th := s.Session.Theory()
	if th == nil {
		s.head(a, Theory, "", dim)
		what := "The paper's chain of lemmas, bound beside measured, is being computed, after what was asked for before."
		if why := s.Session.Truth().TooLarge; why != "" {
			what = "This model is too large for the chain of lemmas: " + why + "."
		}
		if why := s.unknown(); why != "" {
			what = "The lemmas bound how far an estimate is from the truth, and the truth is unknown: " + why + "."
		}
		s.empty(a, 2, what, "", "")
		return
	}
	s.theoryHead(a, th)
	s.chain(a.Below(1), th)
}

func (s Scene) theoryHead(a canvas.Area, th *model.Theory) {
	loosest, at, violated := bounds.Row{}, 0, 0
	for i, r := range th.Rows {
		switch v := r.Verdict(); {
		case v == bounds.Violated:
			violated++
		case (v == bounds.Confirmed || v == bounds.Vacuous) && r.Factor > loosest.Factor && !math.IsInf(r.Factor, 1):
			loosest, at = r, i
		}
	}
	switch {
	case violated > 0:
		s.head(a, Theory, fmt.Sprintf("%d bounds violated", violated), bad)
	case loosest.Factor > 0:
		s.head(a, Theory, fmt.Sprintf("loosest: %s, %s, by a factor %s", loosest.Lemma, symbol(loosest.Quantity), figure.Number(loosest.Factor)), good, of(why.Lemma, at, 1).Value())
	default:
		s.head(a, Theory, "bounds wait for an estimate", dim)
	}
}

// theoryLine is one row of the view.
type theoryLine func(a canvas.Area)

// chain pages through the theorem's N, the lemmas and the assumptions.
func (s Scene) chain(a canvas.Area, th *model.Theory) {
	lines := s.episodesAsked(th)
	lines = append(lines, s.lemmas(a.W(), th)...)
	lines = append(lines, s.assumptions()...)
	room := a.H()
	pages := 1
	if len(lines) > room {
		room--
		pages = ceil(len(lines), room)
	}
	page := s.More % pages
	for i, line := range lines[page*room : min((page+1)*room, len(lines))] {
		line(a.Rows(i, 1))
	}
	if pages > 1 {
		last := a.Rows(a.H()-1, 1)
		x := last.Text(1, 0, "m", key)
		x = last.Text(x+1, 0, fmt.Sprintf("page %d of %d: N, lemmas, assumptions", page+1, pages), dim)
		if a.W() < 72 {
			x = last.Text(x+2, 0, "z", key)
			last.Text(x+1, 0, "has room", dim)
		}
	}
}

func words(x int, text string, style canvas.Style) theoryLine {
	return func(a canvas.Area) { a.Text(x, 0, text, style) }
}

func (s Scene) episodesAsked(th *model.Theory) []theoryLine {
	e := th.Episodes
	lines := []theoryLine{words(1, fmt.Sprintf("episodes for regret ≤ %s with probability %s", figure.Number(e.Epsilon), figure.Number(1-e.Delta)), bold)}
	for i, c := range []bounds.Count{e.Printed, e.Appendix, e.Chained} {
		n := power(c.Log10)
		if c.Reason != "" {
			n = "∞: " + c.Reason
		}
		lines = append(lines, func(a canvas.Area) {
			a.Text(1, 0, "Theorem 1, "+c.Name, text)
			s.whole(a, 25, 0, n, text, alone(why.PrintedN+i))
		})
	}
	have := fmt.Sprintf("N = %s", figure.Count(s.Now.N))
	if r := s.Session.Regret(); !math.IsNaN(r) {
		have += fmt.Sprintf(": regret %s", figure.Number(r))
	}
	return append(lines, func(a canvas.Area) {
		a.Text(1, 0, "here", text)
		s.say(a, 25, 0, have, good, alone(why.Episodes), alone(why.Regret))
	}, words(0, "", dim))
}

// power writes 10^log as a power of ten, beyond float64's range too.
func power(log float64) string {
	if math.IsInf(log, 1) {
		return "∞"
	}
	whole := math.Floor(log)
	return figure.Number(math.Pow(10, log-whole)) + "·10" + figure.Superscript(int(whole))
}

// lemmaColumns is where a lemma's figures stand: the right ends of the numbers
// and the left end of the verdict. Without room, factor is 0 and the quantity
// stands behind the lemma's name.
type lemmaColumns struct {
	quantity, bound, measured, factor, verdict int
}

// lemmaRoom is the width from which every figure has a column of its own.
const lemmaRoom = 100

func lemmasAt(width int) lemmaColumns {
	if width >= lemmaRoom {
		bound := 54 + min(width-lemmaRoom, 12)
		return lemmaColumns{quantity: 13, bound: bound, measured: bound + 12, factor: bound + 24, verdict: bound + 26}
	}
	c := lemmaColumns{verdict: width - 10}
	c.measured = c.verdict - 2
	if width >= 76 {
		c.factor, c.measured = c.measured, c.measured-11
	}
	c.bound = c.measured - 10 // a blank before 6.81·10⁻⁶
	return c
}

// verdictWords says what a verdict means.
const verdictWords = "confirmed: it applies and holds. vacuous: so would any figure. silent: its condition fails, it promises nothing."

func (s Scene) lemmas(width int, th *model.Theory) []theoryLine {
	c := lemmasAt(width)
	lines := []theoryLine{func(a canvas.Area) {
		a.Text(1, 0, "lemma", bold)
		a.Text(max(c.quantity, 7), 0, "bounds", bold)
		a.Right(c.bound, 0, "bound", bold)
		a.Right(c.measured, 0, "measured", bold)
		if c.factor > 0 {
			a.Right(c.factor, 0, "factor", bold)
		}
	}}
	for i, r := range th.Rows {
		if math.Abs(r.Measured) < rounding*r.Unit { // what rounding leaves of nothing
			r.Measured = 0
			if r.Bound == 0 {
				r.Factor = math.NaN()
			}
		}
		lines = append(lines, func(a canvas.Area) { s.lemma(a, c, i, r) })
	}
	for _, part := range Lines(verdictWords, width-2) {
		lines = append(lines, words(1, part, dim))
	}
	return append(lines, words(0, "", dim))
}

func (s Scene) lemma(a canvas.Area, c lemmaColumns, i int, r bounds.Row) {
	style := map[bounds.Verdict]canvas.Style{
		bounds.Unknown: dim, bounds.Silent: dim, bounds.Violated: bad, bounds.Vacuous: text, bounds.Confirmed: good,
	}[r.Verdict()]
	lemma := of(why.Lemma, i)
	s.lemmaName(a, c, r, lemma.Value())
	sign := "≤ "
	if r.AtLeast {
		sign = "≥ "
	}
	s.right(a, c.bound, 0, sign+brief(r.Bound), text, lemma.Bound())
	s.right(a, c.measured, 0, brief(r.Measured), text, lemma.Value())
	switch {
	case c.factor == 0:
	case math.IsNaN(r.Factor) && r.Measured == 0:
		a.Right(c.factor, 0, "·", style) // 0 against 0
	default:
		s.right(a, c.factor, 0, brief(r.Factor), style, of(why.Lemma, i, 1).Value())
	}
	verdict := string(r.Verdict())
	if why := r.Why(); r.Verdict() == bounds.Silent && why != "" && c.quantity > 0 {
		verdict += ": " + why
	}
	s.whole(a, c.verdict, 0, verdict, style, lemma.Value())
}

// lemmaName writes which lemma bounds what. In a narrow pane the quantity goes
// without its definition, and is left out where little of it would be seen.
func (s Scene) lemmaName(a canvas.Area, c lemmaColumns, r bounds.Row, ref why.Ref) {
	room := a.Sub(0, 0, c.bound-10, 1)
	if c.quantity > 0 {
		s.whole(a.Sub(0, 0, c.quantity-1, 1), 1, 0, r.Lemma, text, ref)
		s.whole(room, c.quantity, 0, r.Quantity, text, ref)
		return
	}
	x := max(s.whole(room, 1, 0, r.Lemma, text, ref)+1, 5)
	quantity := symbol(r.Quantity)
	if left := room.W() - x; left >= 12 || left >= canvas.Width(quantity) {
		s.whole(room, x, 0, quantity, text, ref)
	}
}

// symbol is a quantity without its definition.
func symbol(quantity string) string {
	quantity, _, _ = strings.Cut(quantity, " = ")
	quantity, _, _ = strings.Cut(quantity, ", ")
	return quantity
}

// rounding is the size, relative to a row's unit, below which a measured figure
// is 0.
const rounding = 1e-11

func brief(x float64) string {
	if math.IsNaN(x) {
		return "?"
	}
	return figure.Number(x)
}

func (s Scene) assumptions() []theoryLine {
	lines := []theoryLine{words(1, "assumptions: FAILS stops the method, fails does not", bold)}
	for i, c := range s.Session.Truth().Checks {
		lines = append(lines, func(a canvas.Area) {
			s.assumption(a, c)
			s.spot(a, 1, 0, a.W()-2, 1, of(why.Assumption, i).Value())
		})
	}
	return lines
}

func (s Scene) assumption(a canvas.Area, c pomdp.Assumption) {
	verdict, style := "holds", good
	switch {
	case !c.Holds && c.Needed:
		verdict, style = "FAILS", bad
	case !c.Holds:
		verdict, style = "fails", warn
	}
	a.Text(1, 0, verdict, style)
	value := 54
	if a.W() < lemmaRoom {
		value = 50
	}
	a.Sub(0, 0, value-9, 1).Text(8, 0, c.Name, text)
	a.Right(value, 0, figure.Number(c.Value), style)
	if a.W() >= value+22 {
		a.Text(value+2, 0, c.Detail, dim)
	}
}
