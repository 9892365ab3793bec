package panes

import (
	"fmt"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// moment draws limit, estimate and error of one moment side by side and
// returns the rows used, 0 where it does not fit.
func (s Scene) moment(a canvas.Area, m Moment) int {
	if a.H() < 4 {
		return 0
	}
	if m == Whole {
		return s.tensor(a)
	}
	views := s.views(m)
	const gutter, gap = 3, 2
	blocks := len(views[1])
	width := (a.W() - gutter - 1 - 2*gap) / 3
	d, labels, ok := s.fitMoment(m, views[1], width-(blocks-1), a.H()-2)
	if alone, rows, fits := s.fitMoment(m, views[1], a.W()-gutter-blocks, a.H()-2); s.Large && fits && alone.tall > d.tall {
		d, labels, ok = alone, rows, true // what was counted, alone and large
		views[0], views[2] = nil, nil
	}
	if !ok {
		return 0
	}
	w, h := 0, 0
	for _, g := range views[1] {
		gw, gh := g.size(d)
		w, h = w+gw, max(h, gh)
	}
	w += blocks - 1
	captions := [3]string{"limit 0–" + figure.Number(views[1][0].scale), "N = " + figure.Count(s.Now.N), "error"}
	if s.unknown() != "" {
		captions[0], captions[2] = "limit unknown", "error unknown"
		if s.Now.N > 0 {
			captions[1] = "0–" + figure.Number(views[1][0].scale)
		}
	}
	column, left := max(w, 15), gutter
	for i, caption := range captions {
		if s.Large && views[i] == nil {
			continue
		}
		x := left
		left += column + gap
		after := a.Sub(x, 1, column, 1).Text(0, 0, caption, dim)
		if bar := canvas.Width(captions[0]) + 9; i == 0 && s.unknown() == "" && column >= bar {
			a.Rows(1, 1).Sub(x, 0, column, 1).Fill(' ', text)
			s.colourBar(a.Sub(x, 1, column, 1), len("limit "), 0, views[1][0].scale)
			a.Text(x, 1, "limit", dim)
		}
		if s.Large && views[0] == nil {
			s.colourBar(a, x+after+2, 1, views[1][0].scale)
		}
		if i == 1 {
			s.figures(a, x, 1, caption, alone(why.Episodes))
		}
		if i == 2 && views[2] != nil && s.Now.N > 0 {
			s.diffScale(a.Sub(x, 1, a.W()-x, 1), after+1, views[2][0].scale)
		}
		for _, g := range views[i] {
			gw, _ := g.size(d)
			s.heat(a.Sub(x, 2, gw, h), g, d)
			x += gw + 1
		}
	}
	title := s.pooling(views[1][0], d)
	if s.rowGroups(a.Sub(0, 2, gutter, h), views[1][0], m == P13, d) {
		title += ", + and the next"
	}
	if labels == 0 {
		title += map[Moment]string{P12: ", by a₃", P13: ", ordered alike"}[m]
	}
	a.Text(s.momentTitle(a, m, title), 0, title, bold)
	for i, x := 0, gutter; i < len(views) && labels > 0; i++ {
		if views[i] != nil {
			s.columnGroups(a.Sub(x, 2+h, w, labels), m, views[1], d)
		}
		if views[i] != nil || !s.Large {
			x += column + gap
		}
	}
	return h + 2 + labels
}

// fitMoment is the largest density at which the blocks of a moment fit, and the
// rows for the labels of their columns, 0 where none are left.
func (s Scene) fitMoment(m Moment, gs []grid, w, h int) (d density, labels int, ok bool) {
	for _, d := range s.densities() {
		if d.wide > widestEntry && d.tall == 0 || !s.fits(gs, d, w, h) {
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

func (s Scene) fits(gs []grid, d density, w, h int) bool {
	total, tall := 0, 0
	for _, g := range gs {
		gw, gh := g.size(d)
		total, tall = total+gw, max(tall, gh)
	}
	return total <= w && tall <= h
}

// labelRows is how many rows the labels of a moment's columns take.
func (s Scene) labelRows(m Moment, g grid, d density) int {
	width, _ := g.size(d)
	switch {
	case m == P13:
		return pairRows(g.columnPieces(d).step * d.wide)
	case m == P12 && width >= len("a₂=1")-2:
		return 2
	}
	return 1
}

// columnGroups labels the columns with their action pair, or a₃ and the blocks with a₂.
func (s Scene) columnGroups(a canvas.Area, m Moment, gs []grid, d density) {
	n := s.sizes()
	if m == P13 {
		s.pairsAcross(a, gs[0], d)
		return
	}
	x := 0
	for i, g := range gs {
		across := g.columnPieces(d)
		if m == P12 {
			s.actionsAcross(a.Sub(x, 0, across.places()*d.wide, 1), across, g.columnBlock, d.wide)
			at, y := x, 1
			if a.H() == 1 { // behind the last a₃
				at, y = x+across.places()*d.wide-canvas.Width("a₂=1"), 0
			}
			if last := x + across.place((n.A-1)*g.columnBlock)*d.wide; y == 1 || last+2 < at {
				s.action(a, a.Text(at, y, "a₂=", dim), y, i)
			}
		} else {
			a3, _ := n.PairActions(s.slicedAt() / n.Outcomes())
			s.action(a, x, 0, a3)
		}
		x += across.places()*d.wide + 1
	}
}

// momentTitle names a moment and returns the column after the name, where rest is to follow.
func (s Scene) momentTitle(a canvas.Area, m Moment, rest string) int {
	switch m {
	case P12:
		return a.Text(1, 0, firstThatFits([]string{"P̂₁₂: x₁ down by a₁, x₂ across by a₃, a block for each a₂", "P̂₁₂: x₁ down, x₂ across, a block for each a₂"},
			a.W()-2-canvas.Width(rest)), bold)
	case P13:
		return a.Text(1, 0, "P̂₁₃: x₁ down, x₃ across", bold)
	}
	return s.tuple(a, a.Text(1, 0, "P̂₁₂₃ at x₃ = ", bold), 0, s.slicedAt(), rewardPrefix, bold)
}

func (s Scene) pooling(g grid, d density) string {
	if pool := g.rowPieces(d).size; pool > 1 {
		return fmt.Sprintf(", pooled %d × %d", pool, pool)
	}
	return ""
}

// views are the grids of limit, estimate and error, in blocks; no limit and no
// error where the truth is unknown.
func (s Scene) views(m Moment) [][]grid {
	exact, now := s.Session.Truth().Exact(), s.Now.Counts
	var limit, estimate, wrong []grid
	top, off := 0.0, 0.0
	for b := range s.blocks(m) {
		est := s.grid(now, m, b)
		if s.Now.N == 0 {
			est.clear()
		}
		s.markTouched(&est, m, b)
		if exact == nil {
			estimate, top = append(estimate, est), max(top, est.largest())
			continue
		}
		truth := s.grid(exact, m, b)
		truth.part = why.Truth
		err := est.minus(truth)
		top, off = max(top, truth.largest()), max(off, err.largest())
		limit, estimate, wrong = append(limit, truth), append(estimate, est), append(wrong, err)
	}
	off = roundUp(off)
	for i := range estimate {
		estimate[i].scale = top
	}
	for i := range limit {
		limit[i].scale, wrong[i].scale = top, off
	}
	return [][]grid{limit, estimate, wrong}
}

// blocks is the number of blocks in which a moment is drawn: P₁₂ is zero
// wherever x₁ and x₂ disagree about the action a₂ that they share.
func (s Scene) blocks(m Moment) int {
	if m == P13 {
		return 1
	}
	return s.sizes().A
}

// grid reads one block of a moment.
func (s Scene) grid(c *moments.Counts, m Moment, block int) grid {
	n := s.sizes()
	o := n.Outcomes()
	first := func(i int) int { return n.Pair(i/o, block)*o + i%o }
	var g grid
	switch m {
	case P12:
		g = newGrid(n.A*o, n.A*o, func(i, j int) float64 { return c.P12(first(i), block*n.A*o+j) })
		g.target = func(i, j int) why.Target { return of(why.P12, first(i), block*n.A*o+j) }
	case P13:
		g = newGrid(n.D(), n.D(), c.P13)
		g.target = func(i, j int) why.Target { return of(why.P13, i, j) }
	default:
		x3 := s.slicedAt()
		second := n.Pair(block, x3/o/n.A) * o
		g = newGrid(n.A*o, o, func(i, j int) float64 { return c.P123(pomdp.Triple{first(i), second + j, x3}) })
		g.target = func(i, j int) why.Target { return of(why.P123, first(i), second+j, x3) }
	}
	return g.blocked(o, o)
}

// markTouched marks the entry of a block that the triple counted last raised.
func (s Scene) markTouched(g *grid, m Moment, block int) {
	t, n := s.Now.Touch, s.sizes()
	o := n.Outcomes()
	x1, x2 := n.SymbolAt(t.Triple[0]), t.Triple[1]
	if !t.OK || m != P13 && x1.Next != block {
		return
	}
	g.mark = theme.Recent
	if t.Fresh {
		g.mark = theme.Fresh
	}
	g.markI = x1.Action*o + t.Triple[0]%o
	switch m {
	case P12:
		g.markJ = x2 - block*n.A*o
	case P13:
		g.markI, g.markJ = t.Triple[0], t.Triple[2]
	default:
		g.markJ = x2 % o
	}
}
