package panes

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

func (s Scene) stageMoments(a canvas.Area) int {
	e, n, title := s.Now.Estimate, s.sizes(), "P̂₁₂, P̂₁₃ and P̂₁₂₃: N = %s"
	alike := e.By().Uses == moments.FromActions
	if alike {
		title = "of N = %s episodes, those that repeat an action"
	}
	s.say(a, 1, 0, fmt.Sprintf(title, figure.Count(e.Episodes)), bold, alone(why.Episodes))
	if alike {
		y := 2 + s.repeats(a.Rows(2, a.H()-2))
		return s.wrap(a, 1, y, a.W()-2, fmt.Sprintf("For each action alone: the episodes that repeat it are one HMM, with |S| = %d hidden states and |Z||R| = %d symbols.", n.S, n.Outcomes()), dim)
	}
	return 1 + s.tableSizes(a, 1)
}

// repeats draws what share of the episodes each action has for itself, and what share is left
// unused. It returns the rows it took.
func (s Scene) repeats(a canvas.Area) int {
	const unused = "unused"
	m, n, c, wide := s.truth(), s.sizes(), s.Now.Counts, canvas.Width(unused)
	for action := range n.A {
		wide = max(wide, 2+canvas.Width(m.ActionName(action)))
	}
	wide = min(wide, 20)
	at, width, rest := wide+8, max(a.W()-wide-10, 1), 1.0
	for action := range n.A {
		share := c.Repeats(action)
		rest -= share
		a.Sub(0, action, wide+1, 1).Text(s.action(a, 1, action, action)+1, 0, m.ActionName(action), text)
		s.say(a, wide+2, action, figure.Number(share), text, of(why.Repeats, action).Value())
		s.bar(a, at, action, width, share, canvas.FG(theme.Action(action)))
	}
	a.Text(1, n.A, unused, dim)
	s.bar(a, at, n.A, width, rest, dim)
	return n.A + 2
}

// stageEigen draws the eigenvalues, a lane for each block where all are real and
// else in the complex plane, and what ranked the rotations.
func (s Scene) stageEigen(a canvas.Area) int {
	e := s.Now.Estimate
	w := min(a.W()/2, 60)
	if s.lanes() {
		block := "a₂"
		if len(lanesOf(e.Estimate)) != s.sizes().A {
			block = "pair"
		}
		a.Text(1, 0, "eigenvalues, a line for each "+block+", by column", bold)
		s.eigenLanes(a.Sub(1, 1, w-1, 7))
	} else {
		title := "eigenvalues of B₁₂₃(U₃θ₁); digit: block a₂"
		if s.complexPlane(a.Sub(1, 1, w-1, 7), e) {
			title += ", +: several"
		}
		a.Text(1, 0, title, bold)
	}
	words := a.Sub(w+1, 1, a.W()-w-1, 7)
	if e.Eigen == nil {
		return 9
	}
	used := e.Eigen.Used
	real := 0
	for _, r := range e.Rotations {
		if r.Real() {
			real++
		}
	}
	style := text
	if real == 0 {
		style = bad
	}
	s.say(words, 0, 0, fmt.Sprintf("%d random weights tried", len(e.Rotations)), text, alone(why.Tried))
	s.say(words, 0, 1, fmt.Sprintf("%d with real eigenvalues", real), style, alone(why.Real))
	if used.Real() {
		gap, spots := "best gap "+figure.Number(used.Gap), []why.Ref{alone(why.Gap)}
		if !math.IsNaN(e.Eigen.GapError) {
			gap, spots = gap+", error "+figure.Number(e.Eigen.GapError), append(spots, alone(why.GapError))
		}
		s.say(words, 0, 2, gap, text, spots...)
		cond, bound := "cond(R) = "+figure.Number(used.Cond), " bounds how noise grows" // Bauer and Fike 1960
		if canvas.Width(cond+bound) > words.W() {
			bound = ""
		}
		s.say(words, 0, 3, cond+bound, text, alone(why.Condition))
	} else {
		words.Text(0, 2, "no gap: not all are real", bad)
		words.Text(0, 3, "no eigenvectors to use", bad)
	}
	which := ": all real"
	if !used.Real() {
		which = ": complex"
	}
	s.say(words, 0, 4, "largest |Im λ| = "+figure.Number(used.MaxImaginary)+which, style, alone(why.Imaginary))
	s.rotationBars(words.Rows(5, 1))
	return 9
}

