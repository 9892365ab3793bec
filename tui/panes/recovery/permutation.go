package recovery

import (
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
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
	columns []int // [sorted place] the column of Ô
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
	p.sorted, p.states, p.columns = make([]int, len(p.labels)), make([]int, len(p.labels)), make([]int, len(p.labels))
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
	for column, place := range p.grouped {
		p.columns[p.sorted[place]] = column
	}
	return p
}

const (
	columnGutter = 5 // before the columns: a row's action pair
	widestColumn = 10
	fewestRows   = 3 // of Ô, where pairs share them
	leastApart   = 3
	leastWithBar = 7 // holds a column's number with its pair; a narrower one does without the bar of colours
	lineRows     = 3 // rows for the lines of one re-ordering
	lowLineRows  = 2 // the same in a low pane
)

// columnWidth is how many cells a column of Ô takes, 0 where there is no room for
// all. From leastApart on they stand apart, and lines can lead from them.
func (s pane) columnWidth(w int) int {
	k := s.Sizes().K()
	if beside := (w - columnGutter - kit.ColourBar) / k; beside >= leastWithBar {
		return min(beside, widestColumn)
	}
	return min((w-columnGutter-1)/k, widestColumn)
}

// orderings is how many re-orderings of the columns the stages have shown.
func (s pane) orderings() int {
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
func (s pane) permutationNeed(rows int) int {
	n := s.Sizes()
	need := func(heat, lines int) int { return 2 + heat + s.orderings()*(lines+1) + s.permutationWordRows() }
	if full := need(kit.Ceil(n.D(), 2), lineRows); full <= rows {
		return full
	}
	return need(n.Pairs(), lowLineRows)
}

// stagePermutation draws Ô with its columns as they came back, and under it, as
// far as the stages have shown them, its two re-orderings as lines that cross.
func (s pane) stagePermutation(a canvas.Area) int {
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
	if a.H() < 2+s.Sizes().Pairs()+after*(lineRows+1)+words {
		lines = lowLineRows
	}
	grouping := lines // rows that lead to the pairs: none where what follows would be cut
	if after == 2 && a.H() < 2+after*(lines+1)+min(words, 1) {
		grouping = 0
	}
	rows, pooled := s.cameBack(a.Sub(0, 1, a.W(), a.H()-1-after*(lines+1)+lines-grouping-min(words, 1)), step)
	if grouping > 0 {
		s.cameBackTitle(a, pooled, rows == 0)
	} else {
		a.Text(1, 0, "columns of Ô by pair, their states as they came back", kit.Bold)
	}
	y := 2 + rows
	if after >= 1 {
		y += s.crossing(a.Rows(y, grouping), step, p.grouped, func(column int) canvas.Style {
			l := e.Labels[column]
			switch {
			case l.Pair < 0 || s.mislabelled(column):
				return kit.Bad
			case !e.LabelsGiven && l.Rival >= 0 && l.Second >= e.Threshold():
				return kit.Warn
			}
			return kit.Plain
		})
		s.underColumns(a.Rows(y, 1), step, "pair", len(p.labels), func(x, place int) {
			if end := s.Pair(a, x, y, p.labels[place]); p.labels[place] >= 0 && len(s.columnsOf(p.labels[place])) != s.Sizes().S && end < x+step {
				a.Text(end, y, "!", kit.Bad)
			}
			if p.labels[place] >= 0 {
				s.Spot(a, x, y, 2, 1, kit.FigureAt(why.Label, slices.Index(p.grouped, place)).Value())
			}
		})
		y++
	}
	if after >= 2 {
		y += s.crossing(a.Rows(y, lines), step, p.sorted, func(place int) canvas.Style {
			if state := p.states[p.sorted[place]]; state >= 0 {
				return canvas.FG(theme.State(state))
			}
			return kit.Bad
		})
		s.underColumns(a.Rows(y, 1), step, "true", len(p.states), func(x, place int) {
			if state := p.states[place]; state >= 0 {
				s.foreign(a, s.State(a, x, y, state, true), y, p.columns[place], step)
			} else {
				a.Text(x, y, "?", kit.Bad)
			}
			if p.labels[place] >= 0 {
				s.Spot(a, x, y, 1, 1, kit.FigureAt(why.Permutation, p.labels[place]).Value())
			}
		})
		y++
	}
	return y + s.permutationWords(a.Below(y))
}

// foreign marks a column that truly is of another pair than its label says, by that pair where there is room.
func (s pane) foreign(a canvas.Area, x, y, column, step int) {
	if !s.mislabelled(column) {
		return
	}
	if of := " of "; canvas.Width("A"+of+"12 ") > step {
		a.Text(x, y, "!", kit.Bad)
	} else {
		s.Pair(a, a.Text(x, y, of, kit.Bad), y, s.Now.Estimate.Comparison.Assignment[column]/s.Sizes().S)
	}
}

// mislabelled says that a column truly is of another pair than its label says, where that may be shown.
func (s pane) mislabelled(column int) bool {
	right, known := s.labelRight(column, s.Now.Estimate.Labels[column])
	return known && !right && s.Asked != AskedBug
}

// cameBackTitle says what the order of the columns is, and how their rows are drawn.
func (s pane) cameBackTitle(a canvas.Area, words string, none bool) {
	e := s.Now.Estimate
	order := kit.FirstThatFits([]string{"by a₂, one for each hidden state found, else in no known order", "by a₂, else in no known order", "by a₂, else in any order"}, a.W()-len("columns of O ")-1-canvas.Width(words))
	switch {
	case e.Power != nil && !e.LabelsGiven:
		order = "in the order in which components were found"
	case slices.Contains(e.Theirs, moments.StageColumns):
		order = "in the order that the program gives"
	case e.Model != nil:
		order = "pair by pair, in the order learned"
	case e.LabelsGiven:
		order = "block by block, each in an arbitrary order"
	}
	if none {
		a.Text(1, 0, "columns of Ô "+order, kit.Bold)
		return
	}
	x := a.Text(1, 0, "Ô: columns "+order, kit.Bold)
	a.Text(x, 0, words, kit.Dim)
}

// arrowed is the width of an arrow and a pair.
const arrowed = 3

// cameBack draws Ô's columns apart, each under its number. It returns the rows of the map, and
// what is to be said of them: that some are pooled, or that pairs share one ("+" beside it).
func (s pane) cameBack(a canvas.Area, step int) (rows int, words string) {
	e, n := s.Now.Estimate, s.Sizes()
	g := kit.NewGrid(n.D(), n.K(), e.O.At).Blocked(n.Outcomes(), 0)
	g.Scale = g.Largest()
	g.Target = func(i, j int) why.Target { return kit.FigureAt(why.Entry, i, j) }
	d, h := kit.Density{Wide: step, Gap: step / 2, RowsOnly: true}, 0
	for _, try := range s.Densities() {
		d.Half, d.Pool, d.Tight = try.Half, try.Pool, try.Tight
		if d.Half || !s.Theme.Ramps() || s.Theme.ASCII { // rows by halves where the terminal has them
			if _, h = g.Size(d); h <= a.H()-1 {
				break
			}
		}
	}
	s.underColumns(a.Rows(0, 1), step, "", n.K(), func(x, column int) {
		name := figure.Count(float64(column + 1))
		if canvas.Width(name) < step || column%(widestColumn/step) == 0 {
			x = s.Whole(a, x, 0, name, kit.Dim, kit.FigureAt(why.Column, column).Value())
			if s.Now.Shown >= model.BeatLabels && column < len(e.Labels) && e.Labels[column].Pair >= 0 && canvas.Width(figure.Count(float64(n.K())))+arrowed < step {
				s.Pair(a, a.Text(x, 0, string([]rune{s.Glyph('→', '>')}), kit.Dim), 0, e.Labels[column].Pair)
			}
		}
	})
	h = max(min(h, a.H()-1), 0)
	each := d.Pool // entries in a row of cells
	if d.Half {
		each *= 2
	}
	if h == 0 || h < fewestRows && each > n.Outcomes() { // a row or two for all pairs tell nothing
		return 0, ""
	}
	if free := columnGutter + step*n.K(); free+kit.ColourBar <= a.W() {
		s.ColourBar(a, a.W()-kit.ColourBar, 1, "0", g.Scale)
	}
	s.Heat(a.Sub(columnGutter, 1, step*n.K(), h), g, d)
	switch shared := s.RowGroups(a.Sub(1, 1, 3, h), g, true, d); {
	case shared:
		words = kit.RowShared
	case d.Pool == 2:
		words = "; each stripe the larger of two rows"
	case d.Pool > 1:
		words = "; each stripe the largest of several rows"
	}
	return h, words
}

// permutationWordRows is how many rows permutationWords take, with the blank one after them.
func (s pane) permutationWordRows() int {
	if s.Now.Shown == model.BeatLabels && s.Now.Estimate.Comparison != nil {
		return 0 // the orders are shown with the parameters
	}
	return 2
}

// permutationWords say what the re-orderings mean.
func (s pane) permutationWords(a canvas.Area) int {
	switch {
	case a.H() < 1:
		return 0
	case s.permutationWordRows() == 0:
		return 1
	case s.Now.Shown < model.BeatLabels:
		s.columnErrors(a)
		return 3
	}
	y := s.orders(a)
	if e := s.Now.Estimate; !e.LabelsGiven && y < a.H() && e.Orders == nil {
		x := a.Text(1, y, "an entry of ", kit.Dim)
		x = s.Whole(a, x, y, figure.Number(e.Threshold()), kit.Dim, kit.Alone(why.Threshold))
		x = a.Text(x, y, " or more names its column's pair", kit.Dim)
		if c := e.Comparison; c != nil {
			if words := fmt.Sprintf("; Ô is off by at most %s, in column %d", figure.Number(c.OMax), c.OMaxAt[1]+1); x+canvas.Width(words) < a.W() {
				s.Say(a, x, y, words, kit.Dim, kit.Alone(why.ErrorMax), kit.FigureAt(why.Column, c.OMaxAt[1]).Value())
			}
		}
		y++
	}
	return y + 1
}

// stageActions is for an estimator that learns each action alone: it draws the order in
// which each action's states came back, and the states that come of merging them.
func (s pane) stageActions(a canvas.Area) int {
	e, n, m := s.Now.Estimate, s.Sizes(), s.Truth()
	title := "each action, learned alone, came back in its own order"
	if !e.Mixed() {
		title = "each action, learned alone: by chance their orders agree"
	}
	const apart = 6 // from one state to the next
	wide := apart*(n.S-1) + 1
	for action := range n.A {
		wide = max(wide, canvas.Width(m.ActionName(action))+2)
	}
	wide = min(wide+4, max(a.W()-2, 8))
	per := max((a.W()-2)/wide, 1)
	blocks := kit.Ceil(n.A, per)
	head, gap, lines := 1, 1, 3
	for a.H() < head+gap+blocks*(lines+4+gap)+n.S && gap+lines > 1 { // what comes of it matters more than room
		switch {
		case gap > 0:
			gap = 0
		case head > 0: // the view's own title says it, too
			head = 0
		default:
			lines--
		}
	}
	if head > 0 {
		a.Text(1, 0, title, kit.Bold)
	}
	high := lines + 4 + gap
	for action, order := range e.Orders {
		top := head + gap + action/per*high
		if action%per == 0 {
			a.Text(0, top+2, "b̂", kit.Dim)
		}
		block := a.Sub(2+action%per*wide, top, wide-2, lines+4)
		name := kit.Plain
		if !slices.Equal(order, e.Orders[0]) {
			name = kit.Bad
		}
		block.Text(s.Action(block, 0, 0, action)+1, 0, m.ActionName(action), name)
		for place := range order {
			block.Text(place*apart, 1, figure.Count(float64(place+1)), kit.Plain)
			block.Text(place*apart, 2, figure.Probability(e.Beliefs[action][place]), kit.Dim)
			s.State(block, place*apart, 3+lines, place, true)
		}
		if !s.Theme.ASCII {
			dots := canvas.NewDots(block.Sub(0, 3, apart*n.S, lines))
			for place, state := range order {
				dots.Line(2*place*apart, 0, 2*state*apart, dots.H()-1, canvas.FG(theme.State(state)))
			}
			dots.Draw()
		}
	}
	y := head + gap + blocks*high
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
			y = kit.Wrap(a, 1, y, a.W()-2, words+": no such state", kit.Bad)
		} else {
			y = kit.Wrap(a, 1, y, a.W()-2, "merged state "+figure.Count(float64(place+1))+" is "+theme.StateLetter(e.Orders[0][place])+" under every action", kit.Good)
		}
	}
	words := "b̂ is each HMM's own, of the merged states their mean; in truth b is"
	for state := range n.S {
		words += " " + theme.StateLetter(state) + " " + figure.Probability(m.Initial(state))
	}
	return kit.Wrap(a, 1, y+gap, a.W()-2, words, kit.Dim) + 1
}

// crowded draws the columns where there is no room for lines: each a cell wide, or
// pooled.
func (s pane) crowded(a canvas.Area, step int) int {
	if step == 0 {
		return s.columnsAlone(a)
	}
	rows, pooled := s.cameBack(a.Sub(0, 1, a.W(), a.H()-4), step)
	s.cameBackTitle(a, pooled, rows == 0)
	y := 2 + rows
	s.columnErrors(a.Below(y))
	return y + 2
}
