// Package theory draws every lemma's bound beside what was measured.
package theory

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/moments/bounds"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw holds every lemma's bound against what was measured, the theorem's
// N against the one at hand, and the assumptions with what decides them.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	th := s.Session.Theory()
	if th == nil {
		s.Head(a, kit.Theory, "", kit.Dim)
		what := "The paper's chain of lemmas, bound beside measured, is being computed, after what was asked for before."
		if why := s.Session.Truth().TooLarge; why != "" {
			what = "This model is too large for the chain of lemmas: " + why + "."
		}
		if s.Unknown() != "" {
			what = "What the paper's chain of lemmas comes to by the estimates is being computed, after what was asked for before."
		}
		s.Empty(a, 2, what, "", "")
		return
	}
	if asked := s.chain(a.Below(1), th); asked {
		e := th.Episodes
		s.Head(a, kit.Theory, fmt.Sprintf("the theorem asks for N = %s to %s", power(e.Printed.Log10), power(e.Chained.Log10)), kit.Plain, kit.Alone(why.PrintedN), kit.Alone(why.PrintedN+2))
		return
	}
	s.theoryHead(a, th)
}

func (s pane) theoryHead(a canvas.Area, th *model.Theory) {
	loosest, at, violated := bounds.Row{}, 0, 0
	for i, r := range th.Rows {
		switch v := r.Verdict(); {
		case v == bounds.Violated:
			violated++
		case (v == bounds.Holds || v == bounds.TooWeak) && r.Factor > loosest.Factor && !math.IsInf(r.Factor, 1):
			loosest, at = r, i
		}
	}
	switch {
	case th.Plugged != nil:
		s.Head(a, kit.Theory, "nothing measured: that takes the truth", kit.Dim)
	case violated > 0:
		s.Head(a, kit.Theory, fmt.Sprintf("%d bounds violated", violated), kit.Bad)
	case loosest.Factor > 0:
		s.Head(a, kit.Theory, fmt.Sprintf("loosest lemma: %s's %s, %s ×; no bound violated", loosest.Lemma, symbol(loosest.Quantity), figure.Number(loosest.Factor)), kit.Plain, kit.FigureAt(why.Lemma, at, 1).Value())
	default:
		s.Head(a, kit.Theory, "bounds wait for an estimate", kit.Dim)
	}
}

// theoryLine is one row of the view; nil for an empty one.
type theoryLine func(a canvas.Area)

// section is a part of the view that stays on one page where it can.
type section struct {
	head theoryLine // drawn again where the section goes on; nil for none
	rows []theoryLine
}

// height is the number of rows that the section takes on one page.
func (t section) height() int {
	if t.head == nil {
		return len(t.rows)
	}
	return 1 + len(t.rows)
}

// lay puts sections on pages of that many rows. A section that has no room left begins a page;
// one that is longer than a page begins where half of one is free.
func lay(sections []section, room int) [][]theoryLine {
	pages := [][]theoryLine{nil}
	for _, t := range sections {
		last := &pages[len(pages)-1]
		if left := room - len(*last); len(*last) > 0 && t.height() > left && (t.height() <= room || left < room/2) {
			pages = append(pages, nil)
		}
		for i, row := range t.rows {
			if last = &pages[len(pages)-1]; len(*last) >= room {
				pages = append(pages, nil)
				last = &pages[len(pages)-1]
			}
			if t.head != nil && (i == 0 || len(*last) == 0) {
				*last = append(*last, t.head)
			}
			*last = append(*last, row)
		}
	}
	return pages
}

// chain pages through the theorem's N, the lemmas and the assumptions. It says whether the page
// is about N alone.
func (s pane) chain(a canvas.Area, th *model.Theory) bool {
	asked := s.episodesAsked(th, a.W())
	sections, end := append(asked, s.lemmas(a.W(), th)...), "assumptions"
	if th.Plugged != nil {
		end, sections = "estimates", append(sections, section{rows: putIn(a.W(), th.Plugged)})
	} else {
		sections = append(sections, s.assumptions(a.W()))
	}
	pages := lay(sections, a.H())
	if len(pages) > 1 {
		pages = lay(sections, max(a.H()-1, 2))
	}
	page := s.Page(len(pages))
	for i, line := range pages[page] {
		if line != nil {
			line(a.Rows(i, 1))
		}
	}
	if len(pages) > 1 {
		last := a.Rows(a.H()-1, 1)
		x := s.Turn(last, 1, 0, kit.Theory, fmt.Sprintf("page %d of %d: N, lemmas, %s", page+1, len(pages), end))
		if a.W() < 72 {
			x = last.Text(x+2, 0, "z", kit.Key)
			last.Text(x+1, 0, "has room", kit.Dim)
		}
	}
	rows := 0
	for _, t := range asked {
		rows += t.height()
	}
	return len(pages) > 1 && page == 0 && rows >= len(pages[0]) && th.Plugged == nil && !math.IsNaN(th.Episodes.Printed.N)
}

