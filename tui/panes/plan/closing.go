package plan

import (
	"fmt"

	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

var (
	lowerStyle = canvas.FG(theme.Good)
	upperStyle = canvas.FG(theme.Warn)
)

// closing draws how a certified interval closed, trial by trial: the upper
// bound falls and the lower one rises until they meet.
func (s pane) closing(a canvas.Area, bounds []planning.Bound) {
	if len(bounds) == 0 || a.H() < 1 {
		return
	}
	last := bounds[len(bounds)-1]
	a.Text(1, 0, fmt.Sprintf("after %s trials: %s … %s, gap %s", figure.Count(float64(last.Trial)),
		figure.Value(last.Lower), figure.Value(last.Upper), figure.Number(last.Upper-last.Lower)), kit.Bold)
	plot := a.Sub(9, 1, a.W()-11, min(a.H()-2, 14))
	low, high := bounds[0].Lower, bounds[0].Upper
	if !(high > low) || len(bounds) < 2 || plot.H() < 2 || plot.W() < 8 {
		return
	}
	at := func(trial int, v float64, w, h int) (x, y int) {
		share := float64(trial-bounds[0].Trial) / float64(max(last.Trial-bounds[0].Trial, 1))
		return int(share*float64(w-1) + .5), int((high-v)/(high-low)*float64(h-1) + .5)
	}
	if s.Theme.ASCII {
		closingASCII(plot, bounds, at)
	} else {
		d := canvas.NewDots(plot)
		for i, b := range bounds[1:] {
			was := bounds[i]
			closingStep(d, was, b, at)
		}
		d.Draw()
	}
	a.Right(8, 1, figure.Number(high), kit.Dim)
	a.Right(8, plot.H(), figure.Number(low), kit.Dim)
	y := 1 + plot.H()
	x := a.Text(9, y, "0", kit.Dim)
	a.Text(x+1, y, "trials", kit.Dim)
	a.Right(a.W()-2, y, figure.Count(float64(last.Trial)), kit.Dim)
}

// closingStep draws both bounds from one trial to a later one: they stay what
// they were until the later one changes them.
func closingStep(d *canvas.Dots, was, is planning.Bound, at func(trial int, v float64, w, h int) (x, y int)) {
	for _, side := range []struct {
		from, to float64
		style    canvas.Style
	}{{was.Lower, is.Lower, lowerStyle}, {was.Upper, is.Upper, upperStyle}} {
		x0, y0 := at(was.Trial, side.from, d.W(), d.H())
		x1, y1 := at(is.Trial, side.to, d.W(), d.H())
		d.Line(x0, y0, x1, y0, side.style)
		d.Line(x1, y0, x1, y1, side.style)
	}
}

func closingASCII(plot canvas.Area, bounds []planning.Bound, at func(trial int, v float64, w, h int) (x, y int)) {
	for _, b := range bounds {
		x, y := at(b.Trial, b.Upper, plot.W(), plot.H())
		plot.Set(x, y, 'u', upperStyle)
		x, y = at(b.Trial, b.Lower, plot.W(), plot.H())
		plot.Set(x, y, 'l', lowerStyle)
	}
}
