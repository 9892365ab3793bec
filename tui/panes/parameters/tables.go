package parameters

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// tables lays the distributions out: b first, then for each action and state a
// row of T_a, Z_a and R_a.
type tables struct {
	pane
	mean  *params.Entries  // nil where the truth stands alone
	limit *params.Entries  // standard deviations at the Cramér–Rao limit; nil where unknown
	boot  *model.Intervals // nil where unknown
	width int              // columns an entry
	bands [][]piece
}

func newTables(s pane, width int) tables {
	t := tables{pane: s, mean: s.Now.Estimate.Mean}
	info := s.Session.Information()
	n := s.Now.Estimate.Episodes
	if info != nil && info.Deviation != nil && !math.IsInf(n, 1) {
		t.limit = info.Deviation
	}
	t.boot = s.Session.Intervals()
	return t.laid(width)
}

// laid cuts the tables for a width.
func (t tables) laid(width int) tables {
	k := t.Sizes()
	t.width = narrowEntry
	beside := func(entry int) bool { return tableGutter+(k.S+k.Z+k.R)*entry+2*tableGap <= width }
	switch {
	case t.boot != nil && beside(wideEntry):
		t.width = wideEntry
	case beside(t.width + 1):
		t.width++
	}
	t.bands = cutTables(k, t.width, width)
	return t
}

// wideEntry is the width of an entry with both ends of its interval, narrowEntry
// without.
const (
	narrowEntry = 7
	wideEntry   = 11
)

// height is the rows of one distribution: truth, estimate, error, and the
// limit where it is known.
func (t tables) height() int {
	if t.limit != nil || t.boot != nil {
		return 4
	}
	return 3
}

// tableRow is one row of distributions in a band: b for action -1.
type tableRow struct{ band, action, state int }

// Columns before the first distribution, and between two.
const (
	tableGutter = 12
	tableGap    = 2
)

// piece is a distribution (part 0, 1, 2: T̂, Ẑ, R̂), or as many of its entries as fit
// side by side: from (inclusive) to (exclusive).
type piece struct{ part, from, to int }

// cutTables lays the distributions, with so many columns an entry, beside each
// other as far as there is room, the rest in further bands.
func cutTables(n pomdp.Sizes, entry, width int) [][]piece {
	bands := [][]piece{nil}
	x := tableGutter
	for part, size := range [3]int{n.S, n.Z, n.R} {
		for from := 0; from < size; {
			last := len(bands) - 1
			take := min(size-from, max((width-x+1)/entry, 0))
			if take < size-from && x > tableGutter {
				bands, x = append(bands, nil), tableGutter
				continue
			}
			take = max(take, 1)
			bands[last] = append(bands[last], piece{part, from, from + take})
			x, from = x+take*entry+tableGap, from+take
		}
	}
	return bands
}

// rows are all rows of all bands; b stands in T̂'s columns.
func (t tables) rows() []tableRow {
	var rows []tableRow
	n := t.Sizes()
	for band, pieces := range t.bands {
		if pieces[0].part == 0 {
			rows = append(rows, tableRow{band, -1, 0})
		}
		for a := range n.A {
			for s := range n.S {
				rows = append(rows, tableRow{band, a, s})
			}
		}
	}
	return rows
}

// pages are the rows that fit under each other in a height, with a header over
// each band; one row is left for a page's number where there are several.
func (t tables) pages(height int) [][]tableRow {
	rows := t.rows()
	pages := t.paged(rows, height)
	if len(pages) > 1 {
		pages = t.paged(rows, height-1)
	}
	return pages
}

func (t tables) paged(rows []tableRow, height int) [][]tableRow {
	var pages [][]tableRow
	from, y := 0, 1
	for i, r := range rows {
		need := t.height()
		if i == from || r.band != rows[i-1].band {
			need++
		}
		if y+need > height && i > from {
			pages = append(pages, rows[from:i])
			from, y, need = i, 1, t.height()+1
		}
		y += need
	}
	return append(pages, rows[from:])
}

// drawPage draws the page that m has turned to, below an area's first row. It returns the
// row after it, and how many rows the page's number leaves free. Where not one of its rows has
// room, it draws nothing.
func (t tables) drawPage(a canvas.Area) (y, room int) {
	pages, room := t.pages(a.H()), a.H()
	if room < 3+t.height() {
		return 1, room
	}
	page := t.pane.Page(len(pages))
	if len(pages) > 1 {
		room--
		t.turned(a.Rows(room, 1), page, len(pages))
	}
	return t.page(a, pages[page]), room
}

// page draws rows and returns the line after them.
func (t tables) page(a canvas.Area, rows []tableRow) int {
	y := 1
	for i, r := range rows {
		if i == 0 || r.band != rows[i-1].band {
			t.header(a.Rows(y, 1), t.bands[r.band])
			y++
		}
		t.draw(a.Rows(y, t.height()), r)
		y += t.height()
	}
	return y
}