// rotationBars draws every rotation's gap; the chosen one is lit.
func (s Scene) rotationBars(a canvas.Area) {
	e, top := s.Now.Estimate, 0.0
	for _, r := range e.Rotations {
		top = math.Max(top, r.Gap)
	}
	x := a.Text(0, 0, "gaps ", dim)
	for i, r := range e.Rotations {
		style := dim
		if i == e.Chosen {
			style = fresh
		}
		glyph := '×'
		if r.Real() {
			level := 7 // a single eigenvalue is infinitely far from the next
			if !math.IsInf(r.Gap, 1) {
				level = int(7.99 * r.Gap / math.Max(top, 1e-300))
			}
			glyph = '▁' + rune(level)
			if s.Theme.ASCII {
				glyph = rune("_.:-=+*#"[level])
			}
		}
		a.Set(x+i, 0, glyph, style)
		s.spot(a, x+i, 0, 1, 1, of(why.Rotation, i).Value())
	}
}

// blockOf is the shared action a₂ of eigenvalue i.
func blockOf(e *experiment.Estimated, i int) int {
	if e.Subspaces != nil && i < len(e.Subspaces.Block) {
		if e.By().Gives(moments.GivesLabels) {
			return e.Subspaces.Block[i]
		}
		return e.Subspaces.Block[i] / e.Sizes.A // of the pair (a₂, a₃)
	}
	return i / e.Sizes.S / e.Sizes.A % e.Sizes.A
}

// complexPlane draws the eigenvalues; where all are real, those that fall together stand over
// each other as far as there is room. It says whether a mark stands for several.
func (s Scene) complexPlane(a canvas.Area, e *experiment.Estimated) (several bool) {
	if a.W() < 10 || a.H() < 3 {
		return false
	}
	low, high, tall := math.Inf(1), math.Inf(-1), 0.0
	for _, v := range e.Eigen.Values {
		low, high = math.Min(low, real(v)), math.Max(high, real(v))
		tall = math.Max(tall, math.Abs(imag(v)))
	}
	allReal := tall == 0 // then height is free, and shows how many fall together
	pad := math.Max((high-low)*.05, 1e-12)
	low, high = low-pad, high+pad
	if tall == 0 {
		tall = 1
	}
	// The last row is the axis's: a digit beside its numbers would read as one of theirs.
	mid := a.H() / 2
	reach := max(mid-1, 1)
	a.Repeat(0, mid, a.W(), s.glyph('─', '-'), rule)
	if low < 0 && high > 0 {
		x := int(-low / (high - low) * float64(a.W()-1))
		for y := range a.H() {
			a.Set(x, y, s.glyph('│', '|'), rule)
		}
	}
	at := make(map[[2]int]int, len(e.Eigen.Values)) // eigenvalues by place
	for i, v := range e.Eigen.Values {
		x := int((real(v) - low) / (high - low) * float64(a.W()-1))
		y := mid - int(math.Round(imag(v)/tall*float64(reach)))
		for allReal && y > 0 && at[[2]int{x, y}] > 0 {
			y--
		}
		block := blockOf(e, i)
		glyph, style := []rune(theme.ActionDigit(block))[0], canvas.FG(theme.Action(block)).With(canvas.Bold)
		if at[[2]int{x, y}]++; at[[2]int{x, y}] > 1 {
			glyph, style, several = '+', bold, true
		}
		a.Set(x, y, glyph, style)
		s.spot(a, x, y, 1, 1, of(why.Eigenvalue, i).Value())
	}
	a.Text(0, a.H()-1, figure.Number(low), dim)
	a.Right(a.W(), a.H()-1, figure.Number(high)+"  Re", dim)
	return several
}

// columnsNeed is the height of stageColumns.
func (s Scene) columnsNeed() int {
	n := s.sizes()
	if s.Theme.Ramps() {
		return min(ceil(n.D(), 2), 12) + 4
	}
	return min(n.D(), 16) + 4
}

