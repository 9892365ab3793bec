package report

import (
	"fmt"
	"math"
	"strconv"
)

// drawing is the inside of an SVG picture, y downwards, in pixels. Colours come
// from the style sheet by class, so that they suit light and dark.
type drawing struct{ *page }

// short writes a coordinate: a tenth of a pixel is fine enough.
func short(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s" />`+"\n", class, short(x1), short(y1), short(x2), short(y2))
}

func (d *drawing) circle(class string, x, y, r float64) {
	fmt.Fprintf(d, `<circle class="%s" cx="%s" cy="%s" r="%s" />`+"\n", class, short(x), short(y), short(r))
}

// diamond is a square on its corner.
func (d *drawing) diamond(class string, x, y, r float64) {
	fmt.Fprintf(d, `<path class="%s" d="M%s %sl%s %sl%s %sl%s %sz" />`+"\n", class, short(x), short(y-r),
		short(r), short(r), short(-r), short(r), short(-r), short(-r))
}

// text is anchored at its start, middle or end.
func (d *drawing) text(class, anchor string, x, y float64, text string) {
	fmt.Fprintf(d, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`+"\n", class, anchor, short(x), short(y), clean(text))
}

func (d *drawing) polyline(class string, points []point) {
	fmt.Fprintf(d, `<polyline class="%s" points="`, class)
	for i, p := range points {
		if i > 0 {
			d.WriteByte(' ')
		}
		d.WriteString(short(p.x) + "," + short(p.y))
	}
	d.WriteString("\" />\n")
}

type point struct{ x, y float64 }

// mark draws an estimate on an axis from 0 to 1: the interval as a bar, the
// estimate as a dot, the truth as a tick.
func (p *page) mark(m *mark) {
	const width, height, edge = 132, 14, 6
	d := &drawing{p}
	at := func(x float64) float64 { return edge + (width-2*edge)*max(0, min(1, x)) }
	fmt.Fprintf(p, `<svg class="mark" viewBox="0 0 %d %d" aria-hidden="true">`, width, height)
	d.line("axis", at(0), height/2, at(1), height/2)
	if !math.IsNaN(m.low) {
		d.line("interval", at(m.low), height/2, at(m.high), height/2)
	}
	if !math.IsNaN(m.truth) {
		d.line("truth", at(m.truth), 1, at(m.truth), height-1)
	}
	d.circle("dot", at(m.estimate), height/2, 3)
	p.WriteString("</svg>")
}
