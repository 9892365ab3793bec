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
	"eeporl/tui/theme"
)

// The rows of the bars, at least and at most, and the rows above and below them.
const lowSpectrum, tallSpectrum, spectrumFoot = 5, 14, 7

// stageSpectrum draws the singular values of P̂₁₂ as bars on a logarithmic
// axis with the noise level across.
func (s pane) stageSpectrum(a canvas.Area) int {
	const noiseName = 24 // columns that the noise's name needs
	sp, noise := s.Now.Estimate.Spectrum, s.Now.Estimate.Noise
	b := barsOf(len(sp.P12), s.Sizes().K(), a.W()-8-noiseName)
	l := logLevels(sp, noise, b.last(), min(max(a.H()-spectrumFoot, lowSpectrum), tallSpectrum))
	rows := l.tall
	plot := a.Sub(7, 1, a.W()-8, rows)
	x := a.Text(1, 0, "singular values of P̂₁₂", kit.Bold)
	a.Text(x, 0, b.words(), kit.Dim)
	for row := range rows {
		if decade, ok := l.tick(row); ok {
			a.Right(6, 1+row, "10"+figure.Superscript(decade), kit.Dim)
		}
	}
	if noise != nil && noise.P12.Level > negligible*sp.P12[0] {
		level := l.of(noise.P12.Level)
		y := min(max(rows-1-int(level/8), 0), rows-1)
		end, words := plot.W(), " "+s.Now.Estimate.Chance()+"'s own σ"+figure.Sub(s.Sizes().K())+" "
		if level < 0 { // far below the axis
			end -= 2
			plot.Set(end+1, y, s.Glyph('↓', 'v'), kit.Warn)
		} else {
			plot.Repeat(0, y, plot.W(), s.Glyph('─', '-'), kit.Warn)
		}
		s.Right(plot, end, y, figure.Number(noise.P12.Level), kit.Warn, kit.Alone(why.Noise12))
		plot.Right(end-canvas.Width(figure.Number(noise.P12.Level)), y, words, kit.Warn)
	}
	cliff := len(sp.P12)
	if noise != nil && sp.SigmaK() <= noise.P12.Limit {
		cliff = cliffOf(sp.P12[:min(sp.K+1, len(sp.P12))])
	}
	for at := range b.places {
		i, ok := b.index(at)
		if !ok {
			continue
		}
		style, level := canvas.FG(theme.Curve), l.of(sp.P12[i])
		switch {
		case i >= b.k+leftOut(sp, noise):
			style = kit.Dim
		case i >= min(b.k, cliff): // left out, or taken and likely noise
			style = kit.Warn
		}
		s.column(plot, at*b.wide, b.wide-1, level, style)
		tall := min(max(kit.Ceil(int(level), 8), 1), rows)
		s.Spot(plot, at*b.wide, rows-tall, b.wide-1, tall, kit.FigureAt(why.Sigma, i).Value())
	}
	s.spectrumAxis(a.Rows(1+rows, 1), b, leftOut(sp, noise))
	return 2 + rows + s.spectrumWords(a.Below(2+rows), sp, noise)
}

// cliffOf is how many values stand before the deepest fall from one to the next, by its factor.
func cliffOf(values []float64) int {
	at, deepest := len(values), 0.
	for i := 1; i < len(values) && values[i] > 0; i++ {
		if fall := values[i-1] / values[i]; fall > deepest {
			at, deepest = i, fall
		}
	}
	return at
}

// leftOut is how many of the singular values after σ_k of P̂₁₂ stand above what noise makes of
// σ_k: signal that the method has no column for.
func leftOut(sp *moments.Spectrum, noise *moments.Noise) int {
	above := 0
	if noise != nil {
		for k := sp.K; k+above < len(sp.P12) && sp.P12[k+above] > noise.P12.Limit; above++ {
		}
	}
	return above
}

// negligible is the share of σ₁ up to which a value is rounding.
const negligible = 1e-14

// farAbove is how many times the noise σ_k is where the axis leaves the noise out.
const farAbove = 1e6

// levels turns values into heights on a logarithmic axis. A tick stands in the middle of its row,
// every so many rows, so that equal factors are equally far apart.
type levels struct {
	top  int // decade of the tick in row 0
	step int // decades from tick to tick
	rows int // from tick to tick
	tall int // rows of the whole axis
}

