// Package share turns a screen into files that are looked at elsewhere: SVG,
// PNG, ANSI and plain text; and a session into a recording and a report. A
// picture carries its session, so that whoever is shown it can open it. The
// same session gives the same bytes.
package share

import (
	"image/color"
	"strconv"
	"strings"

	"eeporl/tui/canvas"
)

// Picture is a screen to be drawn.
type Picture struct {
	Canvas      *canvas.Canvas
	Palette     *canvas.Palette // in true colour, or without any
	Ink, Paper  color.RGBA      // of plain text and of the background
	Title       string
	Description string
	Session     string // a session file's text that the picture carries; "" for none
}

// look is a style in colours.
type look struct {
	ink, paper      color.RGBA
	bold, underline bool
}

// fainter is how many of 100 parts of the ink are left in faint text.
const fainter = 60

func (p *Picture) look(s canvas.Style) look {
	l := look{ink: p.Ink, paper: p.Paper, bold: s.Attr&canvas.Bold != 0, underline: s.Attr&canvas.Underline != 0}
	if c, ok := trueColour(p.Palette.FG[s.FG]); ok {
		l.ink = c
	}
	if c, ok := trueColour(p.Palette.BG[s.BG]); ok {
		l.paper = c
	}
	if s.Attr&canvas.Faint != 0 {
		l.ink = mix(l.paper, l.ink, fainter)
	}
	if s.Attr&canvas.Reverse != 0 {
		l.ink, l.paper = l.paper, l.ink
	}
	return l
}

// trueColour reads SGR parameters such as 38;2;255;128;0.
func trueColour(sgr string) (c color.RGBA, ok bool) {
	parts := strings.Split(sgr, ";")
	if len(parts) != 5 || parts[1] != "2" {
		return c, false
	}
	var rgb [3]uint8
	for i, part := range parts[2:] {
		x, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return c, false
		}
		rgb[i] = uint8(x)
	}
	return color.RGBA{rgb[0], rgb[1], rgb[2], 255}, true
}

// mix is a colour of which parts percent are over and the rest is under.
func mix(under, over color.RGBA, parts int) color.RGBA {
	m := func(a, b uint8) uint8 { return uint8((int(a)*(100-parts) + int(b)*parts + 50) / 100) }
	return color.RGBA{m(under.R, over.R), m(under.G, over.G), m(under.B, over.B), 255}
}
