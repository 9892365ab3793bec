package cli

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"eeporl/model/experiment/sweep"
	"eeporl/moments/estimators"
	"eeporl/tui/theme"
)

// panelSize is the size of one model's panel.
type panelSize struct{ width, height vg.Length }

// parsePanelSize reads centimetres.
func parsePanelSize(text string) (panelSize, error) {
	wide, high, _ := strings.Cut(text, "x")
	w, err1 := strconv.ParseFloat(wide, 64)
	h, err2 := strconv.ParseFloat(high, 64)
	if err1 != nil || err2 != nil || !(w >= 4 && w <= 100 && h >= 3 && h <= 100) {
		return panelSize{}, errors.New("two numbers of centimetres such as 16x10, from 4x3 to 100x100")
	}
	return panelSize{vg.Length(w) * vg.Centimeter, vg.Length(h) * vg.Centimeter}, nil
}

// drawCurves draws learning curves as SVG, PNG or PDF, a panel for each
// drawing under the other.
func drawCurves(w io.Writer, curves []sweep.Curve, form rowForm, size panelSize) error {
	var panels []*plot.Plot
	for _, d := range drawings(curves) {
		p, err := chartPanel(d)
		if err != nil {
			return err
		}
		panels = append(panels, p)
	}
	height := size.height * vg.Length(len(panels))
	var c interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch form {
	case rowsPNG:
		c = vgimg.PngCanvas{Canvas: vgimg.New(size.width, height)}
	case rowsPDF:
		c = vgpdf.New(size.width, height)
	default:
		c = vgsvg.New(size.width, height)
	}
	drawPanels(draw.New(c), panels, size)
	var text bytes.Buffer
	if _, err := c.WriteTo(&text); err != nil {
		return err
	}
	out := text.Bytes()
	if form == rowsPDF { // the same bytes at any time
		out = pdfDate.ReplaceAll(out, []byte("(D:19700101000000)"))
	}
	_, err := w.Write(out)
	return err
}

// pdfDate is when a PDF was made.
var pdfDate = regexp.MustCompile(`\(D:[0-9]{14}\)`)

func drawPanels(c draw.Canvas, panels []*plot.Plot, size panelSize) {
	for i, p := range panels {
		top := c.Max.Y - size.height*vg.Length(i)
		p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - size.height}, Max: vg.Point{X: c.Max.X, Y: top}}})
	}
}

// chartPanel is one drawing on logarithmic axes. Estimators differ by the shape of
// their points and not by colour alone.
func chartPanel(d drawing) (*plot.Plot, error) {
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
		bars, err := plotter.NewYErrorBars(barred(l.spots))
		if err != nil {
			return nil, err
		}
		bars.Color = line.Color
		full, style := marks.Shape, marks.GlyphStyle
		marks.GlyphStyleFunc = func(i int) draw.GlyphStyle {
			s := style
			if s.Shape = full; l.spots[i].part {
				s.Shape = hollow{full}
			}
			return s
		}
		p.Add(line, bars, marks)
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

// hollow draws a shape with a hole.
type hollow struct{ draw.GlyphDrawer }

func (h hollow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	h.GlyphDrawer.DrawGlyph(c, style, at)
	style.Color, style.Radius = color.White, style.Radius*.55
	draw.CircleGlyph{}.DrawGlyph(c, style, at)
}

// bars are spots with their error bars; on a logarithmic axis the lower end stays above 0.
type bars struct {
	plotter.XYs
	plotter.YErrors
}

func barred(spots []spot) bars {
	out := bars{XYs: xys(spots)}
	for _, s := range spots {
		out.YErrors = append(out.YErrors, struct{ Low, High float64 }{math.Min(s.bar, .9*s.y), s.bar})
	}
	return out
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
	i := max(slices.Index(estimators.EstimatorNames(), estimator), 0)
	return theme.EstimatorOnPaper(i), shapes[i%len(shapes)]
}
