package panes

import (
	"fmt"
	"math"

	"eeporl/model/why"
	"eeporl/pomdp/figure"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

func (s Scene) stageMoments(a canvas.Area) int {
	e, n := s.Now.Estimate, s.sizes()
	s.say(a, 1, 0, fmt.Sprintf("P̂₁₂, P̂₁₃ and P̂₁₂₃ of N = %s episodes", figure.Count(e.Episodes)), bold, alone(why.Episodes))
	return 1 + s.wrap(a, 1, 1, a.W()-2, fmt.Sprintf("d = |A|²|Z||R| = %d symbols, k = |A|²|S| = %d hidden states: the pairs have d² entries, and of the triples %d cells can occur at all.",
		n.D(), n.K(), n.Cells()), dim, alone(why.Symbols), alone(why.HiddenStates), alone(why.Cells))
}

// stageSpectrum draws the singular values of P̂₁₂ as bars on a logarithmic
// axis with the noise level across.
func (s Scene) stageSpectrum(a canvas.Area) int {
	e, k := s.Now.Estimate, s.sizes().K()
	sp := e.Spectrum
	const height = 5
	a.Text(1, 0, "singular values of P̂₁₂", bold)
	plot := a.Sub(7, 1, a.W()-8, height)
	shown := min(len(sp.P12), k+6)
	wide := 2
	if 3*shown <= plot.W() {
		wide = 3
	}
	const label = 18 // columns that the noise's name needs
	shown = min(shown, (plot.W()-label)/wide)
	top := math.Ceil(math.Log10(sp.P12[0]))
	lowest := math.Max(sp.SigmaK(), 1e-17)
	if e.Noise != nil {
		lowest = math.Min(lowest, math.Max(e.Noise.P12, 1e-17))
	}
	decades := math.Max(math.Ceil((top-math.Floor(math.Log10(lowest)))/height), 1) // a row
	low := top - decades*height
	level := func(v float64) float64 { // eighths of a row above the bottom
		if v <= 0 {
			return 0
		}
		return (math.Log10(v) - low) / (top - low) * height * 8
	}
	for row := range height {
		a.Right(6, 1+row, "10"+figure.Superscript(int(top-decades*float64(row+1))), dim)
	}
	if e.Noise != nil {
		y := min(max(height-1-int(level(e.Noise.P12)/8), 0), height-1)
		plot.Repeat(0, y, plot.W(), s.glyph('┄', '-'), warn)
		plot.Right(plot.W(), y, " noise "+figure.Number(e.Noise.P12), warn)
		noise := figure.Number(e.Noise.P12)
		s.spot(plot, plot.W()-canvas.Width(noise), y, canvas.Width(noise), 1, alone(why.Noise12))
	}
	for i := range shown {
		style := canvas.FG(theme.Curve)
		if i >= k {
			style = dim
		}
		s.column(plot, i*wide, wide-1, level(sp.P12[i]), style)
		tall := min(max(ceil(int(level(sp.P12[i])), 8), 1), height)
		s.spot(plot, i*wide, height-tall, wide-1, tall, of(why.Sigma, i).Value())
	}
	s.spectrumAxis(a.Rows(1+height, 1), shown, wide)
	y := s.spectrumWords(a.Below(2+height), sp, e.Noise)
	return 2 + height + y
}

func (s Scene) spectrumAxis(a canvas.Area, shown, wide int) {
	k := s.sizes().K()
	for i := range shown {
		if i == 0 || i == k-1 || (i+1)%4 == 0 && i != k && i != k-2 {
			style := dim
			if i == k-1 {
				style = bold
			}
			s.whole(a, 7+i*wide, 0, fmt.Sprint(i+1), style, of(why.Sigma, i).Value())
		}
	}
	if shown > k {
		a.Text(8+k*wide, 0, "noise alone", dim)
	}
}

func (s Scene) spectrumWords(a canvas.Area, sp *moments.Spectrum, noise *moments.Noise) int {
	k := s.sizes().K()
	line := func(y int, name string, sigma, floor float64, refs ...why.Ref) {
		what := "noise alone"
		if math.IsInf(s.Now.Estimate.Episodes, 1) {
			what = "rounding"
		}
		style, words := text, fmt.Sprintf("σ%s(%s) = %s", figure.Sub(k), name, figure.Number(sigma))
		if noise != nil {
			words += fmt.Sprintf(", %s %s: %s × it", what, figure.Number(floor), figure.Number(sigma/floor))
			if sigma < moments.NoiseMargin*floor {
				style = bad
			}
		}
		s.say(a, 1, y, words, style, refs...)
	}
	var floor moments.Noise
	if noise != nil {
		floor = *noise
	}
	line(0, "P̂₁₂", sp.SigmaK(), floor.P12, of(why.Sigma, k-1).Value(), alone(why.Noise12), alone(why.NoiseRatio12))
	line(1, "P̂₁₃", sp.SigmaK13(), floor.P13, of(why.Sigma, k-1, 1).Value(), alone(why.Noise13), alone(why.NoiseRatio13))
	s.blockShares(a.Rows(2, 1), sp)
	return 4
}

// blockShares says how many of the top k singular values each block holds:
// blocks by a₂ for the paper's estimator, by the pair (a₂, a₃) for the others.
func (s Scene) blockShares(a canvas.Area, sp *moments.Spectrum) {
	n, k := s.sizes(), s.sizes().K()
	byPair := len(sp.Chosen) != n.A
	want, name := n.A*n.S, "a₂"
	if byPair {
		want, name = n.S, "a₂a₃"
	}
	x := a.Text(1, 0, "of the top k, by "+name, dim)
	for b, got := range sp.Chosen {
		if b < len(sp.Chosen)-1 && x+12 > a.W() {
			a.Text(x+1, 0, "…", dim)
			return
		}
		if byPair {
			x = s.pair(a, x+1, 0, b)
		} else {
			x = s.action(a, x+1, 0, b)
		}
		style := dim
		if got != want {
			style = bad
		}
		x = s.say(a, x, 0, fmt.Sprintf(":%d", got), style, of(why.Sigma, k-1).Value())
	}
}

// column draws one vertical bar, level eighths of a row high.
func (s Scene) column(a canvas.Area, x, width int, level float64, style canvas.Style) {
	for y := a.H() - 1; y >= 0 && level > 0; y, level = y-1, level-8 {
		r := '█'
		if level < 8 {
			r = '▁' + rune(min(int(level), 7))
		}
		if s.Theme.ASCII {
			r = '#'
		}
		a.Repeat(x, y, width, r, style)
	}
}

// stageEigen draws the eigenvalues in the complex plane and what ranked the
// rotations.
func (s Scene) stageEigen(a canvas.Area) int {
	e := s.Now.Estimate
	a.Text(1, 0, "eigenvalues of B₁₂₃(U₃θ₁); digit: block a₂", bold)
	w := min(a.W()/2, 40)
	s.complexPlane(a.Sub(1, 1, w-1, 7), e)
	words := a.Sub(w+1, 1, a.W()-w-1, 7)
	if e.Chosen < 0 || e.Chosen >= len(e.Rotations) {
		return 9
	}
	chosen := e.Rotations[e.Chosen]
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
	s.say(words, 0, 0, fmt.Sprintf("%d rotations tried", len(e.Rotations)), text, alone(why.Tried))
	s.say(words, 0, 1, fmt.Sprintf("%d with real eigenvalues", real), style, alone(why.Real))
	if chosen.Real() {
		s.say(words, 0, 2, fmt.Sprintf("best gap %s, error %s", figure.Number(chosen.Gap), figure.Number(e.Eigen.GapError)), text, alone(why.Gap), alone(why.GapError))
		s.say(words, 0, 3, "cond(R) = "+figure.Number(chosen.Cond), text, alone(why.Condition))
	} else {
		words.Text(0, 2, "no gap between real eigenvalues", bad)
		words.Text(0, 3, "no eigenvectors to use", bad)
	}
	s.say(words, 0, 4, "largest |Im λ| = "+figure.Number(chosen.MaxImaginary), style, alone(why.Imaginary))
	s.rotationBars(words.Rows(5, 1))
	if e.Eigen.Contractions != nil && s.Focused {
		words.Text(words.Text(1, 6, "m", key)+1, 6, "R on all contractions", dim)
	}
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
			glyph = '▁' + rune(min(int(7.99*r.Gap/math.Max(top, 1e-300)), 7))
			if s.Theme.ASCII {
				glyph = rune("_.:-=+*#"[min(int(7.99*r.Gap/math.Max(top, 1e-300)), 7)])
			}
		}
		a.Set(x+i, 0, glyph, style)
		s.spot(a, x+i, 0, 1, 1, of(why.Rotation, i).Value())
	}
}

