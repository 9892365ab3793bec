package panes

import (
	"slices"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// permutation is how the columns of Ô are put in order, in two steps: the labels
// group them by action pair, and φ, which the truth alone knows, says which state
// each one is.
type permutation struct {
	grouped []int // [column] its place among the columns grouped by label
	labels  []int // [place] the pair it is labelled with, -1 for none
	sorted  []int // [place] its place in the true order of its pair's states; nil where the truth is unknown
	states  []int // [sorted place] the true state, -1 where the pair's order is unknown
}

// permuted puts an estimate's columns in order; the zero value before labels.
func permuted(e *moments.Estimate, c *moments.Comparison) permutation {
	if len(e.Labels) == 0 {
		return permutation{}
	}
	p := permutation{grouped: make([]int, len(e.Labels))}
	place := func(column, pair int) {
		p.grouped[column] = len(p.labels)
		p.labels = append(p.labels, pair)
	}
	for pair := range e.Sizes.Pairs() {
		for column, l := range e.Labels {
			if l.Pair == pair {
				place(column, pair)
			}
		}
	}
	for column, l := range e.Labels {
		if l.Pair < 0 {
			place(column, -1)
		}
	}
	if c == nil {
		return p
	}
	p.sorted, p.states = make([]int, len(p.labels)), make([]int, len(p.labels))
	for i := range p.sorted {
		p.sorted[i], p.states[i] = i, -1
	}
	for pair, order := range c.Order {
		first := slices.Index(p.labels, pair)
		if order == nil || first < 0 {
			continue
		}
		for j, state := range order {
			p.sorted[first+j], p.states[first+state] = first+state, state
		}
	}
	return p
}

const (
	columnGutter = 5 // before the columns: a row's action pair
	widestColumn = 10
	leastApart   = 3
	lineRows     = 3 // rows for the lines of one re-ordering
	lowLineRows  = 2 // the same in a low pane
)

// columnWidth is how many cells a column of Ô takes, 0 where there is no room for
// all. From leastApart on they stand apart, and lines can lead from them.
func (s Scene) columnWidth(w int) int { return min((w-columnGutter-1)/s.sizes().K(), widestColumn) }

// orderings is how many re-orderings of the columns the stages have shown.
func (s Scene) orderings() int {
	switch {
	case s.Now.Shown >= model.BeatParameters && s.Now.Estimate.Comparison != nil:
		return 2
	case s.Now.Shown >= model.BeatLabels:
		return 1
	}
	return 0
}

// permutationNeed is the height of the picture: with two entries of Ô in a row of cells
// and long lines if that fits into rows, otherwise the least height.
func (s Scene) permutationNeed(rows int) int {
	n := s.sizes()
	need := func(heat, lines int) int { return 2 + heat + s.orderings()*(lines+1) + s.permutationWordRows() }
	if full := need(ceil(n.D(), 2), lineRows); full <= rows {
		return full
	}
	return need(n.Pairs(), lowLineRows)
}

// stagePermutation draws Ô with its columns as they came back, and under it, as
// far as the stages have shown them, its two re-orderings as lines that cross.
func (s Scene) stagePermutation(a canvas.Area) int {
	e := s.Now.Estimate
	if e.Orders != nil && s.Now.Shown >= model.BeatLabels {
		return s.stageActions(a)
	}
	step := s.columnWidth(a.W())
	if step < leastApart {
		y := s.crowded(a.Rows(0, a.H()-s.crossingRows(a.W())), step)
		return y + s.smallCrossings(a.Below(y))
	}
	p, after, words := permuted(e.Estimate, e.Comparison), s.orderings(), s.permutationWordRows()
	lines := lineRows
	if a.H() < 2+s.sizes().Pairs()+after*(lineRows+1)+words {
		lines = lowLineRows
	}
	rows, pooled := s.cameBack(a.Sub(0, 1, a.W(), a.H()-1-after*(lines+1)-min(words, 1)), step)
	s.cameBackTitle(a, pooled)
	y := 2 + rows
	if after >= 1 {
		y += s.crossing(a.Rows(y, lines), step, p.grouped, func(column int) canvas.Style {
			l := e.Labels[column]
			switch right, known := s.labelRight(column, l); {
			case l.Pair < 0 || known && !right && s.Asked != AskedBug:
				return bad
			case !e.LabelsGiven && l.Rival >= 0 && l.Second >= e.Threshold():
				return warn
			}
			return text
		})
		s.underColumns(a.Rows(y, 1), step, "pair", len(p.labels), func(x, place int) {
			s.pair(a, x, y, p.labels[place])
			if p.labels[place] >= 0 {
				s.spot(a, x, y, 2, 1, of(why.Label, slices.Index(p.grouped, place)).Value())
			}
		})
		y++
	}
	if after >= 2 {
		y += s.crossing(a.Rows(y, lines), step, p.sorted, func(place int) canvas.Style {
			if state := p.states[p.sorted[place]]; state >= 0 {
				return canvas.FG(theme.State(state))
			}
			return bad
		})
		s.underColumns(a.Rows(y, 1), step, "true", len(p.states), func(x, place int) {
			if state := p.states[place]; state >= 0 {
				s.state(a, x, y, state, true)
			} else {
				a.Text(x, y, "?", bad)
			}
			if p.labels[place] >= 0 {
				s.spot(a, x, y, 1, 1, of(why.Permutation, p.labels[place]).Value())
			}
		})
		y++
	}
	return y + s.permutationWords(a.Below(y))
}

// cameBackTitle says what the order of the columns is, and how their rows are drawn.
func (s Scene) cameBackTitle(a canvas.Area, rows string) {
	e := s.Now.Estimate
	order := "by a₂, then by eigenvalue: an arbitrary order"
	switch {
	case slices.Contains(e.Theirs, moments.StageColumns):
		order = "in the order that the program gives"
	case e.Model != nil:
		order = "pair by pair, in the order learned"
	case e.LabelsGiven:
		order = "block by block, each in an arbitrary order"
	}
	x := a.Text(1, 0, "Ô: columns "+order, bold)
	a.Text(x, 0, rows, dim)
}

// cameBack draws Ô's columns apart, each under its number. It returns the rows of the map, and
// what is to be said of them: that some are pooled, or that pairs share one ("+" beside it).
func (s Scene) cameBack(a canvas.Area, step int) (rows int, words string) {
	e, n := s.Now.Estimate, s.sizes()
	g := newGrid(n.D(), n.K(), e.O.At).blocked(n.Outcomes(), 0)
	g.scale = g.largest()
	g.target = func(i, j int) why.Target { return of(why.Entry, i, j) }
	d, h := density{wide: step, gap: step / 2, rowsOnly: true}, 0
	for _, try := range s.densities() {
		d.half, d.pool, d.tight = try.half, try.pool, try.tight
		if d.half || !s.Theme.Ramps() || s.Theme.ASCII { // rows by halves where the terminal has them
			if _, h = g.size(d); h <= a.H()-1 {
				break
			}
		}
	}
	if free := columnGutter + step*n.K(); free+colourBar <= a.W() {
		s.colourBar(a, a.W()-colourBar, 1, g.scale)
	}
	s.underColumns(a.Rows(0, 1), step, "", n.K(), func(x, column int) {
		name := figure.Count(float64(column + 1))
		if canvas.Width(name) < step || column%(widestColumn/step) == 0 {
			s.whole(a, x, 0, name, dim, of(why.Column, column).Value())
		}
	})
	h = max(min(h, a.H()-1), 0)
	if h == 0 {
		return 0, ""
	}
	s.heat(a.Sub(columnGutter, 1, step*n.K(), h), g, d)
	switch shared := s.rowGroups(a.Sub(1, 1, 3, h), g, true, d); {
	case shared:
		words = ", + and the next"
	case d.pool > 1:
		words = ", rows pooled"
	}
	return h, words
}

// underColumns draws a row of marks, one for each column of Ô, with a heading at the left.
func (s Scene) underColumns(a canvas.Area, step int, what string, n int, draw func(x, place int)) {
	first := columnGutter + max((step-step/2)/2-1, 0) // what it draws begins a cell left of the middle
	a.Text(min(1, max(first-1-canvas.Width(what), 0)), 0, what, dim)
	for place := range n {
		draw(first+place*step, place)
	}
}

// crossing draws a re-ordering as lines from each column's place to its new one, to[place],
// and returns the rows that it took.
func (s Scene) crossing(a canvas.Area, step int, to []int, style func(place int) canvas.Style) int {
	if s.Theme.ASCII {
		for from, place := range to { // ASCII lines cannot cross: write the new place's number
			a.Text(columnGutter+from*step, 0, figure.Count(float64(place+1)), style(from))
		}
		a.Text(0, 0, "to", dim)
		return 1
	}
	middle := func(place int) int { return 2*(place*step+max((step-step/2)/2-1, 0)) + 1 }
	dots := canvas.NewDots(a.Sub(columnGutter, 0, step*len(to), a.H()))
	for from, place := range to {
		dots.Line(middle(from), 0, middle(place), dots.H()-1, style(from))
	}
	dots.Draw()
	return a.H()
}

// permutationWordRows is how many rows permutationWords take, with the blank one after them.
func (s Scene) permutationWordRows() int {
	if s.Now.Shown == model.BeatLabels && s.Now.Estimate.Comparison != nil {
		return 0 // the orders are shown with the parameters
	}
	return 2
}

// permutationWords say what the re-orderings mean.
func (s Scene) permutationWords(a canvas.Area) int {
	switch {
	case a.H() < 1:
		return 0
	case s.permutationWordRows() == 0:
		return 1
	case s.Now.Shown < model.BeatLabels:
		s.columnErrors(a)
		return 3
	}
	return s.orders(a) + 1
}

// stageActions is for an estimator that learns each action alone: it draws the order in
// which each action's states came back, and the states that come of merging them.
func (s Scene) stageActions(a canvas.Area) int {
	e, n, m := s.Now.Estimate, s.sizes(), s.truth()
	title := "each action, learned alone, came back in its own order"
	if !e.Mixed() {
		title = "each action, learned alone: by chance their orders agree"
	}
	a.Text(1, 0, title, bold)
	const apart = 6 // from one state to the next
	wide := apart*(n.S-1) + 1
	for action := range n.A {
		wide = max(wide, canvas.Width(m.ActionName(action))+2)
	}
	wide = min(wide+4, max(a.W()-2, 8))
	per := max((a.W()-2)/wide, 1)
	blocks := ceil(n.A, per)
	gap, lines := 1, 3
	if a.H() < 3+blocks*(lines+5)+n.S { // what comes of it matters more than room
		gap, lines = 0, 1
	}
	high := lines + 4 + gap
	for action, order := range e.Orders {
		top := 1 + gap + action/per*high
		if action%per == 0 {
			a.Text(0, top+2, "b̂", dim)
		}
		block := a.Sub(2+action%per*wide, top, wide-2, lines+4)
		name := text
		if !slices.Equal(order, e.Orders[0]) {
			name = bad
		}
		block.Text(s.action(block, 0, 0, action)+1, 0, m.ActionName(action), name)
		for place := range order {
			block.Text(place*apart, 1, figure.Count(float64(place+1)), text)
			block.Text(place*apart, 2, figure.Probability(e.Beliefs[action][place]), dim)
			s.state(block, place*apart, 3+lines, place, true)
		}
		if !s.Theme.ASCII {
			dots := canvas.NewDots(block.Sub(0, 3, apart*n.S, lines))
			for place, state := range order {
				dots.Line(2*place*apart, 0, 2*state*apart, dots.H()-1, canvas.FG(theme.State(state)))
			}
			dots.Draw()
		}
	}
	y := 1 + gap + blocks*high
	for place := range n.S {
		words, mixed := "merged state "+figure.Count(float64(place+1))+": ", false
		for action, order := range e.Orders {
			if action > 0 {
				words += " with "
			}
			words += theme.StateLetter(order[place]) + " of " + m.ActionName(action)
			mixed = mixed || order[place] != e.Orders[0][place]
		}
		if mixed {
			y = Wrap(a, 1, y, a.W()-2, words+": no such state", bad)
		} else {
			y = Wrap(a, 1, y, a.W()-2, "merged state "+figure.Count(float64(place+1))+" is "+theme.StateLetter(e.Orders[0][place])+" under every action", good)
		}
	}
	words := "b̂ is each HMM's own; in truth b is"
	for state := range n.S {
		words += " " + theme.StateLetter(state) + " " + figure.Probability(m.Initial(state))
	}
	return Wrap(a, 1, y+gap, a.W()-2, words, dim) + 1
}

// crowded draws the columns where there is no room for lines: each a cell wide, or
// pooled.
func (s Scene) crowded(a canvas.Area, step int) int {
	if step == 0 {
		return s.columnsAlone(a)
	}
	rows, pooled := s.cameBack(a.Sub(0, 1, a.W(), a.H()-4), step)
	s.cameBackTitle(a, pooled)
	y := 2 + rows
	s.columnErrors(a.Below(y))
	return y + 2
}

// pairCrossings are the pairs' own crossings as they stand in a row.
func (s Scene) pairCrossings() flow {
	states := s.sizes().S
	return flow{1, s.sizes().Pairs(), func(int) int { return 4 + 2*states }}
}

// crossingRows is how many rows smallCrossings takes at a width, 0 where it draws nothing.
func (s Scene) crossingRows(width int) int {
	if s.orderings() < 2 {
		return 0
	}
	return s.pairCrossings().rows(width) + 1
}

// smallCrossings stand for the lines where the columns are too many: how each pair's
// columns cross on their way to the true order of the states.
func (s Scene) smallCrossings(a canvas.Area) int {
	c, n := s.Now.Estimate.Comparison, s.sizes().S
	if s.crossingRows(a.W()) == 0 || a.H() < 2 {
		return 0
	}
	a.Text(1, 0, "φ: how each pair's states came back", bold)
	return 2 + s.pairCrossings().draw(a.Below(1), func(x, y, pair int) {
		y++
		s.spot(a, x, y, 4+2*n, 1, of(why.Permutation, pair).Value())
		x = s.pair(a, x, y, pair) + 1
		order := c.Order[pair]
		if order == nil {
			a.Text(x, y, "none", bad)
			return
		}
		if !s.Theme.ASCII {
			dots := canvas.NewDots(a.Sub(x, y, n, 1))
			for j, state := range order {
				dots.Line(2*j, 0, 2*state, dots.H()-1, canvas.FG(theme.State(state)))
			}
			dots.Draw()
		}
		x += n + 1
		for _, state := range order {
			x = s.state(a, x, y, state, true)
		}
	})
}
