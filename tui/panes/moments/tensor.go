package moments

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// sheet is a way to lay out the slices of P̂₁₂₃, one for each x₂, x₁ down and x₃
// across: as many rows and columns of slices, and which x₂ is where.
type sheet struct {
	rows, columns int
	at            func(row, column int) (x2 int)
	byPair        bool // a column is an action pair of x₂; otherwise a row is its first action
	d             kit.Density
	w, h          int // of one slice, in cells
	label         int // width of the names of the rows
	fits          bool
	blocks        bool // an entry is a block of the tensor: see slice
}

// sheets are the layouts, the one that shows most at a glance first: there the slices of a
// column show the same patterns in different proportions.
func (s pane) sheets(width int) [2]sheet {
	n := s.Sizes()
	o := n.Outcomes()
	names := 0
	for i := range o {
		names = max(names, canvas.Width(s.outcomeWords(i)))
	}
	return [2]sheet{
		{rows: o, columns: n.Pairs(), label: min(names, max(width/4, 12)) + 2, byPair: true, at: func(row, column int) int { return column*o + row }},
		{rows: n.A, columns: n.A * o, label: len("a=1 ") + 1, at: func(row, column int) int { return n.Pair(row, column/o)*o + column%o }},
	}
}

// outcomeWords names an observation with its reward.
func (s pane) outcomeWords(outcome int) string {
	return s.Truth().OutcomeName(s.Sizes().OutcomeAt(outcome))
}

// outcomeIn is outcomeWords in so many columns: where they are too few the observation is cut,
// and what was earned stays.
func (s pane) outcomeIn(outcome, width int) string {
	words := s.outcomeWords(outcome)
	if canvas.Width(words) <= width {
		return words
	}
	z, r := s.Sizes().OutcomeAt(outcome)
	name := []rune(s.Truth().ObservationName(z))
	earned := " r=" + figure.Number(s.Truth().RewardValue(r))
	if canvas.Width(earned)+2 > width {
		earned = strings.Replace(earned, "r=", "", 1)
	}
	room := max(width-canvas.Width(earned)-1, 0)
	switch {
	case room >= len(name):
		return string(name) + earned
	case room == 0 && canvas.Width(earned) <= width:
		return strings.TrimPrefix(earned, " ")
	case room == 0:
		return string(s.Glyph('…', '~'))
	}
	for other := range s.Sizes().Z { // names that begin alike are told apart by their ends
		if other != z && strings.HasPrefix(s.Truth().ObservationName(other), string(name[:room])) {
			return string(s.Glyph('…', '~')) + string(name[len(name)-room:]) + earned
		}
	}
	return string(name[:room]) + string(s.Glyph('…', '~')) + earned
}

// The most cells of a tensor that a frame reads one by one: to pool them, and to give each
// a place of its own.
const mostPooled, mostSingle = 4_096, 20_000

// slice reads P̂₁₂₃ at one x₂: an entry for each x₁ and x₃ that can stand beside it, or,
// with blocks, one for each pair of a₁ and a₄, summed over all else.
func (s pane) slice(c *moments.Counts, x2 int, blocks bool) kit.Grid {
	n := s.Sizes()
	if blocks {
		return s.sheetOf(blocks, func(i, j int) float64 { return c.Block(i, x2, j) })
	}
	g := s.sheetOf(blocks, func(i, j int) float64 { return c.P123(sliced(n, i, x2, j)) })
	g.Target = func(i, j int) why.Target {
		t := sliced(n, i, x2, j)
		return kit.FigureAt(why.P123, t[0], t[1], t[2])
	}
	return g
}

// sheetOf is a grid of a slice's shape.
func (s pane) sheetOf(blocks bool, at func(i, j int) float64) kit.Grid {
	n := s.Sizes()
	if blocks {
		return kit.NewGrid(n.A, n.A, at).Blocked(n.A, n.A)
	}
	o := n.Outcomes()
	return kit.NewGrid(n.A*o, n.A*o, at).Blocked(o, o)
}