func words(x int, text string, style canvas.Style) theoryLine {
	return func(a canvas.Area) { a.Text(x, 0, text, style) }
}

// episodesAsked are the N that the theorem asks for, and the seeds that did well at each N.
func (s pane) episodesAsked(th *model.Theory, width int) []section {
	e := th.Episodes
	title := fmt.Sprintf("episodes for regret ≤ %s with probability %s", figure.Number(e.Epsilon), figure.Number(1-e.Delta))
	if th.Plugged != nil {
		title += ", estimated"
	}
	lines := []theoryLine{words(1, title, kit.Bold)}
	reason := ""
	for i, c := range []bounds.Count{e.Printed, e.Appendix, e.Chained} {
		n := power(c.Log10)
		switch {
		case math.IsNaN(c.N):
			n = "unknown: " + c.Reason
		case c.Reason != "":
			n = "∞"
			if reason == "" {
				reason = "∞, since " + c.Reason
			}
		}
		lines = append(lines, func(a canvas.Area) {
			a.Text(1, 0, "Theorem 1, "+c.Name, kit.Plain)
			letter := strings.TrimPrefix(c.Name, "as ")[:1] // its mark on the ruler
			a.Text(1+strings.Index("Theorem 1, "+c.Name, strings.TrimPrefix(c.Name, "as ")), 0, letter, kit.Warn.With(canvas.Bold))
			x := s.Whole(a, 25, 0, n, kit.Plain, kit.Alone(why.PrintedN+i)) + 2
			if room := a.W() - max(x, 38); canvas.Width(c.Says) <= room {
				a.Text(max(x, 38), 0, c.Says, kit.Dim)
			}
		})
	}
	if reason != "" {
		for _, line := range kit.Lines(reason, max(width-27, 20)) {
			lines = append(lines, words(25, line, kit.Plain))
		}
	}
	lines = append(lines, s.sufficed()...)
	have := fmt.Sprintf("N = %s", figure.Count(s.Now.N))
	style := kit.Plain
	if r := s.Session.Regret(); !math.IsNaN(r.High) {
		draw := "in one draw"
		if math.IsInf(s.Now.N, 1) {
			draw = "by the law"
		}
		have += fmt.Sprintf(": regret %s %s", r.Text(figure.Number), draw)
		if style = kit.Bad; r.High <= e.Epsilon+1e-12 {
			style = kit.Good
		}
	}
	lines = append(lines, func(a canvas.Area) {
		a.Text(1, 0, "you", kit.Plain)
		s.Say(a, 25, 0, have, style, kit.Alone(why.Episodes), kit.Alone(why.Regret))
	}, words(0, "", kit.Dim))
	return []section{{rows: append(s.ruler(e), lines...)}, {rows: s.strip()}}
}

// sufficed says with which N how many of the seeds learned a good policy.
func (s pane) sufficed() []theoryLine {
	if s.Unknown() != "" {
		return nil
	}
	found, err := s.Session.Sufficed()
	words := ""
	switch {
	case err != nil:
		words = err.Error()
	case found == nil && s.Session.Optimum() == nil:
		words = "takes the optimum, which is not known yet"
	case found == nil:
		words = "being looked for, power of ten by power of ten"
	case !found.OK:
		words = "none of those that were tried"
	default:
		last := found.Tried[len(found.Tried)-1]
		words = fmt.Sprintf("%s: %d of %d seeds", figure.PowerOfTen(last.Episodes), last.Seeds, experiment.SufficientSeeds)
	}
	return []theoryLine{func(a canvas.Area) {
		a.Text(1, 0, "what sufficed", kit.Plain)
		a.Text(25, 0, words, kit.Plain)
	}}
}

