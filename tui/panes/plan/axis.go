package plan

import (
	"slices"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// beliefMark is a belief on the axis of an envelope; its weights need not sum to 1.
type beliefMark struct {
	mark, ascii rune
	name        string
	weights     []float64
}

// exactMark is the name of what the true model believes; the other mark is then the estimate's.
const exactMark = "exact"

// share is the belief in the first state; false where there is none.
func (m beliefMark) share() (float64, bool) {
	sum := 0.0
	for _, x := range m.weights {
		sum += x
	}
	return m.weights[0] / sum, sum > 0
}

// evenly are n numbers from 0 to 1.
func evenly(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i) / float64(max(n-1, 1))
	}
	return out
}

// envelopeAxis draws the belief in the pair's first state from 0 to 1, with marks at the
// beliefs that are known. The axis's name, the longest of names, stands where they leave room.
func (s pane) envelopeAxis(a canvas.Area, width int, names []string, marks []beliefMark) {
	a.Repeat(7, 0, width, s.Glyph('─', '-'), kit.Rule)
	at := func(m beliefMark) (x int, ok bool) {
		b, ok := m.share()
		return 7 + int(b*float64(width-1)+.5), ok
	}
	known := slices.DeleteFunc(slices.Clone(marks), func(m beliefMark) bool { _, ok := at(m); return !ok })
	slices.SortStableFunc(known, func(m, n beliefMark) int { x, _ := at(m); y, _ := at(n); return x - y })
	taken := [2]int{7 + width, 7} // columns between which marks stand
	var all []string
	for _, m := range known {
		x, _ := at(m)
		taken, all = [2]int{min(taken[0], x), max(taken[1], x+1)}, append(all, m.name)
	}
	put := func(from int, words string) {
		a.Text(from, 0, words, canvas.FG(theme.Marker))
		taken = [2]int{min(taken[0], from), max(taken[1], from+canvas.Width(words))}
	}
	first, end := taken[0], taken[1] // the first mark, and the column after the last one
	apart := false
	if len(known) == 2 { // each name beside its mark, outside of the two or between them
		one, two := " "+all[0]+" ", " "+all[1]+" "
		before, last := first-canvas.Width(one), end-1-canvas.Width(two)
		for _, p := range [][2]int{{before, end}, {first + 1, end}, {before, last}, {first + 1, last}} {
			stop := p[0] + canvas.Width(one)
			if apart = p[0] >= 7 && (p[0] < first || stop < end) && max(stop, first+1) <= p[1] && p[1]+canvas.Width(two) < 7+width; apart {
				put(p[0], one)
				put(p[1], two)
				break
			}
		}
	}
	if len(known) > 0 && !apart { // the names together, in the order of the marks
		if words := " " + strings.Join(all, ", ") + " "; end+canvas.Width(words) < 7+width {
			put(end, words)
		} else {
			put(first-canvas.Width(words), words)
		}
	}
	for _, m := range known {
		x, _ := at(m)
		a.Set(x, 0, s.Glyph(m.mark, m.ascii), canvas.FG(theme.Marker).With(canvas.Bold))
	}
	left := 7
	if taken[0] > 9 {
		left = a.Text(7, 0, "0 ", kit.Dim)
	}
	if taken[1] < 7+width-2 {
		a.Right(7+width, 0, " 1", kit.Dim)
	}
	for _, name := range names {
		wide := canvas.Width(name) + 1
		if left+wide < taken[0] {
			a.Text(left, 0, name+" ", kit.Dim)
			return
		}
		if taken[1]+wide+2 < 7+width {
			a.Right(7+width-2, 0, " "+name, kit.Dim)
			return
		}
	}
}

// atRoot marks b̂ of a pair; nil without learned parameters.
func (s pane) atRoot(pair int) []beliefMark {
	est := s.Now.Estimate
	if est == nil || est.Parameters == nil || pair < 0 {
		return nil
	}
	return []beliefMark{{'▲', '^', "b̂", est.Parameters.Initial[pair]}}
}