// sliced is the triple of row i and column j of the slice of x₂.
func sliced(n pomdp.Sizes, i, x2, j int) pomdp.Triple {
	o := n.Outcomes()
	a2, a3 := n.PairActions(x2 / o)
	return pomdp.Triple{n.Pair(i/o, a2)*o + i%o, x2, n.Pair(a3, j/o)*o + j%o}
}

// touchedSlice marks the entry that the triple counted last raised.
func (s pane) touchedSlice(g *kit.Grid, x2 int) {
	t, n := s.Now.Touch, s.Sizes()
	if !t.OK || t.Triple[1] != x2 {
		return
	}
	o := n.Outcomes()
	x1, x3 := n.SymbolAt(t.Triple[0]), n.SymbolAt(t.Triple[2])
	g.Mark, g.MarkI, g.MarkJ = theme.Recent, x1.Action, x3.Next
	if g.RowBlock == o && g.Rows == n.A*o {
		g.MarkI, g.MarkJ = x1.Action*o+t.Triple[0]%o, x3.Next*o+t.Triple[2]%o
	}
	if t.Fresh {
		g.Mark = theme.Fresh
	}
}

// widestEntry keeps the entries of a sheet about as wide as they are high.
const widestEntry = 2

// fitted lays a sheet out as large as an area permits.
func (s pane) fitted(x sheet, w, h int) sheet {
	one, cells := s.sheetOf(x.blocks, func(int, int) float64 { return 0 }), s.Sizes().Cells()
	for _, d := range s.Densities() {
		gw, gh := one.Size(d)
		if d.Wide > widestEntry && d.Tall == 0 || !x.blocks && (cells > mostSingle || d.Pool > 1 && cells > mostPooled) {
			continue
		}
		if x.columns*(gw+1)-1 > w-x.label || x.rows*gh > h {
			continue
		}
		x.d, x.w, x.h, x.fits = d, gw, gh, true
		if x.columns*(gw+2)-2 <= w-x.label {
			x.w++ // room for a wider gap
		}
		return x
	}
	return x
}

// tensor draws P̂₁₂₃ whole and returns the rows that it took.
func (s pane) tensor(a canvas.Area) int {
	c, n := s.Now.Counts, s.Sizes()
	const foot = 2
	head := func(x sheet) int {
		if x.byPair {
			return 2
		}
		return 3
	}
	var best sheet
	for _, blocks := range []bool{false, true} {
		for _, x := range s.sheets(a.W()) {
			x.blocks = blocks
			x = s.fitted(x, a.W()-1, a.H()-head(x)-foot)
			if x.fits && (!best.fits || !blocks && x.d.Pool < best.d.Pool) {
				best = x
			}
		}
	}
	if !best.fits {
		a.Text(1, 0, fmt.Sprintf("P̂₁₂₃ has %s cells that can occur: too many for this pane", figure.Count(float64(n.Cells()))), kit.Dim)
		return 1
	}
	s.seen(a, best)
	top := head(best)
	s.sheetHeads(a.Rows(1, top-1), best)
	gap := 0
	if room := a.H() - top - foot - best.rows*best.h; room >= best.rows-1 {
		gap = 1
	}
	counted := s.slices(best, c)
	for i := range counted {
		s.touchedSlice(&counted[i], best.at(i/best.columns, i%best.columns))
	}
	scale := s.paint(a.Sub(1+best.label, top, a.W()-1-best.label, a.H()-top), best, gap, counted)
	s.besideSheet(a, best, gap, top, counted)
	for row := range best.rows {
		y := top + row*(best.h+gap)
		if best.byPair {
			a.Text(1, y, s.outcomeIn(row, best.label-2), kit.Dim)
		} else {
			s.Action(a, a.Text(1, y, "a₂=", kit.Dim), y, row)
		}
	}
	y := top + best.rows*(best.h+gap) - gap
	return y + s.sheetWords(a.Below(y), best, scale)
}