// ruler marks the N at hand, the one that sufficed and those that the theorem asks for on
// one axis of powers of ten; nil where all are below 10¹⁰.
func (s pane) ruler(e bounds.Episodes) []theoryLine {
	type notch struct {
		Name string
		Log  float64
	}
	enough, _ := s.Session.Sufficed()
	near := []notch{{"you", math.Log10(s.Now.N)}, {"sufficed", math.Log10(enough.Episodes())}}
	far := []notch{{"printed", e.Printed.Log10}, {"appendix", e.Appendix.Log10}, {"chained", e.Chained.Log10}}
	top := 0.0
	for _, x := range append(slices.Clone(near), far...) {
		if !math.IsInf(x.Log, 0) && !math.IsNaN(x.Log) {
			top = max(top, x.Log)
		}
	}
	if top < 10 {
		return nil
	}
	at := func(a canvas.Area, log float64) int { return 2 + int(log/top*float64(a.W()-6)+.5) }
	row := func(all []notch, mark rune, style canvas.Style) theoryLine {
		return func(a canvas.Area) {
			names := map[int]string{} // by column
			var columns []int
			for _, x := range all {
				if math.IsInf(x.Log, 0) || math.IsNaN(x.Log) || x.Log < 0 {
					continue
				}
				column := at(a, x.Log)
				if names[column] == "" {
					columns = append(columns, column)
					names[column] = " " + x.Name + " "
				} else {
					names[column] += "= " + x.Name + " "
				}
			}
			slices.Sort(columns)
			free, carried := 0, ""
			for i, column := range columns { // a name without room of its own joins the next one's
				if mark == 0 {
					break // letters, which the table below explains
				}
				if carried != "" {
					names[column] = carried + "|" + names[column]
				}
				carried = ""
				wide, next := canvas.Width(names[column]), a.W()
				if i+1 < len(columns) {
					next = columns[i+1]
				}
				switch {
				case column+1+wide <= next:
					free = a.Text(column+1, 0, names[column], style)
				case column-wide >= free:
					a.Text(column-wide, 0, names[column], style)
					free = column + 1
				case i+1 < len(columns):
					carried = names[column]
				}
				free = max(free, column+1)
			}
			for _, column := range columns {
				sign := mark
				if mark == 0 { // the first letter of the name stands for it
					sign = []rune(strings.TrimSpace(names[column]))[0]
				}
				a.Set(column, 0, sign, style.With(canvas.Bold))
			}
		}
	}
	step := 10.0
	ticks := func(a canvas.Area) {
		a.Repeat(2, 0, a.W()-5, s.Glyph('─', '-'), kit.Rule)
		for log := 0.0; log <= top; log += step {
			a.Text(at(a, log), 0, "10"+figure.Superscript(int(log)), kit.Dim)
		}
	}
	return []theoryLine{row(near, s.Glyph('▼', 'v'), kit.Good), ticks, row(far, 0, kit.Warn), words(0, "", kit.Dim)}
}

// power writes 10^log as a power of ten, beyond float64's range too.
func power(log float64) string {
	switch {
	case math.IsInf(log, 1):
		return "∞"
	case math.IsInf(log, -1):
		return "0"
	case math.IsNaN(log):
		return "unknown"
	}
	whole := math.Floor(log)
	return figure.Number(math.Pow(10, log-whole)) + "·10" + figure.Superscript(int(whole))
}

// assumptions are what the method asks of the model, each with what decides it: beside its
// value, or below it where that leaves too little room.
func (s pane) assumptions(width int) section {
	value, beside := 54, width >= 100 // right end of the values
	x := value + 2
	if !beside {
		value, x = 50, 8
	}
	list := section{head: words(1, "assumptions: FAILS stops the method, fails does not", kit.Bold)}
	for i, c := range s.Session.Truth().Checks {
		said := kit.Lines(c.Detail, width-x-1)
		ref := kit.FigureAt(why.Assumption, i).Value()
		list.rows = append(list.rows, func(a canvas.Area) {
			s.assumption(a, c, value)
			if beside && len(said) > 0 {
				a.Text(x, 0, said[0], kit.Dim)
			}
			s.Spot(a, 1, 0, a.W()-2, 1, ref)
		})
		if beside {
			said = said[min(1, len(said)):]
		}
		for _, line := range said {
			list.rows = append(list.rows, words(x, line, kit.Dim))
		}
	}
	return list
}

func (s pane) assumption(a canvas.Area, c pomdp.Assumption, value int) {
	verdict, style := "holds", kit.Good
	switch {
	case !c.Holds && c.Needed:
		verdict, style = "FAILS", kit.Bad
	case !c.Holds:
		verdict, style = "fails", kit.Warn
	}
	a.Text(1, 0, verdict, style)
	a.Sub(0, 0, value-9, 1).Text(8, 0, c.Name, kit.Plain)
	a.Right(value, 0, figure.Number(c.Value), style)
}
