package theory

import (
	"math"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// lemmaTable is where the chain's figures stand.
type lemmaTable struct {
	quantity                 int // left end of the quantities; 0 where they stand behind the lemma's name
	names                    int // right end of the names and quantities
	bound, measured, factors kit.Column
	factor                   bool // the factors are shown
	gap                      int  // between columns
	verdict                  int  // left end of the verdicts
	reasons                  bool // there is room for the verdicts' reasons
}

// verdictRoom is as wide as the longest verdict.
const verdictRoom = len("violated")

func newLemmaTable(width int, rows []bounds.Row) lemmaTable {
	texts := make([]string, 3*len(rows))
	bound, measured, factor := texts[:0:len(rows)], texts[len(rows):len(rows):2*len(rows)], texts[2*len(rows):2*len(rows)]
	lemma, inline := 0, 0
	for _, r := range rows {
		sign := "≤ "
		if r.AtLeast {
			sign = "≥ "
		}
		bound = append(bound, sign+brief(r.Bound))
		measured = append(measured, measuredText(r))
		factor = append(factor, factorText(r))
		lemma = max(lemma, canvas.Width(r.Lemma))
		inline = max(inline, afterLemma(1+canvas.Width(r.Lemma))+canvas.Width(symbol(r.Quantity)))
	}
	// What is left out first where room is short: the quantities' definitions,
	// the decimal points under each other, the factor, half of the gaps.
	var t lemmaTable
	forms := []struct{ definitions, aligned, factor bool }{{true, true, true}, {false, true, true}, {false, false, true}, {false, false, false}}
	known := len(rows) == 0 || rows[0].Basis == bounds.OfTruth // else nothing has a factor
	for i, form := range forms {
		t = lemmaTable{names: inline, factor: form.factor && known, gap: 2}
		t.bound = kit.NewColumn("bound", form.aligned, bound)
		t.measured = kit.NewColumn("measured", form.aligned, measured)
		t.factors = kit.NewColumn("factor", form.aligned, factor)
		if form.definitions {
			t.quantity = 1 + lemma + 2
			t.names = t.quantity + 26
		}
		spare := width - t.place(t.names) - verdictRoom - 1
		if last := i == len(forms)-1; last && spare < 0 {
			t.gap = 1
			spare = width - t.place(t.names) - verdictRoom
		} else if !last && spare < 0 {
			continue
		}
		t.spread(width, spare)
		break
	}
	return t
}

// place puts the columns behind the names and returns where the verdict begins.
func (t *lemmaTable) place(names int) int {
	x := t.bound.Place(names + t.gap)
	x = t.measured.Place(x + t.gap)
	if t.factor {
		x = t.factors.Place(x + t.gap)
	}
	t.verdict = x + t.gap
	return t.verdict
}

// spread gives the definitions what room they can use, then the reasons of the
// verdicts. Without definitions the verdicts stand at the pane's end.
func (t *lemmaTable) spread(width, spare int) {
	if t.quantity > 0 {
		spare = min(spare, 15)
	}
	t.names += spare
	t.place(t.names)
	t.reasons = width-t.verdict > 24
}

func factorText(r bounds.Row) string {
	if math.IsNaN(r.Factor) && r.Measured == 0 {
		return "·" // 0 against 0
	}
	return brief(r.Factor)
}

// verdictWords says what a verdict means.
const verdictWords = "holds: as it promises. too weak: any figure would satisfy it, so it says nothing. void: its condition is not met, so it promises nothing. certain: true by construction. repaired: ours, where the paper's proof has a gap."

// lemmas are the table of bounds, and what its verdicts mean.
func (s pane) lemmas(width int, th *model.Theory) []section {
	rows := make([]bounds.Row, len(th.Rows))
	for i, r := range th.Rows {
		if math.Abs(r.Measured) < kit.Rounding*r.Unit { // a rounding error of 0
			r.Measured = 0
			if r.Bound == 0 {
				r.Factor = math.NaN()
			}
		}
		rows[i] = r
	}
	t := newLemmaTable(width, rows)
	table := section{head: func(a canvas.Area) {
		a.Text(1, 0, "lemma", kit.Bold)
		a.Text(max(t.quantity, 7), 0, "bounds", kit.Bold)
		t.bound.Head(a, kit.Bold)
		t.measured.Head(a, kit.Bold)
		if t.factor {
			t.factors.Head(a, kit.Bold)
		}
	}}
	for i, r := range rows {
		table.rows = append(table.rows, func(a canvas.Area) { s.lemma(a, &t, i, r) })
	}
	legend, meanings := verdictWords, section{}
	if th.Plugged != nil {
		legend = pluggedWords
	}
	for _, part := range kit.Lines(legend, width-2) {
		meanings.rows = append(meanings.rows, words(1, part, kit.Dim))
	}
	meanings.rows = append(meanings.rows, nil)
	return []section{table, meanings}
}

func (s pane) lemma(a canvas.Area, t *lemmaTable, i int, r bounds.Row) {
	style := map[bounds.Verdict]canvas.Style{
		bounds.Unknown: kit.Dim, bounds.Certain: kit.Plain, bounds.Void: kit.Dim, bounds.Violated: kit.Bad, bounds.TooWeak: kit.Plain, bounds.Holds: kit.Good,
	}[r.Verdict()]
	lemma := kit.FigureAt(why.Lemma, i)
	s.lemmaName(a.Sub(0, 0, t.names, 1), t, r, lemma.Value())
	s.Figure(a, &t.bound, i, 0, kit.Plain, lemma.Bound())
	s.Figure(a, &t.measured, i, 0, kit.Plain, lemma.Value())
	if t.factor {
		s.Figure(a, &t.factors, i, 0, style, kit.FigureAt(why.Lemma, i, 1).Value())
	}
	words := verdictText(r, t.reasons)
	if r.Verdict() == bounds.Void && canvas.Width(words) > a.W()-t.verdict {
		words = string(r.Verdict())
	}
	s.Whole(a, t.verdict, 0, words, style, lemma.Value())
}

// verdictText is a row's verdict, with reasons also why a bound does not apply. Where the
// truth is unknown and nothing can be judged, it says what the bound is made of.
func verdictText(r bounds.Row, reasons bool) string {
	if r.Basis != bounds.OfTruth && r.Verdict() == bounds.Unknown {
		return basisText(r, reasons)
	}
	verdict := string(r.Verdict())
	if why := r.Why(); r.Verdict() == bounds.Void && why != "" && reasons {
		verdict += ": " + why
	}
	return verdict
}

// lemmaName writes which lemma bounds what; in a narrow pane the quantity goes
// without its definition, and is left out where little of it would be seen.
func (s pane) lemmaName(a canvas.Area, t *lemmaTable, r bounds.Row, ref why.Ref) {
	if t.quantity > 0 {
		s.Whole(a, 1, 0, r.Lemma, kit.Plain, ref)
		s.Whole(a, t.quantity, 0, r.Quantity, kit.Plain, ref)
		return
	}
	x := afterLemma(s.Whole(a, 1, 0, r.Lemma, kit.Plain, ref))
	quantity := symbol(r.Quantity)
	if left := a.W() - x; left >= 12 || left >= canvas.Width(quantity) {
		s.Whole(a, x, 0, quantity, kit.Plain, ref)
	}
}

// afterLemma is where a quantity begins behind a lemma's name that ends before x:
// short names leave the same room.
func afterLemma(x int) int { return max(x+1, 5) }

// symbol is a quantity without its definition.
func symbol(quantity string) string {
	quantity, _, _ = strings.Cut(quantity, " = ")
	quantity, _, _ = strings.Cut(quantity, ", ")
	return quantity
}

func brief(x float64) string {
	if math.IsNaN(x) {
		return "?"
	}
	return figure.Number(x)
}
