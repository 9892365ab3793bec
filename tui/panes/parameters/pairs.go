package parameters

import (
	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// pairEntry is one probability of a pair's own parameters.
type pairEntry struct {
	name  string // of the distribution that begins here, "" inside of one
	entry string // the observation or the reward
	next  int    // the action that T̂ leads on to, -1 elsewhere
	state int    // the place that T̂ leads to, -1 elsewhere
	of    func(*pomdp.PairParameters) float64
	why   why.Target
}

// pairGutter is the width of what stands before all entries; a name before a distribution
// takes pairNameWidth, with an action one more.
const (
	pairGutter    = 5
	pairNameWidth = 2
)

// pairWidth is the width of an entry: the widest with which all stand on one line.
func pairWidth(entries []pairEntry, width int) int {
	const least, usual, most = 6, 7, 8
	for entry := most; entry >= least; entry-- {
		x := pairGutter
		for _, e := range entries {
			x += e.width(entry)
		}
		if x <= width-1 {
			return entry
		}
	}
	return usual
}

// pairTable lists every pair's parameters in the pair's own order, below an introduction.
// Where nobody knows which states of two pairs are the same, that is all there is.
type pairTable struct {
	words  string
	of     *pomdp.PairParameters
	before *pomdp.PairParameters // what normalising was given, or nil: what it left alone is grey
	boot   *model.Intervals      // half the width of its interval stands below each estimate, or nil
}

// pairLayout is how a table of pairs lies in an area: an entry's width, the lines of a row, the
// row of the screen where it begins, the rows of a page, and the pages.
type pairLayout struct {
	wide, lines, per, top, fit, pages int
	named                             bool // whether the columns have names
}

func (s pane) layPairs(a canvas.Area, t pairTable) pairLayout {
	n := s.Sizes()
	out := pairLayout{lines: 1, per: 1, top: len(kit.Lines(t.words, a.W()-2))}
	if t.boot != nil {
		out.per = 2
	}
	entries := s.pairEntries(0, 0)
	out.wide = pairWidth(entries, a.W())
	x := pairGutter
	for _, e := range entries {
		if w := e.width(out.wide); x+w > a.W()-1 {
			x, out.lines = pairGutter+w, out.lines+1
		} else {
			x += w
		}
	}
	if out.named = out.lines == 1 && a.H()-out.top > out.per; out.named {
		out.top++
	}
	rows, height := n.Pairs()*n.S, out.lines*out.per
	out.fit = max((a.H()-out.top)/height, 1)
	out.pages = kit.Ceil(rows, out.fit)
	return out
}

// pairTables draws one page of a table and returns the rows that it took.
func (s pane) pairTables(a canvas.Area, t pairTable, page int) int {
	n, lay := s.Sizes(), s.layPairs(a, t)
	y := kit.Wrap(a, 1, 0, a.W()-2, t.words, kit.Plain)
	if lay.named {
		x := pairGutter
		for _, e := range s.pairEntries(0, 0) {
			x += e.width(lay.wide)
			name := a.Sub(x-lay.wide+1, y, lay.wide-1, 1)
			name.Text(max(name.W()-canvas.Width(e.entry), 0), 0, e.entry, kit.Dim)
		}
	}
	y = lay.top
	height := lay.lines * lay.per
	for i := page * lay.fit; i < min((page+1)*lay.fit, n.Pairs()*n.S); i++ {
		s.pairRow(a.Rows(y, height), i/n.S, i%n.S, lay, t)
		y += height
	}
	return y
}

// pairRow draws the parameters of one place of a pair on as many lines as they need.
func (s pane) pairRow(a canvas.Area, pair, j int, lay pairLayout, t pairTable) {
	s.PlaceOf(a, s.Pair(a, 1, 0, pair), 0, pair, j)
	_, second := s.Sizes().PairActions(pair)
	x, y := pairGutter, 0
	for _, e := range s.pairEntries(pair, j) {
		w := e.width(lay.wide)
		if x+w > a.W()-1 {
			x, y = pairGutter, y+lay.per
		}
		end := x + w - 1
		if e.name != "" {
			at := a.Text(x, y, e.name, kit.Dim)
			if e.next >= 0 {
				s.Action(a, at, y, e.next)
			}
		}
		if e.state >= 0 {
			s.PlaceOf(a, end-lay.wide-1, y, s.Sizes().Pair(second, e.next), e.state)
		}
		value, style := e.of(t.of), kit.Plain
		switch {
		case value < 0:
			style = kit.Bad
		case t.before != nil && kit.Fixed(value) == kit.Fixed(e.of(t.before)):
			style = kit.Dim
		}
		s.Right(a, end, y, kit.Fixed(value), style, e.why.Value())
		if t.boot != nil {
			spread := "±" + kit.Fixed((e.of(t.boot.Pairs.High)-e.of(t.boot.Pairs.Low))/2)
			s.Right(a, end, y+1, spread, kit.Dim, why.Ref{Target: e.why, Part: why.Low})
		}
		x += w
	}
}

// width is what an entry takes with its name, and with the letter of the state that it leads to.
func (e pairEntry) width(wide int) int {
	if e.name != "" {
		wide += pairNameWidth
	}
	if e.state >= 0 {
		wide += 2
		if e.name != "" {
			wide++
		}
	}
	return wide
}

// pairEntries are the probabilities of one place of a pair: b̂, Ẑ, R̂, and T̂ by
// the action that follows.
func (s pane) pairEntries(pair, j int) []pairEntry {
	n := s.Sizes()
	name := func(i int, words string) string {
		if i > 0 {
			return ""
		}
		return words
	}
	out := []pairEntry{{name: "b̂", next: -1, state: -1, why: kit.FigureAt(why.Copy, pair, j),
		of: func(p *pomdp.PairParameters) float64 { return p.Initial[pair][j] }}}
	for z := range n.Z {
		out = append(out, pairEntry{name: name(z, "Ẑ"), entry: s.Truth().ObservationName(z), next: -1, state: -1, why: kit.FigureAt(why.CopyObservation, pair, z, j),
			of: func(p *pomdp.PairParameters) float64 { return p.Observation[pair][z][j] }})
	}
	for r := range n.R {
		out = append(out, pairEntry{name: name(r, "R̂"), entry: "r=" + figure.Number(s.Truth().RewardValue(r)), next: -1, state: -1, why: kit.FigureAt(why.CopyReward, pair, r, j),
			of: func(p *pomdp.PairParameters) float64 { return p.Reward[pair][r][j] }})
	}
	for next := range n.A {
		for j2 := range n.S {
			out = append(out, pairEntry{name: name(j2, "T̂"), next: next, state: j2, why: kit.FigureAt(why.CopyTransition, pair, next*n.S+j2, j),
				of: func(p *pomdp.PairParameters) float64 { return p.Transition[pair][next][j2][j] }})
		}
	}
	return out
}