// blockOf is the shared action a₂ of eigenvalue i.
func blockOf(e *experiment.Estimated, i int) int {
	if e.Subspaces != nil && i < len(e.Subspaces.Block) {
		return e.Subspaces.Block[i] % e.Sizes.A
	}
	return i / e.Sizes.S / e.Sizes.A % e.Sizes.A
}

func (s Scene) complexPlane(a canvas.Area, e *experiment.Estimated) {
	if a.W() < 10 || a.H() < 3 {
		return
	}
	low, high, tall := math.Inf(1), math.Inf(-1), 0.0
	for _, v := range e.Eigen.Values {
		low, high = math.Min(low, real(v)), math.Max(high, real(v))
		tall = math.Max(tall, math.Abs(imag(v)))
	}
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
	for i, v := range e.Eigen.Values {
		x := int((real(v) - low) / (high - low) * float64(a.W()-1))
		y := mid - int(math.Round(imag(v)/tall*float64(reach)))
		block := blockOf(e, i)
		style := canvas.FG(theme.Action(block)).With(canvas.Bold)
		glyph := []rune(theme.ActionDigit(block))[0]
		for off := 0; off < mid && a.Taken(x, y-off) && imag(v) == 0; off++ {
			if !a.Taken(x, y-off-1) {
				y -= off + 1
				break
			}
		}
		a.Set(x, y, glyph, style)
		s.spot(a, x, y, 1, 1, of(why.Eigenvalue, i).Value())
	}
	a.Text(0, a.H()-1, figure.Number(low), dim)
	a.Right(a.W(), a.H()-1, figure.Number(high)+"  Re", dim)
}

