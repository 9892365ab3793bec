package share

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"

	"golang.org/x/image/vector"
)

// pngScale is how many pixels a unit of a cell takes each way: sharp on a
// projector and on paper.
const pngScale = 2

// WritePNG draws a picture as PNG, with its title and session in text chunks.
func WritePNG(w io.Writer, p *Picture) error {
	g, err := newGlyphs()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, p.raster(g)); err != nil {
		return err
	}
	_, err = w.Write(withTexts(b.Bytes(), [][2]string{{"Title", p.Title}, {"Description", p.Description}, {sessionKeyword, p.Session}}))
	return err
}

// raster draws the cells one by one.
func (p *Picture) raster(g *glyphs) *image.RGBA {
	const cw, ch = cellWidth * pngScale, cellHeight * pngScale
	w, h := p.Canvas.Size()
	img := image.NewRGBA(image.Rect(0, 0, w*cw, h*ch))
	masks := map[glyph]*image.Alpha{}
	for y := range h {
		for x := range w {
			c := p.Canvas.At(x, y)
			l := p.look(c.Style)
			cell := image.Rect(x*cw, y*ch, (x+1)*cw, (y+1)*ch)
			draw.Draw(img, cell, image.NewUniform(l.paper), image.Point{}, draw.Src)
			if c.Rune != ' ' && c.Rune != 0 {
				p.ink(img, cell, g, masks, canonical(glyph{c.Rune, c.Mark, l.bold}), l)
			}
			if l.underline {
				draw.Draw(img, image.Rect(cell.Min.X, cell.Min.Y+16*pngScale, cell.Max.X, cell.Min.Y+17*pngScale), image.NewUniform(l.ink), image.Point{}, draw.Src)
			}
		}
	}
	return img
}

func (p *Picture) ink(img *image.RGBA, cell image.Rectangle, g *glyphs, masks map[glyph]*image.Alpha, x glyph, l look) {
	s, ok := g.of(x)
	if !ok {
		s = unknown()
	}
	mask := masks[x]
	if mask == nil {
		mask = s.mask()
		masks[x] = mask
	}
	ink := l.ink
	if s.tone > 0 {
		ink = mix(l.paper, l.ink, s.tone)
	}
	draw.DrawMask(img, cell, image.NewUniform(ink), image.Point{}, mask, image.Point{}, draw.Over)
}

// unknown stands for what has no shape: a frame, hollow.
func unknown() shape {
	const u = unit
	return rects(rect{1 * u, 3 * u, 8 * u, 4 * u}, rect{1 * u, 14 * u, 8 * u, 15 * u}, rect{1 * u, 4 * u, 2 * u, 14 * u}, rect{7 * u, 4 * u, 8 * u, 14 * u})
}

// mask is how much of each pixel of a cell a shape covers.
func (s shape) mask() *image.Alpha {
	const w, h = cellWidth * pngScale, cellHeight * pngScale
	mask := image.NewAlpha(image.Rect(0, 0, w, h))
	z := vector.NewRasterizer(w, h)
	at := func(p point) (x, y float32) { return float32(p.x) * pngScale / unit, float32(p.y) * pngScale / unit }
	for i, stroke := range s.path {
		if stroke.to == 'M' && i > 0 {
			z.ClosePath()
		}
		ax, ay := at(stroke.points[0])
		bx, by := at(stroke.points[1])
		cx, cy := at(stroke.points[2])
		switch stroke.to {
		case 'M':
			z.MoveTo(ax, ay)
		case 'L':
			z.LineTo(ax, ay)
		case 'Q':
			z.QuadTo(ax, ay, bx, by)
		case 'C':
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	z.ClosePath()
	z.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for _, r := range s.rects { // to whole pixels
		whole := func(n int) int { return (n*pngScale + unit/2) / unit }
		draw.Draw(mask, image.Rect(whole(r.x0), whole(r.y0), whole(r.x1), whole(r.y1)), image.NewUniform(color.Opaque), image.Point{}, draw.Src)
	}
	return mask
}

// sessionKeyword names the text chunk that holds the session.
const sessionKeyword = "eeporl session"

// withTexts puts international text chunks (iTXt, PNG specification 11.3.3.4)
// behind the header of an encoded image.
func withTexts(img []byte, texts [][2]string) []byte {
	const header = 8 + 25 // the signature and IHDR
	out := append([]byte{}, img[:header]...)
	for _, t := range texts {
		if t[1] != "" { // keyword, no compression, no language, no translated keyword, text
			out = appendChunk(out, "iTXt", append([]byte(t[0]+"\x00\x00\x00\x00\x00"), t[1]...))
		}
	}
	return append(out, img[header:]...)
}

func appendChunk(dst []byte, kind string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	dst = append(append(dst, kind...), data...)
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[len(dst)-len(data)-4:]))
}
