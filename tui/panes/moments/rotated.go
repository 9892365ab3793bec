package moments

import (
	"fmt"
	"math"

	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// askedTurned is the kind of question whose answer turnedPage must hide.
const askedTurned = "turned"

// The angles through which the factors are turned: past both places at which
// turning only renames the states, 0° and 90°.
const turnFrom, turnTo, turnStep = -30.0, 120.0, 2.5

// drawTurned draws how well pairs fit when the true factors of one middle pair are turned into one another, and
// on request how well triples do, on the same scale.
func (s pane) drawTurned(a canvas.Area, triples bool) {
	turned := s.turnedFactors()
	if turned == nil {
		a.Text(1, 0, "what turned factors miss of the tables", kit.Bold)
		kit.Wrap(a, 1, 1, a.W()-2, s.notTurned(), kit.Dim)
		return
	}
	const shortest, short, long = "share of the table missed, pair ", "share of the table that the factors miss, two states of pair ", "‖P̂ − fit‖/‖P̂‖, the share of the table that the factors miss: two states of pair "
	x := a.Text(1, 0, kit.FirstThatFits([]string{long, short, shortest}, a.W()-len("11 turned by an angle ")), kit.Bold)
	x = s.Pair(a, x, 0, turned.Pair)
	a.Text(x, 0, " turned by an angle", kit.Bold)
	top := 0.0
	for i := range turned.Degrees {
		top = math.Max(top, math.Max(turned.Triples[i], turned.Pairs[i]))
	}
	if top == 0 {
		top = 1
	}
	side, below := 0, 0
	switch {
	case !triples && a.W() >= 72 && a.H() >= factorRows:
		side = sliceColumns
		s.turnedColumns(a.Sub(a.W()-side+1, 1, side-1, a.H()-1), turned)
	case !triples:
	case a.W() >= 72 && a.H() >= 6:
		side = sliceColumns
		s.turnedSlices(a.Sub(a.W()-side+1, 1, side-1, sliceRows), turned)
	case a.H() >= 4*sliceRows:
		below = sliceRows + 1
		s.turnedSlices(a.Sub(1, a.H()-sliceRows, sliceColumns, sliceRows), turned)
	}
	plot := a.Sub(7, 1, a.W()-9-side, a.H()-4-below)
	if plot.H() < 2 || plot.W() < 10 {
		return
	}
	s.turnedCurves(plot, turned, top, triples)
	a.Right(6, 1, figure.Number(top), kit.Dim)
	a.Right(6, plot.H(), "0", kit.Dim)
	s.turnedAxis(a.Rows(1+plot.H(), 1), plot.W())
	y := 2 + plot.H()
	ofTriples, ofPairs := unexplained(turned, a.W()-len("triples P₁₂₃")-1)
	x = a.Text(1, y, "pairs P̂₁₂", kit.Warn)
	a.Text(x, y, ofPairs, kit.Plain)
	if triples {
		x = a.Text(1, y+1, "triples P̂₁₂₃", canvas.FG(theme.Curve).With(canvas.Bold))
		a.Text(x, y+1, ofTriples, kit.Plain)
	}
}

// The size of turnedSlices, and the rows that turnedColumns needs.
const sliceColumns, sliceRows, factorRows = 22, 4, 9

// turnedAngles are those at which small pictures show what becomes of factors and slices.
var turnedAngles = [...]float64{0, 45, 90}

// turnedColumns draws the two columns of both factors at three angles.
func (s pane) turnedColumns(a canvas.Area, t *spectral.Turned) {
	y := 0
	for _, of := range []struct {
		name    string
		columns func(degrees float64) [][]float64
	}{
		{"FQ", func(d float64) [][]float64 { f, _ := t.Factors(d); return f }},
		{"GQ", func(d float64) [][]float64 { _, g := t.Factors(d); return g }},
	} {
		rows, scale := len(of.columns(0)[0]), 0.0
		tall, half := rows, s.Theme.Ramps() && !s.Theme.ASCII
		if half {
			tall = (rows + 1) / 2
		}
		if y+1+tall+1 > a.H() {
			return
		}
		for _, column := range of.columns(0) {
			for _, v := range column {
				scale = math.Max(scale, math.Abs(v))
			}
		}
		a.Text(0, y, of.name, kit.Plain)
		for i, degrees := range turnedAngles {
			m := of.columns(degrees)
			g := kit.NewGrid(rows, 2, func(i, j int) float64 { return m[j][i] })
			g.Signed, g.Scale = true, scale
			s.Heat(a.Sub(i*7, y+1, 4, tall), g, kit.Density{Wide: 2, Half: half, Pool: 1})
			a.Text(i*7, y+1+tall, fmt.Sprintf("%.0f°", degrees), kit.Dim)
		}
		y += tall + 2
	}
}

// turnedSlices draws what takes D's place in one slice of P₁₂₃ at three angles.
func (s pane) turnedSlices(a canvas.Area, t *spectral.Turned) {
	a.Text(0, 0, "QᵀDQ of one slice", kit.Plain)
	for i, degrees := range turnedAngles {
		m := t.Slice(degrees)
		g := kit.NewGrid(2, 2, func(i, j int) float64 { return m[i][j] })
		g.Signed, g.Scale = true, math.Max(t.Diagonal[0], t.Diagonal[1])
		s.Heat(a.Sub(i*7, 1, 4, 2), g, kit.Density{Wide: 2, Pool: 1})
		a.Text(i*7, 3, fmt.Sprintf("%.0f°", degrees), kit.Dim)
	}
}

// turnedFactors turns the factors through the angles drawn; nil where notTurned says why not.
func (s pane) turnedFactors() *spectral.Turned {
	if s.Asked == askedTurned {
		return nil
	}
	var degrees []float64
	for d := turnFrom; d <= turnTo; d += turnStep {
		degrees = append(degrees, d)
	}
	return s.Session.Turned(degrees)
}

func (s pane) notTurned() string {
	switch {
	case s.Asked == askedTurned:
		return "the question asks for it"
	case s.Unknown() != "":
		return "this turns the true factors: " + s.Unknown()
	}
	return "this needs two states and a model that is not too large"
}

// unexplained says how well triples and pairs fit.
func unexplained(t *spectral.Turned, room int) (triples, pairs string) {
	at, off := figure.Number(t.Best()), figure.Number(least(t.Triples))
	return kit.FirstThatFits([]string{
			fmt.Sprintf(" with the best diagonal D at each angle: least at %s°, %s; so 90° further, A and B swapped", at, off),
			fmt.Sprintf(", best diagonal D at each angle: %s at %s°, and swapped", off, at),
			fmt.Sprintf(": least at %s°, %s", at, off)}, room),
		fmt.Sprintf(": %s at every angle, as Q·Qᵀ = I", unexplainedText(t.Pairs[0]))
}

func least(list []float64) float64 {
	low := math.Inf(1)
	for _, x := range list {
		low = math.Min(low, x)
	}
	if low < 1e-12 {
		return 0 // rounding
	}
	return low
}

func unexplainedText(x float64) string {
	if x < 1e-12 {
		return "0"
	}
	return figure.Number(x)
}

func (s pane) turnedCurves(plot canvas.Area, t *spectral.Turned, top float64, triples bool) {
	share := func(i int) float64 { return float64(i) / float64(len(t.Degrees)-1) }
	if s.Theme.ASCII {
		for i := range t.Degrees {
			x := int(share(i) * float64(plot.W()-1))
			plot.Set(x, plot.H()-1-int(t.Pairs[i]/top*float64(plot.H()-1)+.5), '-', kit.Warn)
			if triples {
				plot.Set(x, plot.H()-1-int(t.Triples[i]/top*float64(plot.H()-1)+.5), '*', canvas.FG(theme.Curve))
			}
		}
		return
	}
	d := canvas.NewDots(plot)
	curve := func(values []float64, style canvas.Style) {
		for i := 1; i < len(values); i++ {
			at := func(i int) (int, int) {
				return int(share(i) * float64(d.W()-1)), int((1 - values[i]/top) * float64(d.H()-1))
			}
			x0, y0 := at(i - 1)
			x1, y1 := at(i)
			d.Line(x0, y0, x1, y1, style)
		}
	}
	curve(t.Pairs, kit.Warn)
	if triples {
		curve(t.Triples, canvas.FG(theme.Curve).With(canvas.Bold)) // last: a cell has one colour, and its dips are the point
	}
	d.Draw()
}

// turnedAxis names the angles at which turning renames the states.
func (s pane) turnedAxis(a canvas.Area, width int) {
	a.Repeat(7, 0, width, s.Glyph('─', '-'), kit.Rule)
	for _, m := range []struct {
		degrees float64
		words   string
	}{{0, "0° the truth"}, {90, "90° swapped"}} {
		a.Text(7+int((m.degrees-turnFrom)/(turnTo-turnFrom)*float64(width-1)), 0, m.words, kit.Dim)
	}
}
