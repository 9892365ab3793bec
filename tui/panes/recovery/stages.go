package recovery

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// stageEigen draws the eigenvalues, a lane for each block where all are real and
// else in the complex plane, and what ranked the rotations.
func (s pane) stageEigen(a canvas.Area) int {
	e := s.Now.Estimate
	w := min(a.W()/2, 60)
	if s.lanes() {
		block := "a₂"
		if len(lanesOf(e.Estimate)) != s.Sizes().A {
			block = "pair"
		}
		a.Text(1, 0, "eigenvalues, a line for each "+block+", by column", kit.Bold)
		s.eigenLanes(a.Sub(1, 1, w-1, 7))
	} else {
		title := "eigenvalues of B₁₂₃(U₃θ₁); digit: block a₂"
		if s.complexPlane(a.Sub(1, 1, w-1, 7), e) {
			title += ", +: several"
		}
		a.Text(1, 0, title, kit.Bold)
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
	style := kit.Plain
	if real == 0 {
		style = kit.Bad
	}
	mixes := fmt.Sprintf("%d random mixes", len(e.Rotations))
	s.Say(words, 0, 0, kit.FirstThatFits([]string{mixes + " of the symbols tried", mixes + " tried"}, words.W()), kit.Plain, kit.Alone(why.Tried))
	s.Say(words, 0, 1, fmt.Sprintf("%d with real eigenvalues", real), style, kit.Alone(why.Real))
	if used.Real() {
		gap, spots := "best gap "+figure.Number(used.Gap), []why.Ref{kit.Alone(why.Gap)}
		if !math.IsNaN(e.Eigen.GapError) {
			gap, spots = gap+", error "+figure.Number(e.Eigen.GapError), append(spots, kit.Alone(why.GapError))
		}
		s.Say(words, 0, 2, gap, kit.Plain, spots...)
		cond := figure.Number(used.Cond)
		s.Say(words, 0, 3, kit.FirstThatFits([]string{
			"condition of the eigenvectors " + cond + ": it bounds how noise grows", // Bauer and Fike 1960
			"condition of the eigenvectors " + cond,
			"condition " + cond,
		}, words.W()), kit.Plain, kit.Alone(why.Condition))
	} else {
		words.Text(0, 2, "no gap: not all are real", kit.Bad)
		words.Text(0, 3, "no eigenvectors to use", kit.Bad)
	}
	which := ": all real"
	if !used.Real() {
		which = ": complex"
	}
	s.Say(words, 0, 4, "largest |Im λ| = "+figure.Number(used.MaxImaginary)+which, style, kit.Alone(why.Imaginary))
	s.rotationBars(words.Rows(5, 1))
	return 9
}

// rotationBars draws every rotation's gap; the chosen one is lit.
func (s pane) rotationBars(a canvas.Area) {
	e, top := s.Now.Estimate, 0.0
	for _, r := range e.Rotations {
		top = math.Max(top, r.Gap)
	}
	x := a.Text(0, 0, "gaps ", kit.Dim)
	for i, r := range e.Rotations {
		style := kit.Dim
		if i == e.Chosen {
			style = kit.Fresh
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
		s.Spot(a, x+i, 0, 1, 1, kit.FigureAt(why.Rotation, i).Value())
	}
	x += len(e.Rotations)
	a.Text(x, 0, kit.FirstThatFits([]string{" of each mix, × where complex", " of each mix", ""}, a.W()-1-x), kit.Dim)
}

// blockOf is the shared action a₂ of eigenvalue i.
func blockOf(e *experiment.Estimated, i int) int {
	if e.Subspaces != nil && i < len(e.Subspaces.Block) {
		if estimators.By(e.Estimate).Gives(moments.GivesLabels) {
			return e.Subspaces.Block[i]
		}
		return e.Subspaces.Block[i] / e.Sizes.A // of the pair (a₂, a₃)
	}
	return i / e.Sizes.S / e.Sizes.A % e.Sizes.A
}

// complexPlane draws the eigenvalues; where all are real, those that fall together stand over
// each other as far as there is room. It says whether a mark stands for several.
func (s pane) complexPlane(a canvas.Area, e *experiment.Estimated) (several bool) {
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
	a.Repeat(0, mid, a.W(), s.Glyph('─', '-'), kit.Rule)
	if low < 0 && high > 0 {
		x := int(-low / (high - low) * float64(a.W()-1))
		for y := range a.H() {
			a.Set(x, y, s.Glyph('│', '|'), kit.Rule)
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
		glyph, style := []rune(theme.ActionDigit(block))[0], kit.Bold.With(canvas.Underline)
		if at[[2]int{x, y}]++; at[[2]int{x, y}] > 1 {
			glyph, style, several = '+', kit.Bold, true
		}
		a.Set(x, y, glyph, style)
		s.Spot(a, x, y, 1, 1, kit.FigureAt(why.Eigenvalue, i).Value())
	}
	a.Text(0, a.H()-1, figure.Number(low), kit.Dim)
	a.Right(a.W(), a.H()-1, figure.Number(high)+"  Re", kit.Dim)
	return several
}

// columnsNeed is the height of stageColumns.
func (s pane) columnsNeed() int {
	n := s.Sizes()
	if s.Theme.Ramps() {
		return min(kit.Ceil(n.D(), 2), 12) + 4
	}
	return min(n.D(), 16) + 4
}

// stageColumns draws O, Ô and their difference, columns in the true order.
func (s pane) stageColumns(a canvas.Area) int {
	e, n := s.Now.Estimate, s.Sizes()
	a.Text(1, 0, "how wrong they are: columns of Ô, each put where the true one stands", kit.Bold)
	truth := s.Session.Truth().HMM.O
	order := inverse(e.Comparison, n.K())
	estimate := func(i, j int) float64 {
		if order[j] < 0 {
			return 0
		}
		return e.O.At(i, order[j])
	}
	limit := kit.NewGrid(n.D(), n.K(), truth.At).Blocked(n.Outcomes(), n.S)
	est := kit.NewGrid(n.D(), n.K(), estimate).Blocked(n.Outcomes(), n.S)
	wrong := est.Minus(limit)
	for i, v := range limit.Values {
		if v == 0 {
			limit.Values[i] = math.NaN()
			if math.Abs(est.Values[i]) < 1e-12 {
				wrong.Values[i] = math.NaN()
			}
		}
	}
	limit.Scale = limit.Largest()
	limit.Part, est.Target = why.Truth, func(i, j int) why.Target {
		if order[j] < 0 {
			return why.Target{}
		}
		return kit.FigureAt(why.Entry, i, order[j])
	}
	limit.Target, wrong.Target = est.Target, est.Target
	est.Scale, wrong.Scale = limit.Scale, wrong.Largest()
	width := (a.W() - 8) / 3
	const norms = 2 // rows
	d, ok := s.fit(limit, width, a.H()-2-norms)
	if !ok {
		return 1
	}
	w, h := limit.Size(d)
	column := max(w+2, 14)
	for i, g := range []kit.Grid{limit, est, wrong} {
		x := a.Text(4+i*column, 1, [3]string{"O", "Ô", "error"}[i], kit.Dim)
		if i == 2 {
			s.DiffScale(a.Rows(1, 1), x+1, wrong.Scale)
		}
		s.Heat(a.Sub(4+i*column, 2, w, h), g, d)
	}
	s.RowGroups(a.Sub(1, 2, 3, h), limit, true, d)
	group := limit.ColumnPieces(d).Step * d.Wide
	if rows := kit.PairRows(group); a.H() > h+3+rows {
		for i := range 3 {
			foot := a.Sub(4+i*column, 2+h, w, rows)
			s.PairsAcross(foot, limit, d)
			for pair := range n.Pairs() {
				s.Spot(foot, pair*group, 0, min(group, 2), rows, kit.FigureAt(why.Permutation, pair).Value())
			}
		}
		h += rows
	}
	s.columnErrors(a.Below(2 + h))
	return min(h+5, a.H())
}

// columnsAlone draws Ô in the order in which its columns came back, where there are too
// many for a picture of their order.
func (s pane) columnsAlone(a canvas.Area) int {
	e, n := s.Now.Estimate, s.Sizes()
	title := "columns of Ô as they came back"
	if s.Unknown() != "" {
		title += "; truth unknown"
	}
	a.Text(1, 0, title, kit.Bold)
	est := kit.NewGrid(n.D(), n.K(), e.O.At).Blocked(n.Outcomes(), 0)
	est.Scale = est.Largest()
	d, ok := s.fit(est, a.W()-8, a.H()-4)
	if !ok {
		return 1
	}
	w, h := est.Size(d)
	a.Text(4, 1, "Ô 0–"+figure.Number(est.Scale), kit.Dim)
	s.Heat(a.Sub(4, 2, w, h), est, d)
	s.RowGroups(a.Sub(1, 2, 3, h), est, true, d)
	s.columnErrors(a.Below(2 + h))
	return min(h+5, a.H())
}

func (s pane) columnErrors(a canvas.Area) {
	c := s.Now.Estimate.Comparison
	if c == nil {
		kit.Wrap(a, 1, 0, a.W()-2, "errors unknown: "+s.Unknown()+".", kit.Dim)
		return
	}
	need := 1 / (3 * float64(s.Sizes().Outcomes()))
	sign, verdict, style := "≤", "Lemma 3's rule labels every column right", kit.Plain
	if s.Now.Shown < model.BeatLabels {
		verdict = "small enough for all labels, by Lemma 3"
	}
	if c.OMax > need {
		sign, verdict, style = ">", "Lemma 3 promises nothing", kit.Warn
	}
	spots := []why.Ref{kit.Alone(why.ErrorMax), kit.Alone(why.NeededError)}
	if th := s.Session.Theory(); th != nil {
		if i := slices.IndexFunc(th.Rows, func(r bounds.Row) bool { return r.Lemma == "L3" }); i >= 0 {
			spots = append(spots, kit.FigureAt(why.Lemma, i).Value())
		}
	}
	x := s.Say(a, 1, 0, fmt.Sprintf("‖Ô−O‖_max = %s %s %s: %s", figure.Number(c.OMax), sign, figure.Number(need), verdict), style, spots...)
	norms := fmt.Sprintf("‖Ô−O‖₂ = %s   transitions: ‖T̂−T‖₂ = %s   p(h₂): ‖ŵ−w‖₂ = %s", figure.Number(c.O2), figure.Number(c.T2), figure.Number(c.W2))
	x, y := x+3, 0
	if x+canvas.Width(norms) > a.W() {
		x, y = 1, 1
	}
	if y >= a.H() {
		return
	}
	s.Say(a, x, y, norms, kit.Plain, kit.Alone(why.ErrorO), kit.Alone(why.ErrorT), kit.Alone(why.ErrorW))
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
