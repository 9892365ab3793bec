package kit

import (
	"math"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// Grid is a matrix to be drawn as a heat map.
type Grid struct {
	Rows, cols int
	Values     []float64 // [i·cols + j]; NaN stands for a structural zero

	RowBlock, ColumnBlock int     // rows and columns of a block; 0: all. See pieces for pools
	Scale                 float64 // the value that the strongest colour stands for
	Signed                bool    // an error on the diverging ramp, not a magnitude

	Target func(i, j int) why.Target // what an entry is; nil for nothing to ask about
	Part   why.Part

	// One entry may be marked: the one that the triple counted last raised.
	Mark         canvas.Token // Fresh or Recent; Plain for none
	MarkI, MarkJ int
}

// NewGrid fills a grid.
func NewGrid(rows, cols int, at func(i, j int) float64) Grid {
	g := Grid{Rows: rows, cols: cols, Values: make([]float64, 0, rows*cols)}
	for i := range rows {
		for j := range cols {
			g.Values = append(g.Values, at(i, j))
		}
	}
	return g
}

// Clear takes all values away.
func (g Grid) Clear() {
	for i := range g.Values {
		g.Values[i] = math.NaN()
	}
}

// Minus is g − limit as a grid of signed errors.
func (g Grid) Minus(limit Grid) Grid {
	e := g
	e.Signed, e.Part, e.Values = true, why.Error, make([]float64, len(g.Values))
	for i, v := range g.Values {
		e.Values[i] = v - limit.Values[i]
	}
	return e
}

// Density is how a grid's entries become cells.
type Density struct {
	Wide  int  // columns an entry
	Tall  int  // rows an entry, 0 for one
	Gap   int  // how many of them stay empty
	Half  bool // two entries a line, by half blocks
	Pool  int  // entries pooled into one, each way
	Tight bool // blocks of one pool may share a line

	RowsOnly bool // columns are not pooled
}

// Size is the cells that a grid takes at a density.
func (g Grid) Size(d Density) (w, h int) {
	rows, cols := g.RowPieces(d).Places(), g.ColumnPieces(d).Places()
	if d.Half {
		rows = Ceil(rows, 2)
	}
	return cols * d.Wide, rows * max(d.Tall, 1)
}

func Ceil(a, b int) int { return (a + b - 1) / b }

// Densities are the ways to draw a grid in a theme, the largest first.
func (s Scene) Densities() []Density {
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
	largeDensities = append([]Density{{Wide: 4, Tall: 2, Pool: 1}}, halfDensities...)
)

func allDensities(half bool) []Density {
	all := []Density{{Wide: 4, Pool: 1}, {Wide: 2, Pool: 1}, {Wide: 1, Half: half, Pool: 1}}
	for _, pool := range pools {
		all = append(all, Density{Wide: 1, Half: half, Pool: pool})
		if half {
			all = append(all, Density{Wide: 1, Half: true, Pool: pool, Tight: true})
		}
	}
	return all
}

// span is a range of entries along one axis.
type span struct{ from, to int }

func (p Pieces) at(place int) (s span) { s.from, s.to = p.span(place); return s }

func (s span) holds(i int) bool { return s.from <= i && i < s.to }

// pooled is the value with the largest magnitude of a pool, and the pool's mark; void says
// that it holds structural zeros alone.
func (g *Grid) pooled(rows, cols span) (x float64, void bool, mark canvas.Token) {
	if g.Mark != theme.Plain && rows.holds(g.MarkI) && cols.holds(g.MarkJ) {
		mark = g.Mark
	}
	if rows.from == rows.to || cols.from == cols.to { // the half below the last row
		return 0, true, mark
	}
	row, col := g.foremost(rows, cols)
	x = g.Values[row*g.cols+col]
	if void = math.IsNaN(x); void {
		x = 0
	}
	return x, void, mark
}

// entries notes where the entries of a grid stand; a pool shows the largest of
// its own.
func (s Scene) entries(a canvas.Area, g *Grid, d Density) {
	down, across := g.RowPieces(d), g.ColumnPieces(d)
	for i := range down.Places() {
		rows := down.at(i)
		if rows.from == rows.to {
			continue
		}
		for j := range across.Places() {
			target := g.Target(g.foremost(rows, across.at(j)))
			if target.Kind == why.None {
				continue
			}
			ref := why.Ref{Target: target, Part: g.Part}
			before := len(s.Spots.List)
			if d.Half {
				s.half(a, j*d.Wide, i/2, i%2, ref)
			} else {
				s.Spot(a, j*d.Wide, i*max(d.Tall, 1), d.Wide-d.Gap, max(d.Tall, 1), ref)
			}
			if n := len(s.Spots.List); n > before {
				s.Spots.List[n-1].Pool = [2]int{down.Size, across.Size}
			}
		}
	}
}

// foremost is the entry of a pool with the largest magnitude, the first where several
// have it; a structural zero only where there is nothing else.
func (g *Grid) foremost(rows, cols span) (row, col int) {
	row, col = rows.from, cols.from
	most := -1.0
	for r := rows.from; r < rows.to; r++ {
		for c, v := range g.Values[r*g.cols+cols.from : r*g.cols+cols.to] {
			if size := math.Abs(v); size > most {
				row, col, most = r, cols.from+c, size
			}
		}
	}
	return row, col
}

// share is an entry as a share of the scale, in [0, 1] or [-1, 1].
func (g *Grid) share(x float64) float64 {
	if !(g.Scale > 0) {
		return 0
	}
	low := 0.0
	if g.Signed {
		low = -1
	}
	return min(max(x/g.Scale, low), 1)
}

func (g *Grid) token(x float64, void bool, mark canvas.Token) canvas.Token {
	switch {
	case mark != theme.Plain:
		return mark
	case void:
		return theme.Plain
	case g.Signed:
		return theme.Diff(g.share(x))
	}
	return theme.Heat(g.share(x))
}

// Heat draws a grid.
func (s Scene) Heat(a canvas.Area, g Grid, d Density) {
	if s.Spots != nil && g.Target != nil {
		s.entries(a, &g, d)
	}
	w, h := g.Size(d)
	a.Needs(w, h)
	down, across := g.RowPieces(d), g.ColumnPieces(d)
	rows, cols := down.Places(), across.Places()
	for j := range cols {
		if d.Half {
			for i := 0; i < rows; i += 2 {
				for k := range d.Wide - d.Gap {
					s.halves(a, &g, i, j*d.Wide+k, down, across.at(j))
				}
			}
			continue
		}
		for i := range rows {
			for k := range max(d.Tall, 1) {
				s.entry(a, &g, d, i*max(d.Tall, 1)+k, j, k == max(d.Tall, 1)/2, down.at(i), across.at(j))
			}
		}
	}
	for y := range h {
		a.Hold(w, y)
	}
}

// halves draws the pools at rows i and i+1 over each other, as the halves of one cell in
// column left.
func (s Scene) halves(a canvas.Area, g *Grid, i, left int, down Pieces, cols span) {
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

// entry draws row y of an entry; signed says that an entry's sign stands in it.
func (s Scene) entry(a canvas.Area, g *Grid, d Density, y, j int, signed bool, rows, cols span) {
	x, void, mark := g.pooled(rows, cols)
	r, style := ' ', canvas.Style{BG: g.token(x, void, mark)}
	switch {
	case void:
		if s.Theme.Ramps() {
			r, style = s.Glyph('·', '.'), canvas.FG(theme.Zero)
		}
	case !s.Theme.Ramps() && g.Signed:
		r, style = s.Theme.DiffGlyph(g.share(x)), Plain
	case !s.Theme.Ramps():
		r, style = s.Theme.HeatGlyph(g.share(x)), Plain
	case g.Signed && math.Abs(g.share(x)) > .06:
		style.FG = theme.OnDiff(g.share(x))
		if r = '+'; x < 0 {
			r = '-'
		}
	}
	if mark != theme.Plain && !s.Theme.Ramps() {
		style = canvas.FG(mark).With(canvas.Reverse)
		if !g.Signed && !void {
			r = theme.HeatLetter(g.share(x))
		}
	}
	for k := range d.Wide - d.Gap {
		glyph := r
		if (k > 0 || !signed) && g.Signed && s.Theme.Ramps() && !void {
			glyph = ' '
		}
		a.Set(j*d.Wide+k, y, glyph, style)
	}
}

// DiffScale says which end of the diverging ramp is which, and how far it goes.
func (s Scene) DiffScale(a canvas.Area, x int, scale float64) {
	if s.Theme.Ramps() {
		a.Set(x, 0, '-', canvas.Style{FG: theme.OnDiff(-1), BG: theme.Diff(-1)})
		a.Set(x+1, 0, '+', canvas.Style{FG: theme.OnDiff(1), BG: theme.Diff(1)})
		x += 2
	} else {
		for _, share := range []float64{-1, -.3, .3, 1} {
			a.Set(x, 0, s.Theme.DiffGlyph(share), Plain)
			x++
		}
	}
	a.Text(x+1, 0, "±"+figure.Number(scale), Dim)
}

// ColourBar is the width of the scale that stands beside a heat map.
const ColourBar = 15

// ColourBar draws what the colours of a heat map stand for, from the least, 0 but on a log scale, to its scale.
func (s Scene) ColourBar(a canvas.Area, x, y int, least string, scale float64) (end int) {
	const steps = 8
	x = a.Text(x, y, least, Dim)
	for i := range steps {
		share := float64(i) / (steps - 1)
		if s.Theme.Ramps() {
			a.Set(x+i, y, ' ', canvas.Style{BG: theme.Heat(share)})
		} else {
			a.Set(x+i, y, s.Theme.HeatGlyph(share), Plain)
		}
	}
	return a.Text(x+steps, y, figure.Number(scale), Dim)
}

// Largest is the largest magnitude in a grid.
func (g Grid) Largest() float64 {
	top := 0.0
	for _, v := range g.Values {
		if a := math.Abs(v); a > top {
			top = a
		}
	}
	return top
}

// RoundUp rounds a scale up to 1, 2 or 5 times a power of ten, so that it
// stays put while the data change a little.
func RoundUp(x float64) float64 {
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
