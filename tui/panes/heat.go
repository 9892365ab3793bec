package panes

import (
	"math"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// grid is a matrix to be drawn as a heat map.
type grid struct {
	rows, cols int
	values     []float64 // [i·cols + j]; NaN stands for a structural zero

	rowBlock, columnBlock int     // rows and columns of a block; 0: all. See pieces for pools
	scale                 float64 // the value that the strongest colour stands for
	signed                bool    // an error on the diverging ramp, not a magnitude

	target func(i, j int) why.Target // what an entry is; nil for nothing to ask about
	part   why.Part

	// One entry may be marked: the one that the triple counted last raised.
	mark         canvas.Token // Fresh or Recent; Plain for none
	markI, markJ int
}

// newGrid fills a grid.
func newGrid(rows, cols int, at func(i, j int) float64) grid {
	g := grid{rows: rows, cols: cols, values: make([]float64, 0, rows*cols)}
	for i := range rows {
		for j := range cols {
			g.values = append(g.values, at(i, j))
		}
	}
	return g
}

// clear takes all values away.
func (g grid) clear() {
	for i := range g.values {
		g.values[i] = math.NaN()
	}
}

// minus is g − limit as a grid of signed errors.
func (g grid) minus(limit grid) grid {
	e := g
	e.signed, e.part, e.values = true, why.Error, make([]float64, len(g.values))
	for i, v := range g.values {
		e.values[i] = v - limit.values[i]
	}
	return e
}

// density is how a grid's entries become cells.
type density struct {
	wide  int  // columns an entry
	tall  int  // rows an entry, 0 for one
	gap   int  // how many of them stay empty
	half  bool // two entries a line, by half blocks
	pool  int  // entries pooled into one, each way
	tight bool // blocks of one pool may share a line

	rowsOnly bool // columns are not pooled
}

// size is the cells that a grid takes at a density.
func (g grid) size(d density) (w, h int) {
	rows, cols := g.rowPieces(d).places(), g.columnPieces(d).places()
	if d.half {
		rows = ceil(rows, 2)
	}
	return cols * d.wide, rows * max(d.tall, 1)
}

func ceil(a, b int) int { return (a + b - 1) / b }

// densities are the ways to draw a grid in a theme, the largest first.
func (s Scene) densities() []density {
	switch {
	case s.Large && s.Theme.Ramps() && !s.Theme.ASCII:
		return largeDensities
	case s.Theme.Ramps() && !s.Theme.ASCII:
		return halfDensities
	case s.Theme.Ramps():
		return wholeDensities
	}
	return wholeDensities[1:]
}

// pools are the numbers of entries that may be pooled each way.
var pools = []int{2, 3, 4, 6, 8, 12, 16, 24, 32, 64}

var (
	wholeDensities, halfDensities = allDensities(false), allDensities(true)
	// largeDensities are read from the last row of a hall.
	largeDensities = append([]density{{wide: 4, tall: 2, pool: 1}}, halfDensities...)
)

func allDensities(half bool) []density {
	all := []density{{wide: 4, pool: 1}, {wide: 2, pool: 1}, {wide: 1, half: half, pool: 1}}
	for _, pool := range pools {
		all = append(all, density{wide: 1, half: half, pool: pool})
		if half {
			all = append(all, density{wide: 1, half: true, pool: pool, tight: true})
		}
	}
	return all
}

// fit is the largest density at which a grid takes at most w × h cells; ok is
// false when none does.
func (s Scene) fit(g grid, w, h int) (d density, ok bool) {
	for _, d = range s.densities() {
		if gw, gh := g.size(d); gw <= w && gh <= h {
			return d, true
		}
	}
	return d, false
}

// span is a range of entries along one axis.
type span struct{ from, to int }

func (p pieces) at(place int) (s span) { s.from, s.to = p.span(place); return s }

func (s span) holds(i int) bool { return s.from <= i && i < s.to }

// pooled is the value with the largest magnitude of a pool, and the pool's mark; void says
// that it holds structural zeros alone.
func (g *grid) pooled(rows, cols span) (x float64, void bool, mark canvas.Token) {
	if g.mark != theme.Plain && rows.holds(g.markI) && cols.holds(g.markJ) {
		mark = g.mark
	}
	if rows.from == rows.to || cols.from == cols.to { // the half below the last row
		return 0, true, mark
	}
	row, col := g.foremost(rows, cols)
	x = g.values[row*g.cols+col]
	if void = math.IsNaN(x); void {
		x = 0
	}
	return x, void, mark
}

// entries notes where the entries of a grid stand; a pool shows the largest of
// its own.
func (s Scene) entries(a canvas.Area, g *grid, d density) {
	down, across := g.rowPieces(d), g.columnPieces(d)
	for i := range down.places() {
		rows := down.at(i)
		if rows.from == rows.to {
			continue
		}
		for j := range across.places() {
			target := g.target(g.foremost(rows, across.at(j)))
			if target.Kind == why.None {
				continue
			}
			ref := why.Ref{Target: target, Part: g.part}
			before := len(s.Spots.List)
			if d.half {
				s.half(a, j*d.wide, i/2, i%2, ref)
			} else {
				s.spot(a, j*d.wide, i*max(d.tall, 1), d.wide-d.gap, max(d.tall, 1), ref)
			}
			if n := len(s.Spots.List); n > before {
				s.Spots.List[n-1].Pool = [2]int{down.size, across.size}
			}
		}
	}
}

// foremost is the entry of a pool with the largest magnitude, the first where several
// have it; a structural zero only where there is nothing else.
func (g *grid) foremost(rows, cols span) (row, col int) {
	row, col = rows.from, cols.from
	most := -1.0
	for r := rows.from; r < rows.to; r++ {
		for c, v := range g.values[r*g.cols+cols.from : r*g.cols+cols.to] {
			if size := math.Abs(v); size > most {
				row, col, most = r, cols.from+c, size
			}
		}
	}
	return row, col
}

// share is an entry as a share of the scale, in [0, 1] or [-1, 1].
func (g *grid) share(x float64) float64 {
	if !(g.scale > 0) {
		return 0
	}
	low := 0.0
	if g.signed {
		low = -1
	}
	return min(max(x/g.scale, low), 1)
}

func (g *grid) token(x float64, void bool, mark canvas.Token) canvas.Token {
	switch {
	case mark != theme.Plain:
		return mark
	case void:
		return theme.Plain
	case g.signed:
		return theme.Diff(g.share(x))
	}
	return theme.Heat(g.share(x))
}

// heat draws a grid.
func (s Scene) heat(a canvas.Area, g grid, d density) {
	if s.Spots != nil && g.target != nil {
		s.entries(a, &g, d)
	}
	w, h := g.size(d)
	a.Needs(w, h)
	down, across := g.rowPieces(d), g.columnPieces(d)
	rows, cols := down.places(), across.places()
	for j := range cols {
		if d.half {
			for i := 0; i < rows; i += 2 {
				for k := range d.wide - d.gap {
					s.halves(a, &g, i, j*d.wide+k, down, across.at(j))
				}
			}
			continue
		}
		for i := range rows {
			for k := range max(d.tall, 1) {
				s.entry(a, &g, d, i*max(d.tall, 1)+k, j, down.at(i), across.at(j))
			}
		}
	}
}

// halves draws the pools at rows i and i+1 over each other, as the halves of one cell in
// column left.
func (s Scene) halves(a canvas.Area, g *grid, i, left int, down pieces, cols span) {
	x, void, mark := g.pooled(down.at(i), cols)
	upper := g.token(x, void, mark)
	x, below, mark := g.pooled(down.at(i+1), cols)
	lower := g.token(x, below, mark)
	switch {
	case void && below:
		a.Set(left, i/2, '·', canvas.FG(theme.Zero))
	case void:
		a.Set(left, i/2, '▄', canvas.FG(lower))
	default:
		a.Set(left, i/2, '▀', canvas.FG(upper).On(lower))
	}
}

func (s Scene) entry(a canvas.Area, g *grid, d density, y, j int, rows, cols span) {
	x, void, mark := g.pooled(rows, cols)
	r, style := ' ', canvas.Style{BG: g.token(x, void, mark)}
	switch {
	case void:
		if s.Theme.Ramps() {
			r, style = s.glyph('·', '.'), canvas.FG(theme.Zero)
		}
	case !s.Theme.Ramps() && g.signed:
		r, style = s.Theme.DiffGlyph(g.share(x)), text
	case !s.Theme.Ramps():
		r, style = s.Theme.HeatGlyph(g.share(x)), text
	case g.signed && math.Abs(g.share(x)) > .06:
		style.FG = theme.OnCold
		if r = '+'; x < 0 {
			r = '-'
		}
	}
	if mark != theme.Plain && !s.Theme.Ramps() {
		style = canvas.FG(mark).With(canvas.Reverse)
		if !g.signed && !void {
			r = theme.HeatLetter(g.share(x))
		}
	}
	for k := range d.wide - d.gap {
		glyph := r
		if k > 0 && g.signed && s.Theme.Ramps() && !void {
			glyph = ' '
		}
		a.Set(j*d.wide+k, y, glyph, style)
	}
}

// diffScale says which end of the diverging ramp is which, and how far it goes.
func (s Scene) diffScale(a canvas.Area, x int, scale float64) {
	if s.Theme.Ramps() {
		a.Set(x, 0, '-', canvas.Style{FG: theme.OnCold, BG: theme.Diff(-1)})
		a.Set(x+1, 0, '+', canvas.Style{FG: theme.OnCold, BG: theme.Diff(1)})
		x += 2
	} else {
		for _, share := range []float64{-1, -.3, .3, 1} {
			a.Set(x, 0, s.Theme.DiffGlyph(share), text)
			x++
		}
	}
	a.Text(x+1, 0, "±"+figure.Number(scale), dim)
}

// colourBar is the width of the scale that stands beside a heat map.
const colourBar = 15

// colourBar draws what the colours of a heat map stand for, from 0 to its scale.
func (s Scene) colourBar(a canvas.Area, x, y int, scale float64) {
	const steps = 8
	x = a.Text(x, y, "0", dim)
	for i := range steps {
		share := float64(i) / (steps - 1)
		if s.Theme.Ramps() {
			a.Set(x+i, y, ' ', canvas.Style{BG: theme.Heat(share)})
		} else {
			a.Set(x+i, y, s.Theme.HeatGlyph(share), text)
		}
	}
	a.Text(x+steps, y, figure.Number(scale), dim)
}

// largest is the largest magnitude in a grid.
func (g grid) largest() float64 {
	top := 0.0
	for _, v := range g.values {
		if a := math.Abs(v); a > top {
			top = a
		}
	}
	return top
}

// roundUp rounds a scale up to 1, 2 or 5 times a power of ten, so that it
// stays put while the data change a little.
func roundUp(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 0
	}
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5, 10} {
		if x <= m*p*(1+1e-9) {
			return m * p
		}
	}
	return x
}
