package moments

import (
	"fmt"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// moment draws limit, estimate and error of one moment side by side and
// returns the rows used, 0 where it does not fit.
func (s pane) moment(a canvas.Area, m Moment) int {
	if a.H() < 4 {
		return 0
	}
	if m == Whole {
		return s.tensor(a)
	}
	views := s.views(m)
	const gutter, gap, least = 3, 2, 15
	narrow := gutter+3*least+2*gap > a.W() // what was counted has room alone
	single := s.Large || narrow
	blocks := len(views[1])
	width := (a.W() - gutter - 1 - 2*gap) / 3
	d, labels, ok := s.fitMoment(m, views[1], width-(blocks-1), a.H()-2)
	if alone, rows, fits := s.fitMoment(m, views[1], a.W()-gutter-blocks, a.H()-2); fits && (narrow || s.Large && alone.Tall > d.Tall) {
		d, labels, ok = alone, rows, true // what was counted, alone and large
		views[0], views[2] = nil, nil
	}
	if !ok {
		return 0
	}
	w, h := 0, 0
	for _, g := range views[1] {
		gw, gh := g.Size(d)
		w, h = w+gw, max(h, gh)
	}
	w += blocks - 1
	captions := [3]string{"limit 0–" + figure.Number(views[1][0].Scale), "N = " + figure.Count(s.Now.N), "error"}
	if s.Unknown() != "" {
		captions[0], captions[2] = "limit unknown", "error unknown"
		if s.Now.N > 0 {
			captions[1] = "0–" + figure.Number(views[1][0].Scale)
		}
	}
	column, left := max(w, least), gutter
	for i, caption := range captions {
		if single && views[i] == nil {
			continue
		}
		x := left
		left += column + gap
		if long := "largest " + caption; i == 2 && views[2] != nil && x+canvas.Width(long)+len(" -+ ±9.63·10⁻⁴") < a.W() {
			caption = long
		}
		after := a.Sub(x, 1, column, 1).Text(0, 0, caption, kit.Dim)
		if bar := canvas.Width(captions[0]) + 9; i == 0 && s.Unknown() == "" && column >= bar {
			a.Rows(1, 1).Sub(x, 0, column, 1).Fill(' ', kit.Plain)
			s.ColourBar(a.Sub(x, 1, column, 1), len("limit "), 0, "0", views[1][0].Scale)
			a.Text(x, 1, "limit", kit.Dim)
		}
		if single && views[0] == nil {
			s.ColourBar(a, x+after+2, 1, "0", views[1][0].Scale)
		}
		if i == 1 {
			s.Figures(a, x, 1, caption, kit.Alone(why.Episodes))
		}
		if i == 2 && views[2] != nil && s.Now.N > 0 {
			s.DiffScale(a.Sub(x, 1, a.W()-x, 1), after+1, views[2][0].Scale)
		}
		for _, g := range views[i] {
			gw, _ := g.Size(d)
			s.Heat(a.Sub(x, 2, gw, h), g, d)
			x += gw + 1
		}
	}
	title := s.pooling(views[1][0], d)
	if s.RowGroups(a.Sub(0, 2, gutter, h), views[1][0], m == P13, d) {
		title += kit.RowShared
	}
	if labels == 0 {
		title += map[Moment]string{P12: ", by a₃", P13: ", ordered alike"}[m]
	}
	a.Text(s.momentTitle(a, m, title), 0, title, kit.Bold)
	for i, x := 0, gutter; i < len(views) && labels > 0; i++ {
		if views[i] != nil {
			s.columnGroups(a.Sub(x, 2+h, w, labels), m, views[1], d)
		}
		if views[i] != nil || !single {
			x += column + gap
		}
	}
	return h + 2 + labels
}

// fitMoment is the largest density at which the blocks of a moment fit, and the
// rows for the labels of their columns, 0 where none are left.
func (s pane) fitMoment(m Moment, gs []kit.Grid, w, h int) (d kit.Density, labels int, ok bool) {
	for _, d := range s.Densities() {
		if d.Wide > widestEntry && d.Tall == 0 || !s.fits(gs, d, w, h) {
			continue
		}
		for labels = s.labelRows(m, gs[0], d); labels > 0 && !s.fits(gs, d, w, h-labels); {
			if labels--; m == P13 {
				labels = 0
			}
		}
		return d, labels, true
	}
	return d, 0, false
}

func (s pane) fits(gs []kit.Grid, d kit.Density, w, h int) bool {
	total, tall := 0, 0
	for _, g := range gs {
		gw, gh := g.Size(d)
		total, tall = total+gw, max(tall, gh)
	}
	return total <= w && tall <= h
}

// labelRows is how many rows the labels of a moment's columns take.
func (s pane) labelRows(m Moment, g kit.Grid, d kit.Density) int {
	width, _ := g.Size(d)
	switch {
	case m == P13:
		return kit.PairRows(g.ColumnPieces(d).Step * d.Wide)
	case m == P12 && width >= len("a₂=1")-2:
		return 2
	}
	return 1
}

// columnGroups labels the columns with their action pair, or a₃ and the blocks with a₂.
func (s pane) columnGroups(a canvas.Area, m Moment, gs []kit.Grid, d kit.Density) {
	n := s.Sizes()
	if m == P13 {
		s.PairsAcross(a, gs[0], d)
		return
	}
	x := 0
	for i, g := range gs {
		across := g.ColumnPieces(d)
		if m == P12 {
			s.actionsAcross(a.Sub(x, 0, across.Places()*d.Wide, 1), across, g.ColumnBlock, d.Wide)
			at, y := x, 1
			if a.H() == 1 { // behind the last a₃
				at, y = x+across.Places()*d.Wide-canvas.Width("a₂=1"), 0
			}
			if last := x + across.Place((n.A-1)*g.ColumnBlock)*d.Wide; y == 1 || last+2 < at {
				s.Action(a, a.Text(at, y, "a₂=", kit.Dim), y, i)
			}
		} else {
			a3, _ := n.PairActions(s.slicedAt() / n.Outcomes())
			s.Action(a, x, 0, a3)
		}
		x += across.Places()*d.Wide + 1
	}
}

// momentTitle names a moment and returns the column after the name, where rest is to follow.
func (s pane) momentTitle(a canvas.Area, m Moment, rest string) int {
	switch m {
	case P12:
		return a.Text(1, 0, kit.FirstThatFits([]string{"P̂₁₂: x₁ down by a₁, x₂ across by a₃, a block for each a₂", "P̂₁₂: x₁ down, x₂ across, a block for each a₂", "P̂₁₂: x₁ down, x₂ across", "P̂₁₂"},
			a.W()-2-canvas.Width(rest)), kit.Bold)
	case P13:
		return a.Text(1, 0, kit.FirstThatFits([]string{"P̂₁₃: x₁ down, x₃ across", "P̂₁₃"}, a.W()-2-canvas.Width(rest)), kit.Bold)
	}
	return s.Tuple(a, a.Text(1, 0, "P̂₁₂₃ at x₃ = ", kit.Bold), 0, s.slicedAt(), kit.RewardPrefix, kit.Bold)
}

func (s pane) pooling(g kit.Grid, d kit.Density) string {
	if pool := g.RowPieces(d).Size; pool > 1 {
		return fmt.Sprintf(", pooled %d × %d", pool, pool)
	}
	return ""
}

// views are the grids of limit, estimate and error, in blocks; no limit and no
// error where the truth is unknown.
func (s pane) views(m Moment) [][]kit.Grid {
	exact, now := s.Session.Truth().Exact(), s.Now.Counts
	var limit, estimate, wrong []kit.Grid
	top, off := 0.0, 0.0
	for b := range s.blocks(m) {
		est := s.grid(now, m, b)
		if s.Now.N == 0 {
			est.Clear()
		}
		s.markTouched(&est, m, b)
		if exact == nil {
			estimate, top = append(estimate, est), max(top, est.Largest())
			continue
		}
		truth := s.grid(exact, m, b)
		truth.Part = why.Truth
		err := est.Minus(truth)
		err.Mark = theme.Plain // an error's colours stand for errors alone
		top, off = max(top, truth.Largest()), max(off, err.Largest())
		limit, estimate, wrong = append(limit, truth), append(estimate, est), append(wrong, err)
	}
	for i := range estimate {
		estimate[i].Scale = top
	}
	for i := range limit {
		limit[i].Scale, wrong[i].Scale = top, off
	}
	return [][]kit.Grid{limit, estimate, wrong}
}

// blocks is the number of blocks in which a moment is drawn: P₁₂ is zero
// wherever x₁ and x₂ disagree about the action a₂ that they share.
func (s pane) blocks(m Moment) int {
	if m == P13 {
		return 1
	}
	return s.Sizes().A
}

// grid reads one block of a moment.
func (s pane) grid(c *moments.Counts, m Moment, block int) kit.Grid {
	n := s.Sizes()
	o := n.Outcomes()
	first := func(i int) int { return n.Pair(i/o, block)*o + i%o }
	var g kit.Grid
	switch m {
	case P12:
		return s.BlockOfPairs(c, block)
	case P13:
		g = kit.NewGrid(n.D(), n.D(), c.P13)
		g.Target = func(i, j int) why.Target { return kit.FigureAt(why.P13, i, j) }
	default:
		x3 := s.slicedAt()
		second := n.Pair(block, x3/o/n.A) * o
		g = kit.NewGrid(n.A*o, o, func(i, j int) float64 { return c.P123(pomdp.Triple{first(i), second + j, x3}) })
		g.Target = func(i, j int) why.Target { return kit.FigureAt(why.P123, first(i), second+j, x3) }
	}
	return g.Blocked(o, o)
}

// markTouched marks the entry of a block that the triple counted last raised.
func (s pane) markTouched(g *kit.Grid, m Moment, block int) {
	t, n := s.Now.Touch, s.Sizes()
	o := n.Outcomes()
	x1, x2 := n.SymbolAt(t.Triple[0]), t.Triple[1]
	if !t.OK || m != P13 && x1.Next != block {
		return
	}
	g.Mark = theme.Recent
	if t.Fresh {
		g.Mark = theme.Fresh
	}
	g.MarkI = x1.Action*o + t.Triple[0]%o
	switch m {
	case P12:
		g.MarkJ = x2 - block*n.A*o
	case P13:
		g.MarkI, g.MarkJ = t.Triple[0], t.Triple[2]
	default:
		g.MarkJ = x2 % o
	}
}