// stageColumns draws O, Ô and their difference, columns in the true order.
func (s Scene) stageColumns(a canvas.Area) int {
	e, n := s.Now.Estimate, s.sizes()
	a.Text(1, 0, "how wrong they are: columns of Ô, each put where the true one stands", bold)
	truth := s.Session.Truth().HMM.O
	order := inverse(e.Comparison, n.K())
	estimate := func(i, j int) float64 {
		if order[j] < 0 {
			return 0
		}
		return e.O.At(i, order[j])
	}
	limit := newGrid(n.D(), n.K(), truth.At).blocked(n.Outcomes(), n.S)
	est := newGrid(n.D(), n.K(), estimate).blocked(n.Outcomes(), n.S)
	wrong := est.minus(limit)
	for i, v := range limit.values {
		if v == 0 {
			limit.values[i] = math.NaN()
			if math.Abs(est.values[i]) < 1e-12 {
				wrong.values[i] = math.NaN()
			}
		}
	}
	limit.scale = limit.largest()
	limit.part, est.target = why.Truth, func(i, j int) why.Target {
		if order[j] < 0 {
			return why.Target{}
		}
		return of(why.Entry, i, order[j])
	}
	limit.target, wrong.target = est.target, est.target
	est.scale, wrong.scale = limit.scale, roundUp(wrong.largest())
	width := (a.W() - 8) / 3
	norms := 0 // rows; before the labels they stand under the columns as they came back
	if s.Now.Shown >= model.BeatLabels {
		norms = 2
	}
	d, ok := s.fit(limit, width, a.H()-2-norms)
	if !ok {
		return 1
	}
	w, h := limit.size(d)
	column := max(w+2, 14)
	for i, g := range []grid{limit, est, wrong} {
		x := a.Text(4+i*column, 1, [3]string{"O", "Ô", "error"}[i], dim)
		if i == 2 {
			s.diffScale(a.Rows(1, 1), x+1, wrong.scale)
		}
		s.heat(a.Sub(4+i*column, 2, w, h), g, d)
	}
	s.rowGroups(a.Sub(0, 2, 3, h), limit, true, d)
	group := limit.columnPieces(d).step * d.wide
	if rows := pairRows(group); a.H() > h+3+rows {
		for i := range 3 {
			foot := a.Sub(4+i*column, 2+h, w, rows)
			s.pairsAcross(foot, limit, d)
			for pair := range n.Pairs() {
				s.spot(foot, pair*group, 0, min(group, 2), rows, of(why.Permutation, pair).Value())
			}
		}
		h += rows
	}
	if norms > 0 {
		s.columnErrors(a.Below(2 + h))
	}
	return min(h+5, a.H())
}

// columnsAlone draws Ô in the order in which its columns came back, where there are too
// many for a picture of their order.
func (s Scene) columnsAlone(a canvas.Area) int {
	e, n := s.Now.Estimate, s.sizes()
	title := "columns of Ô as they came back"
	if s.unknown() != "" {
		title += "; truth unknown"
	}
	a.Text(1, 0, title, bold)
	est := newGrid(n.D(), n.K(), e.O.At).blocked(n.Outcomes(), 0)
	est.scale = est.largest()
	d, ok := s.fit(est, a.W()-8, a.H()-4)
	if !ok {
		return 1
	}
	w, h := est.size(d)
	a.Text(4, 1, "Ô 0–"+figure.Number(est.scale), dim)
	s.heat(a.Sub(4, 2, w, h), est, d)
	s.rowGroups(a.Sub(0, 2, 3, h), est, true, d)
	s.columnErrors(a.Below(2 + h))
	return min(h+5, a.H())
}

func (s Scene) columnErrors(a canvas.Area) {
	c := s.Now.Estimate.Comparison
	if c == nil {
		Wrap(a, 1, 0, a.W()-2, "errors unknown: "+s.unknown()+".", dim)
		return
	}
	need := 1 / (3 * float64(s.sizes().Outcomes()))
	sign, verdict, style := "≤", "Lemma 3's rule labels every column right", text
	if c.OMax > need {
		sign, verdict, style = ">", "Lemma 3 promises nothing", warn
	}
	spots := []why.Ref{alone(why.ErrorMax), alone(why.NeededError)}
	if th := s.Session.Theory(); th != nil {
		if i := slices.IndexFunc(th.Rows, func(r bounds.Row) bool { return r.Lemma == "L3" }); i >= 0 {
			spots = append(spots, of(why.Lemma, i).Value())
		}
	}
	x := s.say(a, 1, 0, fmt.Sprintf("‖Ô−O‖_max = %s %s %s: %s", figure.Number(c.OMax), sign, figure.Number(need), verdict), style, spots...)
	norms := fmt.Sprintf("‖Ô−O‖₂ = %s   ‖T̂−T‖₂ = %s   ‖ŵ−w‖₂ = %s", figure.Number(c.O2), figure.Number(c.T2), figure.Number(c.W2))
	x, y := x+3, 0
	if x+canvas.Width(norms) > a.W() {
		x, y = 1, 1
	}
	if y >= a.H() {
		return
	}
	s.say(a, x, y, norms, text, alone(why.ErrorO), alone(why.ErrorT), alone(why.ErrorW))
}

// inverse lists for each true column the estimated one, -1 for none.
func inverse(c *moments.Comparison, k int) []int {
	order := make([]int, k)
	for i := range order {
		order[i] = i
		if c != nil {
			order[i] = -1
		}
	}
	if c != nil {
		for col, h := range c.Assignment {
			order[h] = col
		}
	}
	return order
}