// logLevels chooses the axis in at most so many rows for the values up to the last one that is drawn.
func logLevels(sp *moments.Spectrum, noise *moments.Noise, last, rows int) levels {
	lowest := sp.P12[0]
	for _, v := range sp.P12[:last+1] {
		if v > negligible*sp.P12[0] {
			lowest = v
		}
	}
	if noise != nil && noise.P12.Level > negligible*sp.P12[0] {
		lowest = math.Min(lowest, noise.P12.Level)
	}
	if noise != nil && noise.P12.Level > 0 && sp.SigmaK() > farAbove*noise.P12.Level {
		lowest = sp.SigmaK() / 10 // rounding, which would leave the axis no room for what differs
	}
	if sp.SigmaK() > 0 && sp.SigmaK() <= negligible*sp.P12[0] { // rounding is seen for what it is
		lowest = math.Max(sp.SigmaK(), 1e-17)
	}
	return axis(math.Log10(sp.P12[0]), math.Log10(lowest), rows)
}

// axis is the one from a decade of the lowest value to that of the highest, given by their
// logarithms, in at most so many rows.
func axis(highest, lowest float64, rows int) levels {
	l := levels{top: int(math.Ceil(highest)), step: 1, rows: 1}
	decades := max(l.top-int(math.Floor(lowest)), 1)
	if fits := rows - 1; decades <= fits {
		l.rows = fits / decades
	} else {
		l.step = (decades + fits - 1) / fits
	}
	l.tall = (decades+l.step-1)/l.step*l.rows + 1
	return l
}

// tick is the decade that stands in a row, if one does.
func (l levels) tick(row int) (decade int, ok bool) {
	return l.top - row/l.rows*l.step, row%l.rows == 0
}

// of is how high a value stands, in eighths of a row.
func (l levels) of(v float64) float64 {
	if v <= 0 {
		return 0
	}
	below := (float64(l.top) - math.Log10(v)) / float64(l.step) * float64(l.rows) // rows below the top tick
	return (float64(l.tall) - .5 - below) * 8
}

// bars are the singular values that are drawn: the first k and some after them.
// Where there is no room for that, values are left out before σ_k, whose
// distance from those after it is what matters.
type bars struct {
	n, k   int // values that there are, and that the method takes
	wide   int // columns a bar, one of them blank
	places int // bars and the gap
	head   int // bars before the gap
	skip   int // values left out in the gap, 0 for no gap
}

// barsOf chooses the bars for a number of columns.
func barsOf(n, k, columns int) bars {
	const after = 6 // noise values to hold σ_k against, all where there is room
	b := bars{n: n, k: k, wide: 2, places: min(n, k+after)}
	if 2*n <= columns {
		b.places = n
	}
	if 3*b.places <= columns {
		b.wide = 3
	}
	b.head = b.places
	if room := max(columns/b.wide, after+3); room < b.places {
		b.head = (room - after - 1) / 2
		b.skip = b.places - room + 1
		b.places = room
	}
	return b
}

// index is the value at a place; false for the gap.
func (b bars) index(place int) (i int, ok bool) {
	switch {
	case place < b.head:
		return place, true
	case b.skip == 0 || place == b.head:
		return 0, false
	}
	return place - 1 + b.skip, true
}

// last is the last value that is drawn.
func (b bars) last() int {
	i, _ := b.index(b.places - 1)
	return i
}

// words say which of the values are drawn, nothing where all are.
func (b bars) words() string {
	last := b.last()
	switch {
	case b.skip > 0:
		return fmt.Sprintf(", 1–%d, %d–%d of %d", b.head, b.head+b.skip+1, last+1, b.n)
	case last+1 < b.n:
		return fmt.Sprintf(", 1–%d of %d", last+1, b.n)
	}
	return ""
}

func (s pane) spectrumAxis(a canvas.Area, b bars, leftOut int) {
	first := "σ" + figure.Sub(b.k+1)
	for at := range b.places {
		i, ok := b.index(at)
		switch {
		case !ok:
			a.Text(7+at*b.wide, 0, "…", kit.Dim)
		case i == b.k-1:
			s.Whole(a, 6+at*b.wide, 0, "σ"+figure.Sub(i+1), kit.Bold, kit.FigureAt(why.Sigma, i).Value())
		case i == 0, i < b.k-2 && (i+1)%4 == 0 && at != b.head-1:
			s.Whole(a, 7+at*b.wide, 0, fmt.Sprint(i+1), kit.Dim, kit.FigureAt(why.Sigma, i).Value())
		case i == b.k && leftOut == 1:
			a.Text(9+at*b.wide, 0, first+" above noise, left out", kit.Warn)
		case i == b.k && leftOut > 1:
			a.Text(9+at*b.wide, 0, first+" … σ"+figure.Sub(b.k+leftOut)+" above noise, left out", kit.Warn)
		case i == b.k:
			a.Text(9+at*b.wide, 0, first+" … left out as "+s.Now.Estimate.Chance(), kit.Dim)
		}
	}
}