// header names the distributions of a band, and the entries of those that no letters name.
func (t tables) header(a canvas.Area, band []piece) {
	m := t.Truth()
	names := [3]func(i int) string{
		1: m.ObservationName,
		2: func(i int) string { return "r=" + figure.Number(m.RewardValue(i)) },
	}
	x := tableGutter
	for _, p := range band {
		width := (p.to - p.from) * t.width
		after := a.Sub(x, 0, width, 1).Text(0, 0, [3]string{" T̂ next state", "Ẑ", "R̂"}[p.part], kit.Bold)
		if name := names[p.part]; name != nil {
			for i := p.from; i < p.to; i++ {
				column := a.Sub(x+(i-p.from)*t.width, 0, t.width-1, 1)
				if i == p.from {
					column = a.Sub(x+after+1, 0, t.width-after-2, 1)
				}
				words := t.Seen(name(i), column.W())
				column.Text(max(column.W()-canvas.Width(words), 0), 0, words, kit.Plain)
			}
		} else if n := t.Sizes().S; p.to-p.from < n {
			a.Sub(x, 0, width, 1).Text(after, 0, fmt.Sprintf(", %d–%d of %d", p.from+1, p.to, n), kit.Bold)
		}
		x += width + tableGap
	}
}

func (t tables) draw(a canvas.Area, r tableRow) {
	n, band := t.Sizes(), t.bands[r.band]
	t.lineNames(a)
	if r.action < 0 {
		a.Text(0, 0, "b̂", kit.Bold)
		x := t.distribution(a, tableGutter, band[0], t.initial())
		if x++; t.mean != nil && t.Now.Estimate.Model == nil && x+30 < a.W() && band[0].to == n.S {
			kit.Wrap(a, x, 0, a.W()-x-1, "estimates are means over the copies that the pairs hold", kit.Dim)
		}
		return
	}
	t.State(a, t.Action(a, 0, 0, r.action), 0, r.state, true)
	parts := t.parts(r.action, r.state)
	x := tableGutter
	for _, p := range band {
		x = t.distribution(a, x, p, parts[p.part])
	}
}

// lineNames names the lines of a row.
func (t tables) lineNames(a canvas.Area) {
	labels := []string{"truth", "estimate", "error", "± limit"}
	if t.Unknown() != "" {
		labels[0], labels[2] = "unknown", "unknown"
	}
	switch {
	case t.boot != nil && t.width == wideEntry:
		labels[3] = "95 %"
	case t.boot != nil:
		labels[3] = "± 95 %"
	}
	for i := range t.height() {
		style := kit.Dim
		if i == 1 {
			style = kit.Plain
		}
		a.Text(3, i, labels[i], style)
	}
}

// part is where the figures of a distribution are found.
type part struct {
	truth  func(i int) float64
	of     func(*params.Entries) []float64
	states bool // an entry for each state, marked by its letter
	target func(i int) why.Target
}

func (t tables) initial() part {
	m := t.Model()
	return part{m.Initial, func(e *params.Entries) []float64 { return e.Initial }, true,
		func(i int) why.Target { return kit.FigureAt(why.Initial, i) }}
}

// parts are T̂, Ẑ and R̂ of an action in a state.
func (t tables) parts(a, s int) [3]part {
	m := t.Model()
	target := func(kind why.Kind) func(int) why.Target {
		return func(i int) why.Target { return kit.FigureAt(kind, a, s, i) }
	}
	return [3]part{
		{func(i int) float64 { return m.T(a, s, i) }, func(e *params.Entries) []float64 { return e.Transition[a][s] }, true, target(why.Transition)},
		{func(i int) float64 { return m.Z(a, s, i) }, func(e *params.Entries) []float64 { return e.Observation[a][s] }, false, target(why.Observation)},
		{func(i int) float64 { return m.R(a, s, i) }, func(e *params.Entries) []float64 { return e.Reward[a][s] }, false, target(why.Reward)},
	}
}

// distribution draws the entries of a piece from column x on and returns the
// column where the next may begin.
func (t tables) distribution(a canvas.Area, x int, p piece, d part) int {
	for i := p.from; i < p.to; i++ {
		truly := d.truth(i)
		if t.Unknown() != "" {
			truly = math.NaN()
		}
		right, r := x+t.width-1, d.target(i)
		t.Right(a, right, 0, t.besideLetter(truly), kit.Dim, r.Truth())
		if d.states {
			a.Text(x, 0, theme.StateLetter(i), canvas.FG(theme.State(i)))
		}
		x += t.width
		if t.mean == nil {
			continue
		}
		estimate := d.of(t.mean)
		off := estimate[i] - truly
		style, spread := kit.Plain, ""
		switch {
		case t.boot != nil:
			low, high := d.of(t.boot.Low)[i], d.of(t.boot.High)[i]
			spread = kit.Fixed((high - low) / 2)
			if t.width == wideEntry {
				spread = tight(low) + "–" + tight(high)
			}
			if truly < low-.0005 || truly > high+.0005 {
				style = kit.Warn
			}
		case t.limit != nil:
			spread = kit.Fixed(d.of(t.limit)[i] / math.Sqrt(t.Now.Estimate.Episodes))
		}
		t.Right(a, right, 1, kit.Fixed(estimate[i]), kit.Plain, r.Value())
		t.Right(a, right, 2, signed(off), style, r.Error())
		t.Right(a, right, 3, spread, kit.Dim, why.Ref{Target: r, Part: why.Low})
	}
	return x + tableGap
}

// besideLetter is like fixed, but where a column is too narrow for a state's letter
// beside 1.000, an exact 1 is written "1", aligned like the dot of a 0.
func (t tables) besideLetter(x float64) string {
	if x == 1 && t.width < 8 {
		return "1  "
	}
	return kit.Fixed(x)
}