// columnsNeed is the height of the Ô section.
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
	a.Text(1, 0, "columns of Ô, each put where the true one stands", bold)
	if s.unknown() != "" {
		return s.columnsAlone(a)
	}
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
	d, ok := s.fit(limit, width, a.H()-4)
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
	s.columnErrors(a.Below(2 + h))
	return min(h+5, a.H())
}

// columnsAlone draws Ô in the order in which its columns came back.
func (s Scene) columnsAlone(a canvas.Area) int {
	e, n := s.Now.Estimate, s.sizes()
	a.Text(1, 0, "columns of Ô as they came back; truth unknown", bold)
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
	sign, verdict, style := "≤", "all labels are right (Lemma 3)", text
	if c.OMax > need {
		sign, verdict, style = ">", "Lemma 3 promises nothing", warn
	}
	s.say(a, 1, 0, fmt.Sprintf("‖Ô−O‖_max = %s %s %s: %s", figure.Number(c.OMax), sign, figure.Number(need), verdict), style, alone(why.ErrorMax), alone(why.NeededError), of(why.Lemma, 0).Value())
	s.say(a, 1, 1, fmt.Sprintf("‖Ô−O‖₂ = %s   ‖T̂−T‖₂ = %s   ‖ŵ−w‖₂ = %s", figure.Number(c.O2), figure.Number(c.T2), figure.Number(c.W2)), text, alone(why.ErrorO), alone(why.ErrorT), alone(why.ErrorW))
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
