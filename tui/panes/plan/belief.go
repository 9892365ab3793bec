package plan

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// triangle draws the simplex of beliefs over three states: at every belief a letter for the vector
// that is best there, the chosen one in the marker's colour. In one order of the states it is the
// digit of the action that the vector takes; all vectors of a pair take the same.
func (s pane) triangle(a canvas.Area, e envelope) int {
	set := e.set
	if a.H() < 6 {
		return 0
	}
	x := a.Text(s.setName(a, set, e.t), 0, ": ", kit.Dim)
	words := []string{fmt.Sprintf("a letter for the best of %d β-vectors; a corner is certainty", set.Len()), fmt.Sprintf("a letter for the best of %d β-vectors", set.Len()), "the best β"}
	switch {
	case set.Pair < 0:
		words = []string{"the best action at every belief; a corner is certainty", "the best action at every belief", "the best action"}
	case set.Len() == 1:
		words = []string{"one β is best at every belief; a corner is certainty", "one β is best at every belief", "one β"}
	}
	a.Text(x, 0, kit.FirstThatFits(words, a.W()-x), kit.Dim)
	h := a.H() - 3
	wide := min(2*h+1, a.W()-12)
	left := 6
	belief := make([]float64, 3)
	area, best := map[int]int{}, make([][]int, h) // best[row][i] is a vector, and area how many places it has
	for row := range h {
		down := float64(row) / float64(max(h-1, 1)) // 0 at the top corner
		span := int(down * float64(wide-1))
		start := left + (wide-1-span)/2
		for i := 0; i <= span; i++ {
			along := 0.0
			if span > 0 {
				along = float64(i) / float64(span)
			}
			belief[0], belief[1], belief[2] = 1-down, down*(1-along), down*along
			found, _ := set.Best(belief)
			best[row] = append(best[row], found)
			if area[found]++; set.Pair < 0 {
				s.Action(a, start+i, 1+row, set.Vector(found).Action)
			}
		}
	}
	if set.Pair >= 0 {
		letters := betaLetters(area)
		for row, vectors := range best {
			for i, v := range vectors {
				style := kit.Dim
				if e.chosen != nil && same(set.Vector(v).Values, e.chosen) {
					style = canvas.FG(theme.Marker).With(canvas.Bold)
				}
				a.Set(left+(wide-len(vectors))/2+i, 1+row, letters[v], style)
			}
		}
	}
	for i, m := range e.marks {
		total := 0.0
		for _, w := range m.weights {
			total += w
		}
		if !(total > 0) {
			continue
		}
		down := 1 - m.weights[0]/total
		along := 0.0
		if below := m.weights[1] + m.weights[2]; below > 0 {
			along = m.weights[2] / below
		}
		row := min(int(down*float64(h-1)+.5), h-1)
		span := int(float64(row) / float64(max(h-1, 1)) * float64(wide-1))
		glyph := s.Glyph(m.mark, m.ascii)
		a.Set(left+(wide-1-span)/2+int(along*float64(span)+.5), 1+row, glyph, canvas.FG(theme.Marker).With(canvas.Bold))
		a.Text(a.Text(left+wide/2+8, 1+i, string(glyph), canvas.FG(theme.Marker).With(canvas.Bold)), 1+i, " "+m.name, canvas.FG(theme.Marker))
	}
	corner := func(x, y, position int) { s.PlaceOf(a, x, y, set.Pair, position) }
	corner(left+wide/2-2, 1, 0)
	corner(left-2, h, 1)
	corner(left+wide+1, h, 2)
	return a.H()
}

// betaLetters stand for the vectors that are best somewhere, a for the one that is at most places;
// a dot for those of the fewest, where there are more vectors than letters.
func betaLetters(area map[int]int) map[int]rune {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	order := slices.SortedFunc(maps.Keys(area), func(v, w int) int { return cmp.Or(area[w]-area[v], v-w) })
	out := map[int]rune{}
	for i, v := range order {
		if out[v] = '.'; i < len(letters) {
			out[v] = rune(letters[i])
		}
	}
	return out
}

