package share

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strings"
	"unicode/utf8"
)

// namespace marks the element of an SVG's metadata that holds the session.
const namespace = "urn:eeporl:session:1"

// fonts are asked for in this order. Each character has a place of its own, so
// any of them lines up.
const fonts = "'Liberation Mono','DejaVu Sans Mono',Menlo,Consolas,'Courier New',monospace"

// WriteSVG draws a picture as SVG. ASCII is text; all else, whose look differs
// from font to font or which must join without gaps, is drawn as shapes under
// invisible text, so that everything can be selected and found. The session
// stands in the metadata.
func WriteSVG(w io.Writer, p *Picture) error {
	if err := carriable(p.Session); err != nil {
		return err
	}
	g, err := newGlyphs()
	if err != nil {
		return err
	}
	v := &svg{Picture: p, glyphs: g}
	v.layOut()
	var b bytes.Buffer
	v.write(&b)
	_, err = b.WriteTo(w)
	return err
}

// carriable refuses text that XML cannot give back as it was.
func carriable(session string) error {
	for i, r := range session {
		if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return fmt.Errorf("line %d of the session: found %q, expected text that XML can carry", 1+strings.Count(session[:i], "\n"), r)
		}
	}
	return nil
}

// svg is a picture being laid out: what has one colour is gathered.
type svg struct {
	*Picture
	glyphs  *glyphs
	papers  layer // backgrounds
	edges   layer // rectangles that meet the next cell's
	shapes  layer // other shapes, by reference
	defined map[string]bool
	defs    bytes.Buffer
	text    bytes.Buffer
}

// layer is SVG text by colour, in the order in which the colours came.
type layer struct {
	order []color.RGBA
	of    map[color.RGBA]*bytes.Buffer
}

func (l *layer) in(c color.RGBA) *bytes.Buffer {
	if l.of == nil {
		l.of = map[color.RGBA]*bytes.Buffer{}
	}
	b := l.of[c]
	if b == nil {
		b = &bytes.Buffer{}
		l.of[c] = b
		l.order = append(l.order, c)
	}
	return b
}

// spot is one cell with its look and, if it is not text, its shape.
type spot struct {
	glyph
	look
	x, y  int
	shape shape
	drawn bool
}

func (v *svg) spot(x, y int) spot {
	c := v.Canvas.At(x, y)
	s := spot{look: v.look(c.Style), x: x, y: y}
	s.glyph = canonical(glyph{c.Rune, c.Mark, s.look.bold})
	if c.Rune >= utf8.RuneSelf || c.Mark != 0 {
		s.shape, s.drawn = v.glyphs.of(s.glyph)
	}
	return s
}

func (v *svg) layOut() {
	v.defined = map[string]bool{}
	w, h := v.Canvas.Size()
	for y := range h {
		row := make([]spot, w)
		for x := range w {
			row[x] = v.spot(x, y)
		}
		v.layRow(row)
		v.writeRow(row)
	}
}

// layRow draws the backgrounds and shapes of a row. Equal neighbours become one
// rectangle where they can.
func (v *svg) layRow(row []spot) {
	for x := 0; x < len(row); {
		s, n := row[x], 1
		for x+n < len(row) && row[x+n].look == s.look && row[x+n].glyph == s.glyph {
			n++
		}
		if !s.drawn || !s.shape.across() { // to be drawn one by one
			for i := range n {
				v.layShape(row[x+i], 1)
			}
		} else {
			v.layShape(s, n)
		}
		x += n
	}
	v.layStretches(row)
}

// layStretches draws backgrounds and underlines, one rectangle for all cells in a row that
// share them.
func (v *svg) layStretches(row []spot) {
	for x := 0; x < len(row); {
		s, n := row[x], 1
		for x+n < len(row) && row[x+n].paper == s.paper && row[x+n].underline == s.underline && (row[x+n].ink == s.ink || !s.underline) {
			n++
		}
		if s.paper != v.Paper {
			v.rect(&v.papers, s.paper, s, rect{0, 0, n * right, bottom})
		}
		if s.underline {
			v.rect(&v.edges, s.ink, s, rect{0, 16 * unit, n * right, 17 * unit})
		}
		x += n
	}
}

// layShape draws a shape over n cells.
func (v *svg) layShape(s spot, n int) {
	ink := s.ink
	if s.shape.tone > 0 {
		ink = mix(s.paper, s.ink, s.shape.tone)
	}
	for _, r := range s.shape.rects {
		r.x1 += (n - 1) * right
		v.rect(&v.edges, ink, s, r)
	}
	if len(s.shape.path) > 0 {
		fmt.Fprintf(v.shapes.in(ink), "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>\n", v.define(s), s.x*cellWidth, s.y*cellHeight)
	}
}

// rect adds a rectangle, given from its cell's corner, to the path of a colour.
func (v *svg) rect(l *layer, c color.RGBA, s spot, r rect) {
	fmt.Fprintf(l.in(c), "M%s %sh%sv%sh-%sz", units(s.x*right+r.x0), units(s.y*bottom+r.y0), units(r.x1-r.x0), units(r.y1-r.y0), units(r.x1-r.x0))
}

