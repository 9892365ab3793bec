package cli

import (
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"eeporl/model/experiment/sweep"
	"eeporl/moments"
	"eeporl/tui/theme"
)

// The size of one model's panel.
const (
	panelWidth  = 16 * vg.Centimeter
	panelHeight = 10 * vg.Centimeter
)

// drawCurves draws learning curves as SVG or PNG, a panel for each
// drawing under the other.
func drawCurves(w io.Writer, curves []sweep.Curve, form string) error {
	var panels []*plot.Plot
	for _, d := range drawings(curves) {
		p, err := panel(d)
		if err != nil {
			return err
		}
		panels = append(panels, p)
	}
	height := panelHeight * vg.Length(len(panels))
	if form == string(rowsPNG) {
		c := vgimg.PngCanvas{Canvas: vgimg.New(panelWidth, height)}
		drawPanels(draw.New(c), panels)
		_, err := c.WriteTo(w)
		return err
	}
	c := vgsvg.New(panelWidth, height)
	drawPanels(draw.New(c), panels)
	_, err := c.WriteTo(w)
	return err
}

func drawPanels(c draw.Canvas, panels []*plot.Plot) {
	for i, p := range panels {
		top := c.Max.Y - panelHeight*vg.Length(i)
		p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - panelHeight}, Max: vg.Point{X: c.Max.X, Y: top}}})
	}
}

// panel is one drawing on logarithmic axes. Estimators differ by the shape of
// their points and not by colour alone.
func panel(d drawing) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = d.title
	p.X.Label.Text, p.Y.Label.Text = d.axis, "RMSE over all parameters"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Padding = true, vg.Points(2)
	p.Add(plotter.NewGrid())
	if len(d.bound) > 0 {
		line, err := plotter.NewLine(xys(d.bound))
		if err != nil {
			return nil, err
		}
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		p.Add(line)
		p.Legend.Add("Cramér–Rao bound", line)
	}
	for _, l := range d.lines {
		if len(l.spots) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(xys(l.spots))
		if err != nil {
			return nil, err
		}
		line.Color, marks.Shape = styleOf(l.estimator)
		marks.Color = line.Color
		p.Add(line, marks)
		p.Legend.Add(l.estimator, line, marks)
	}
	if p.X.Min == p.X.Max { // a single x: an axis needs a range
		p.X.Min, p.X.Max = p.X.Min/2, p.X.Max*2
	}
	if !drawable(p.X.Min, p.Y.Min) || !drawable(p.X.Max, p.Y.Max) { // nothing to draw
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, 10, 1, 10
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Min, p.Y.Max = p.Y.Min/2, p.Y.Max*2
	}
	return p, nil
}

func xys(spots []spot) plotter.XYs {
	out := make(plotter.XYs, len(spots))
	for i, s := range spots {
		out[i] = plotter.XY{X: s.x, Y: s.y}
	}
	return out
}

// styleOf is an estimator's colour and shape.
func styleOf(estimator string) (line color.Color, shape draw.GlyphDrawer) {
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.CrossGlyph{}}
	i := max(slices.Index(moments.EstimatorNames(), estimator), 0)
	return theme.EstimatorOnPaper(i), shapes[i%len(shapes)]
}
