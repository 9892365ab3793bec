package panes

import (
	"fmt"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
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

// pairTables lists every pair's parameters in the pair's own order, below an introduction.
// Where nobody knows which states of two pairs are the same, that is all there is.
func (s Scene) pairTables(a canvas.Area, p *pomdp.PairParameters, words string, boot *model.Intervals) {
	n := s.sizes()
	y := Wrap(a, 1, 1, a.W()-2, words, text)
	lines, per := 1, 1
	if boot != nil {
		per = 2
	}
	entries := s.pairEntries(0, 0)
	wide := pairWidth(entries, a.W())
	x := pairGutter
	for _, e := range entries {
		if w := e.width(wide); x+w > a.W()-1 {
			x, lines = pairGutter+w, lines+1
		} else {
			x += w
		}
	}
	if lines == 1 && a.H()-y > per { // the columns have names
		x := pairGutter
		for _, e := range entries {
			x += e.width(wide)
			name := a.Sub(x-wide+1, y, wide-1, 1)
			name.Text(max(name.W()-canvas.Width(e.entry), 0), 0, e.entry, dim)
		}
		y++
	}
	rows, height := n.Pairs()*n.S, lines*per
	fit := max((a.H()-y)/height, 1)
	if fit < rows {
		fit = max((a.H()-y-1)/height, 1)
	}
	pages := ceil(rows, fit)
	page := s.page(pages)
	for i := page * fit; i < min((page+1)*fit, rows); i++ {
		s.pairRow(a.Rows(y+(i-page*fit)*height, height), i/n.S, i%n.S, per, wide, p, boot)
	}
	if pages > 1 {
		last := a.Rows(a.H()-1, 1)
		last.Text(last.Text(1, 0, "m", key)+1, 0, fmt.Sprintf("page %d of %d", page+1, pages), dim)
	}
}

// pairRow draws the parameters of one place of a pair on as many lines as they need; with
// per = 2, half the width of its interval stands below each estimate.
func (s Scene) pairRow(a canvas.Area, pair, j, per, wide int, p *pomdp.PairParameters, boot *model.Intervals) {
	s.placeOf(a, s.pair(a, 1, 0, pair), 0, pair, j)
	_, second := s.sizes().PairActions(pair)
	x, y := pairGutter, 0
	for _, e := range s.pairEntries(pair, j) {
		w := e.width(wide)
		if x+w > a.W()-1 {
			x, y = pairGutter, y+per
		}
		end := x + w - 1
		if e.name != "" {
			at := a.Text(x, y, e.name, dim)
			if e.next >= 0 {
				s.action(a, at, y, e.next)
			}
		}
		if e.state >= 0 {
			s.placeOf(a, end-wide-1, y, s.sizes().Pair(second, e.next), e.state)
		}
		value, style := e.of(p), text
		if value < 0 {
			style = bad
		}
		s.right(a, end, y, fixed(value), style, e.why.Value())
		if boot != nil {
			spread := "±" + fixed((e.of(boot.Pairs.High)-e.of(boot.Pairs.Low))/2)
			s.right(a, end, y+1, spread, dim, why.Ref{Target: e.why, Part: why.Low})
		}
		x += w
	}
}

// placeOf names the j-th state of a pair: by the true state's letter where that is known, so that
// the letters stand in the pair's own order, else by the letters from A on, in grey.
func (s Scene) placeOf(a canvas.Area, x, y, pair, j int) int {
	if state, known := s.stateAt(pair, j); known {
		return s.state(a, x, y, state, true)
	}
	return a.Text(x, y, theme.StateLetter(j), dim)
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
func (s Scene) pairEntries(pair, j int) []pairEntry {
	n := s.sizes()
	name := func(i int, words string) string {
		if i > 0 {
			return ""
		}
		return words
	}
	out := []pairEntry{{name: "b̂", next: -1, state: -1, why: of(why.Copy, pair, j),
		of: func(p *pomdp.PairParameters) float64 { return p.Initial[pair][j] }}}
	for z := range n.Z {
		out = append(out, pairEntry{name: name(z, "Ẑ"), entry: s.truth().ObservationName(z), next: -1, state: -1, why: of(why.CopyObservation, pair, z, j),
			of: func(p *pomdp.PairParameters) float64 { return p.Observation[pair][z][j] }})
	}
	for r := range n.R {
		out = append(out, pairEntry{name: name(r, "R̂"), entry: "r=" + figure.Number(s.truth().RewardValue(r)), next: -1, state: -1, why: of(why.CopyReward, pair, r, j),
			of: func(p *pomdp.PairParameters) float64 { return p.Reward[pair][r][j] }})
	}
	for next := range n.A {
		for j2 := range n.S {
			out = append(out, pairEntry{name: name(j2, "T̂"), next: next, state: j2, why: of(why.CopyTransition, pair, next*n.S+j2, j),
				of: func(p *pomdp.PairParameters) float64 { return p.Transition[pair][next][j2][j] }})
		}
	}
	return out
}