// slices reads all slices of a sheet, row by row.
func (s pane) slices(x sheet, c *moments.Counts) []kit.Grid {
	grids := make([]kit.Grid, 0, x.rows*x.columns)
	for row := range x.rows {
		for column := range x.columns {
			g := s.slice(c, x.at(row, column), x.blocks)
			if s.Now.N == 0 {
				g.Clear()
			}
			grids = append(grids, g)
		}
	}
	return grids
}

// paint draws the slices of a sheet on one scale, and returns it.
func (s pane) paint(a canvas.Area, x sheet, gap int, grids []kit.Grid) (top float64) {
	for _, g := range grids {
		top = max(top, g.Largest())
	}
	for i, g := range grids {
		g.Scale = top
		w, h := g.Size(x.d)
		s.Heat(a.Sub(i%x.columns*(x.w+1), i/x.columns*(x.h+gap), w, h), g, x.d)
	}
	return top
}

// besideSheet draws the exact law, which no learner sees, and how far the counts are
// off it, beside a sheet where there is room.
func (s pane) besideSheet(a canvas.Area, x sheet, gap, head int, counted []kit.Grid) {
	exact := s.Session.Truth().Exact()
	wide := x.columns*(x.w+1) + 2
	left := 1 + x.label + wide
	if exact == nil || s.Now.N == 0 || left+wide > a.W() || s.Sizes().Cells() > mostPooled {
		return
	}
	law := s.slices(x, exact)
	for i := range law {
		law[i].Part = why.Truth
	}
	a.Sub(left, head-1, wide, 1).Text(0, 0, kit.FirstThatFits([]string{"the true shares, which nobody sees", "the true shares, unseen"}, wide-1), kit.Dim)
	s.paint(a.Sub(left, head, wide, a.H()-head), x, gap, law)
	if left += wide; left+wide > a.W() {
		return
	}
	var off []kit.Grid
	for i := range counted {
		off = append(off, counted[i].Minus(law[i]))
	}
	after := a.Sub(left, head-1, wide, 1).Text(0, 0, "error", kit.Dim)
	scale := s.paint(a.Sub(left, head, wide, a.H()-head), x, gap, off)
	s.DiffScale(a.Sub(left, head-1, wide, 1), after+1, scale)
}

// seen says how much of the tensor has been counted.
func (s pane) seen(a canvas.Area, x sheet) {
	c, n := s.Now.Counts, s.Sizes()
	at := a.Text(1, 0, "P̂₁₂₃: x₁ down, x₃ across, by x₂", kit.Bold)
	switch {
	case x.blocks:
		at = a.Text(at, 0, ", by actions alone", kit.Bold)
	case x.d.Pool > 1:
		at = a.Text(at, 0, fmt.Sprintf(", %d × %d in one", x.d.Pool, x.d.Pool), kit.Bold)
	}
	words := fmt.Sprintf("%s of %s cells seen", figure.Count(float64(c.Seen())), figure.Count(float64(n.Cells())))
	if at+2+canvas.Width(words) > a.W() {
		return
	}
	at = s.Say(a, at+2, 0, words, kit.Plain, kit.Alone(why.Cells), kit.Alone(why.Cells))
	if width := min(a.W()-at-2, 12); width >= 4 {
		share := float64(c.Seen()) / float64(n.Cells())
		a.Repeat(at+1, 0, width, s.Glyph('░', '.'), canvas.FG(theme.Zero))
		s.Bar(a, at+1, 0, width, share, canvas.FG(theme.Curve))
	}
}

// sheetHeads names the columns of the sheet.
func (s pane) sheetHeads(a canvas.Area, x sheet) {
	a.Text(1, 0, "x₂", kit.Dim)
	for column := range x.columns {
		left := 1 + x.label + column*(x.w+1)
		symbol := s.Sizes().SymbolAt(x.at(0, column))
		if x.byPair {
			s.Pair(a, left, 0, s.Sizes().Pair(symbol.Action, symbol.Next))
			continue
		}
		if column%s.Sizes().Outcomes() == 0 {
			s.Action(a, a.Text(left, 0, "a₃=", kit.Dim), 0, symbol.Next)
		}
		a.Text(left, 1, s.outcomeIn(column%s.Sizes().Outcomes(), x.w), kit.Dim)
	}
}