// units writes 1/64 units in as few digits as they need.
func units(n int) string {
	text := fmt.Sprintf("%.3f", float64(n)/unit)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// define puts a shape into the picture once and returns its name.
func (v *svg) define(s spot) string {
	name := fmt.Sprintf("g%x", s.r)
	if s.mark != 0 {
		name += fmt.Sprintf("-%x", s.mark)
	}
	if s.glyph.bold {
		name += "b"
	}
	if v.defined[name] {
		return name
	}
	v.defined[name] = true
	fmt.Fprintf(&v.defs, `<path id="%s" transform="scale(.015625)" d="`, name)
	for i, stroke := range s.shape.path {
		if stroke.to == 'M' && i > 0 {
			v.defs.WriteByte('z')
		}
		for j, p := range stroke.used() {
			if j == 0 {
				v.defs.WriteByte(stroke.to)
			} else {
				v.defs.WriteByte(' ')
			}
			fmt.Fprintf(&v.defs, "%d %d", p.x, p.y)
		}
	}
	v.defs.WriteString("z\"/>\n")
	return name
}

// writeRow writes a row of text: runs of one look, a place for each character.
func (v *svg) writeRow(row []spot) {
	for len(row) > 0 && row[len(row)-1].blank() {
		row = row[:len(row)-1]
	}
	if len(row) == 0 {
		return
	}
	fmt.Fprintf(&v.text, `<text y="%d">`, row[0].y*cellHeight+baseline)
	for x := 0; x < len(row); {
		if row[x].blank() {
			v.text.WriteByte(' ')
			x++
			continue
		}
		n := 1
		for x+n < len(row) && row[x].runsInto(row[x+n]) && !(row[x+n].blank() && row[x+n-1].blank()) {
			n++
		}
		for row[x+n-1].blank() {
			n--
		}
		v.writeRun(row[x : x+n])
		x += n
		for x < len(row) && row[x].r == 0 { // the rest of a wide rune
			x++
		}
	}
	v.text.WriteString("</text>\n")
}

func (s spot) blank() bool { return s.r == 0 || s.r == ' ' && s.mark == 0 }

// single says whether a cell takes a run of its own: where it is more than one
// character to a renderer that counts them.
func (s spot) single() bool { return s.mark != 0 || s.r > 0xffff || s.r == 0 }

func (s spot) runsInto(next spot) bool {
	return !s.single() && !next.single() && s.drawn == next.drawn &&
		(s.drawn || s.ink == next.ink && s.look.bold == next.look.bold || next.blank())
}

func (v *svg) writeRun(run []spot) {
	v.text.WriteString(`<tspan x="`)
	for i, s := range run {
		if i > 0 {
			v.text.WriteByte(' ')
		}
		fmt.Fprint(&v.text, s.x*cellWidth)
	}
	v.text.WriteByte('"')
	switch s := run[0]; {
	case s.drawn:
		v.text.WriteString(` fill-opacity="0"`)
	default:
		if s.ink != v.Ink {
			fmt.Fprintf(&v.text, ` fill="%s"`, hex(s.ink))
		}
		if s.look.bold {
			v.text.WriteString(` font-weight="bold"`)
		}
	}
	v.text.WriteByte('>')
	for _, s := range run {
		text := string(s.r)
		if s.mark != 0 {
			text += string(s.mark)
		}
		escape(&v.text, text)
	}
	v.text.WriteString("</tspan>")
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escape(b *bytes.Buffer, text string) { _ = xml.EscapeText(b, []byte(text)) } // a buffer takes everything

// write puts the parts together.
func (v *svg) write(b *bytes.Buffer) {
	w, h := v.Canvas.Size()
	w, h = w*cellWidth, h*cellHeight
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="eeporl-title eeporl-desc">`+"\n", w, h, w, h)
	b.WriteString(`<title id="eeporl-title">`)
	escape(b, v.Title)
	b.WriteString("</title>\n<desc id=\"eeporl-desc\">")
	escape(b, v.Description)
	b.WriteString("</desc>\n")
	if v.Session != "" {
		fmt.Fprintf(b, "<metadata><session xmlns=\"%s\"><![CDATA[%s]]></session></metadata>\n", namespace, strings.ReplaceAll(v.Session, "]]>", "]]]]><![CDATA[>"))
	}
	fmt.Fprintf(b, "<defs>\n%s</defs>\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n<g shape-rendering=\"crispEdges\">\n", v.defs.Bytes(), w, h, hex(v.Paper))
	for _, l := range []layer{v.papers, v.edges} {
		for _, c := range l.order {
			fmt.Fprintf(b, "<path fill=\"%s\" d=\"%s\"/>\n", hex(c), l.of[c].Bytes())
		}
	}
	b.WriteString("</g>\n")
	for _, c := range v.shapes.order {
		fmt.Fprintf(b, "<g fill=\"%s\">\n%s</g>\n", hex(c), v.shapes.of[c].Bytes())
	}
	fmt.Fprintf(b, "<g fill=\"%s\" font-family=\"%s\" font-size=\"%d\" xml:space=\"preserve\" style=\"white-space:pre\">\n%s</g>\n</svg>\n",
		hex(v.Ink), fonts, fontSize, v.text.Bytes())
}