// same says whether two vectors differ by rounding alone.
func same(v, w []float64) bool {
	for i, x := range v {
		if math.Abs(x-w[i]) > 1e-9*(1+math.Abs(x)) {
			return false
		}
	}
	return true
}

// losses lists the decisions at which the learned policy loses, by what each costs times how likely it
// is, and returns the rows that it took.
func (s pane) losses(a canvas.Area) int {
	r := s.Session.RegretByStep()
	if r == nil || a.H() < 3 {
		return 0
	}
	title := "where it differs from the best, and what that adds to the regret: loss there × p of coming there"
	switch {
	case len(r.Decisions) == 0 && r.Left > 0:
		a.Text(1, 0, "no decision at a likely belief loses anything", kit.Good)
		return 2
	case len(r.Decisions) == 0:
		a.Text(1, 0, "no decision of this tree loses anything", kit.Good)
		return 2
	case r.Left > 0:
		title = "where it differs from the best at likely beliefs"
	}
	room := max(a.H()/4, 1)
	if a.H() < 8 { // too low for a tree besides
		room = max(a.H()-3, 1)
	}
	rows := min(len(r.Decisions), room, 4)
	tall := 1 // rows a decision: in a narrow pane its past stands under it
	for _, d := range r.Decisions[:rows] {
		if a.H() >= 8 && (a.W() < 72 || canvas.Width(s.pastName(d.Past))+67 > a.W()) {
			tall = 2
		}
	}
	rows = kit.Ceil(rows, tall)
	most := ""
	if n := len(r.Decisions); rows < n {
		most = fmt.Sprintf(", the %d largest of %d", rows, n)
	}
	title = kit.FirstThatFits([]string{title, "where it differs from the best, and what that adds to the regret", "what each choice adds to the regret"}, a.W()-2-canvas.Width(most))
	a.Text(a.Text(1, 0, title, kit.Bold), 0, most, kit.Dim)
	for i, d := range r.Decisions[:rows] {
		y := 1 + i*tall
		ref := kit.FigureAt(why.Decision, i).Value()
		x := s.Say(a, 1, y, fmt.Sprintf("step %d: ", d.Step+1), kit.Plain, ref)
		x = s.Action(a, x, y, d.Action)
		x = a.Text(x, y, " where ", kit.Dim)
		x = s.Action(a, x, y, d.Best)
		x = a.Text(x, y, " is best: ", kit.Dim)
		x = s.Whole(a, x, y, figure.Number(d.Share), kit.Warn, ref)
		x = s.Say(a, x, y, fmt.Sprintf(" = loss %s × p %s", figure.Number(d.Cost), figure.Number(d.Probability)), kit.Dim, ref)
		if len(d.Past) > 0 {
			words := ", after "
			if tall > 1 {
				s.Spot(a, 1, y, x-1, 1, ref) // the whole row: the down arrow meets it before its past
				x, y, words = 9, y+1, "after "
			}
			past, ways := s.pastName(d.Past), otherWays(d.Ways-1)
			for drop := 1; drop < len(d.Past) && x+canvas.Width(words+past+ways) > a.W(); drop++ { // the last is what it looks at
				past = "…; " + s.pastName(d.Past[drop:])
			}
			words += past + ways
			after := a.Text(x, y, words, kit.Dim)
			s.Spot(a, x, y, after-x, 1, kit.FigureAt(why.Node, d.Node).Value())
		}
	}
	return rows*tall + 2
}

// otherWays says how many more ways lead to a decision; "" for none.
func otherWays(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " or another way"
	}
	return fmt.Sprintf(" or %d other ways", n)
}

// pastName writes the outcomes that led to a decision.
func (s pane) pastName(past []int) string {
	names := make([]string, len(past))
	for i, o := range past {
		names[i] = s.outcomeName(s.Now.Plan.Tree, o)
	}
	return strings.Join(names, "; ")
}