// sheetWords say what the colours stand for, what the newest episode changed, and
// what the patterns are.
func (s pane) sheetWords(a canvas.Area, x sheet, top float64) int {
	if a.H() < 1 || s.Now.N == 0 {
		return 0
	}
	unit, scale := "share of N ", top
	if n := s.Now.N; n <= float64(s.Sizes().Cells()) { // counts say more than shares of few
		unit, scale = "episodes ", top*n
	}
	at := a.Text(1, 0, unit, kit.Dim)
	s.ColourBar(a, at, 0, "0", scale)
	s.changes(a.Sub(at+kit.ColourBar+1, 0, a.W()-at-kit.ColourBar-1, 1))
	if a.H() < 2 {
		return 1
	}
	along := "down a column"
	if !x.byPair {
		along = "along one a₃"
	}
	words := "a cell: how often an x₁ and an x₃ stood on both sides of the slice's x₂"
	if tail := "; each slice is Σ over the states of weight · past ⊗ future, and " + along + " only the weights differ"; canvas.Width(words+tail)+1 < a.W() {
		words += tail
	}
	a.Text(1, 1, kit.FirstThatFits([]string{words, "a cell: how often its x₁ and x₃ met about x₂", "a cell: its x₁, x₂ and x₃ together"}, a.W()-2), kit.Dim)
	return 2
}

// leastForChanges is the width from which entries of P̂₁₂ and P̂₁₃ are named beside a map of P̂₁₂₃.
const leastForChanges = 70

// changes says what the triple counted last did to its entries.
func (s pane) changes(a canvas.Area) {
	t, c, n := s.Now.Touch, s.Now.Counts, s.Now.N
	if !t.OK || math.IsInf(n, 1) {
		return
	}
	if a.W() < leastForChanges {
		a = a.Sub(0, 0, min(a.W(), len("■ newest")-len("■")+1), 1)
	}
	style := canvas.FG(theme.Recent)
	if t.Fresh {
		style = kit.Fresh
	}
	x, y, z := t.Triple[0], t.Triple[1], t.Triple[2]
	mark := string([]rune{s.Glyph('■', '#'), ' '})
	at := canvas.Width(mark)
	for _, entry := range []struct {
		name  string
		share float64
		ref   why.Target
	}{
		{fmt.Sprintf("P̂₁₂[%d,%d]", x+1, y+1), c.P12(x, y), kit.FigureAt(why.P12, x, y)},
		{fmt.Sprintf("P̂₁₃[%d,%d]", x+1, z+1), c.P13(x, z), kit.FigureAt(why.P13, x, z)},
		{"P̂₁₂₃", c.P123(pomdp.Triple(t.Triple)), kit.FigureAt(why.P123, x, y, z)},
	} {
		k := math.Round(entry.share * n)
		words := entry.name + " " + ratio(k-1, n-1) + " → " + ratio(k, n)
		if at+canvas.Width(words) > a.W() {
			break
		}
		s.Spot(a, at, 0, canvas.Width(words), 1, entry.ref.Value())
		at = a.Text(at, 0, words, style) + 2
	}
	switch word := "newest"; {
	case at > canvas.Width(mark):
		a.Text(0, 0, mark, style)
	case canvas.Width(mark+word) <= a.W(): // no entry has room
		a.Text(0, 0, mark+word, style)
	}
}

// ratio is k of n: as a fraction while that is short.
func ratio(k, n float64) string {
	switch {
	case k <= 0 || n <= 0:
		return "0"
	case n < 1000:
		return fmt.Sprintf("%.0f/%.0f", k, n)
	}
	return figure.Number(k / n)
}
