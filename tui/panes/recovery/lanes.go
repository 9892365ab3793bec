package recovery

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// lane is a block of eigenvalues. Only those of one block must be told apart: actions
// tell the blocks apart.
type lane struct {
	block   int
	columns []int // in the order of their eigenvalues
}

// lanesOf are an estimate's blocks; nil where it has none.
func lanesOf(e *moments.Estimate) []lane {
	if e.Subspaces == nil || len(e.Subspaces.Block) < len(e.Eigen.Values) {
		return nil
	}
	var out []lane
	for column := range e.Eigen.Values {
		block := e.Subspaces.Block[column]
		i := slices.IndexFunc(out, func(l lane) bool { return l.block == block })
		if i < 0 {
			i = len(out)
			out = append(out, lane{block: block})
		}
		out[i].columns = append(out[i].columns, column)
	}
	for _, l := range out {
		slices.SortFunc(l.columns, func(i, j int) int {
			if real(e.Eigen.Values[i]) < real(e.Eigen.Values[j]) {
				return -1
			}
			return 1
		})
	}
	return out
}

// mostLanes bounds how many lanes are drawn, one below the other.
const mostLanes = 5

// lanes says whether the eigenvalues are drawn in lanes: all are real, and the blocks
// are few.
func (s pane) lanes() bool {
	e := s.Now.Estimate
	if e.Eigen == nil || !e.Eigen.Used.Real() {
		return false
	}
	n := len(lanesOf(e.Estimate))
	return n > 0 && n <= mostLanes
}

// eigenLanes draws the real eigenvalues of each block on a line of its own, and
// brackets the two that are closest with their gap.
func (s pane) eigenLanes(a canvas.Area) {
	e := s.Now.Estimate
	all := lanesOf(e.Estimate)
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range e.Eigen.Values {
		low, high = math.Min(low, real(v)), math.Max(high, real(v))
	}
	if low == high {
		low, high = low-1, high+1
	}
	name := len("a₂=1 ") - 2
	if len(all) != s.Sizes().A {
		name = len("11 ")
	}
	wide := a.W() - name - 2
	at := func(v complex128) int {
		return name + 1 + int((real(v)-low)/(high-low)*float64(wide-1)+.5)
	}
	left, right, bracket := e.Closest()
	listed := len(e.Eigen.Values) < 10 && a.H() >= 2*len(all)+2 // the columns' numbers fit, and each lane's values
	y := 0
	for _, l := range all {
		if len(all) == s.Sizes().A {
			s.Action(a, a.Text(0, y, "a₂=", kit.Dim), y, l.block%s.Sizes().A)
		} else {
			s.Pair(a, 0, y, l.block)
		}
		a.Repeat(name+1, y, wide, s.Glyph('─', '-'), kit.Rule)
		for _, column := range l.columns {
			style := kit.Bold
			if bracket && (column == left || column == right) {
				style = kit.Fresh
			}
			dot := s.Glyph('●', 'o')
			if len(e.Eigen.Values) < 10 {
				dot = '1' + rune(column)
			}
			a.Set(at(e.Eigen.Values[column]), y, dot, style)
			s.Spot(a, at(e.Eigen.Values[column]), y, 1, 1, kit.FigureAt(why.Eigenvalue, column).Value())
		}
		y++
		if bracket && slices.Contains(l.columns, left) {
			s.gapBracket(a.Rows(y, 1), at(e.Eigen.Values[left]), at(e.Eigen.Values[right]), left, right)
			y++
		}
		if listed {
			s.eigenValues(a.Sub(name+1, y, wide, 1), l.columns)
			y++
		}
	}
	if listed {
		return // the ends stand among them
	}
	a.Text(name+1, y, figure.Number(low), kit.Dim)
	a.Right(a.W()-1, y, figure.Number(high), kit.Dim)
}

// eigenValues lists a lane's eigenvalues in the order of their columns, the largest first.
func (s pane) eigenValues(a canvas.Area, columns []int) {
	columns = slices.Sorted(slices.Values(columns))
	x := a.Text(0, 0, "λ = ", kit.Dim)
	for _, column := range columns {
		words := figure.Number(real(s.Now.Estimate.Eigen.Values[column]))
		if x+canvas.Width(words) > a.W() {
			break
		}
		x = s.Whole(a, x, 0, words, kit.Dim, kit.FigureAt(why.Eigenvalue, column).Value()) + 2
	}
}

// gapBracket brackets the closest pair and says which columns they are and how far
// apart, beside the bracket where there is room.
func (s pane) gapBracket(a canvas.Area, from, to, left, right int) {
	e := s.Now.Estimate
	gap := figure.Number(e.Eigen.Used.Gap)
	if !math.IsNaN(e.Eigen.GapError) {
		gap += " ± " + figure.Number(e.Eigen.GapError)
	}
	words := fmt.Sprintf(" gap %s, columns %d and %d ", gap, min(left, right)+1, max(left, right)+1)
	if canvas.Width(words) > a.W() {
		words = fmt.Sprintf(" %d, %d: %s ", min(left, right)+1, max(left, right)+1, gap)
	}
	a.Repeat(from, 0, to-from, s.Glyph('─', '-'), kit.Fresh)
	a.Set(from, 0, s.Glyph('╰', '`'), kit.Fresh)
	a.Set(to, 0, s.Glyph('╯', '\''), kit.Fresh)
	x := to + 1
	if x+canvas.Width(words) > a.W() {
		x = from - canvas.Width(words)
	}
	if x < 0 { // no room on either side: over the bracket's own row
		x = max(min(to+1, a.W()-canvas.Width(words)), 0)
	}
	after := a.Text(x, 0, words, kit.Fresh)
	s.Spot(a, x, 0, after-x, 1, kit.Alone(why.Gap))
}