func (s pane) spectrumWords(a canvas.Area, sp *moments.Spectrum, noise *moments.Noise) int {
	k := s.Sizes().K()
	line := func(y int, name string, sigma float64, floor moments.Floor, refs ...why.Ref) {
		chance := s.Now.Estimate.Chance() + " alone"
		style, words := kit.Plain, fmt.Sprintf("σ%s(%s) = %s", figure.Sub(k), name, figure.Number(sigma))
		switch n := s.Now.Estimate.Episodes; {
		case sigma == 0 && n < float64(k):
			words, refs, style = words+fmt.Sprintf(": N = %s gives no more than rank %s", figure.Count(n), figure.Count(n)), refs[:1], kit.Bad
		case sigma == 0:
			words, refs, style = words+fmt.Sprintf(": the counts do not have rank %d", k), refs[:1], kit.Bad
		case noise != nil:
			if floor.Level > 0 {
				words += fmt.Sprintf(", %s × what %s makes: %s", figure.Number(sigma/floor.Level), chance, figure.Number(floor.Level))
			} else {
				words, refs = words+fmt.Sprintf(", %s %s", chance, figure.Number(floor.Level)), slices.Delete(refs, 1, 2)
			}
			if rare := ", rarely over " + figure.Number(floor.Limit); floor.Limit > floor.Level && canvas.Width(words+rare) < a.W()-1 {
				words += rare
			} else {
				refs = refs[:len(refs)-1]
			}
			if sigma <= floor.Limit {
				style = kit.Bad
			}
		}
		s.Say(a, 1, y, words, style, refs...)
	}
	var floor moments.Noise
	if noise != nil {
		floor = *noise
	}
	line(0, "P̂₁₂", sp.SigmaK(), floor.P12, kit.FigureAt(why.Sigma, k-1).Value(), kit.Alone(why.NoiseRatio12), kit.Alone(why.Noise12), kit.Alone(why.NoiseLimit12))
	line(1, "P̂₁₃", sp.SigmaK13(), floor.P13, kit.FigureAt(why.Sigma, k-1, 1).Value(), kit.Alone(why.NoiseRatio13), kit.Alone(why.Noise13), kit.Alone(why.NoiseLimit13))
	least := 0.0
	if math.IsInf(s.Now.Estimate.Episodes, 1) {
		least = floor.P12.Level // which block rounding falls into says nothing
	}
	if sp.SigmaK() > least {
		s.blockShares(a.Rows(2, 1), sp)
	}
	return 4
}

// blockShares says how many of the top k singular values each block holds:
// blocks by a₂ for the paper's estimator, by the pair (a₂, a₃) for the others.
func (s pane) blockShares(a canvas.Area, sp *moments.Spectrum) {
	n, k := s.Sizes(), s.Sizes().K()
	byPair := len(sp.Chosen) != n.A
	want, name, marks := n.A*n.S, "a₂", 1
	if byPair {
		want, name, marks = n.S, "a₂a₃", 2
	}
	has, words := sp.Chosen, "of the top k, "
	if cliff := sp.Cliff(); cliff < k { // those after it are noise's
		has, words = sp.Above(cliff), kit.FirstThatFits([]string{fmt.Sprintf("of the %d before the cliff, where %d each are needed, ", cliff, want), fmt.Sprintf("of the %d before the cliff, ", cliff)}, a.W()-12*len(sp.Chosen))
	}
	left := a.Text(1, 0, words+name+" = ", kit.Dim)
	share := func(b int) string { return fmt.Sprintf(" has %d", has[b]) }
	f := kit.Flow{Left: left, N: len(sp.Chosen), Wide: func(b int) int { return marks + len(share(b)) }}
	f.Draw(a, func(x, y, b int) {
		if byPair {
			x = s.Pair(a, x, y, b)
		} else {
			x = s.Action(a, x, y, b)
		}
		style := kit.Dim
		if has[b] != want {
			style = kit.Bad
		}
		s.Say(a, x, y, share(b), style, kit.FigureAt(why.Sigma, k-1).Value())
	})
}

// column draws one vertical bar, level eighths of a row high.
func (s pane) column(a canvas.Area, x, width int, level float64, style canvas.Style) {
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
