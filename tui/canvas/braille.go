package canvas

import "cmp"

// Dots is a braille raster over an area: 2 × 4 dots a cell, one style a cell.
// It draws curves by hand, some thousand times faster than chart libraries.
type Dots struct {
	area  Area
	bits  []uint8
	style []Style
}

// NewDots makes an empty raster over an area.
func NewDots(a Area) *Dots {
	return &Dots{area: a, bits: make([]uint8, a.w*a.h), style: make([]Style, a.w*a.h)}
}

// W and H are the raster's width and height in dots.
func (d *Dots) W() int { return 2 * d.area.w }
func (d *Dots) H() int { return 4 * d.area.h }

// brailleBit[y][x] is the bit of a dot inside its cell (Unicode block 2800).
var brailleBit = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// Set raises one dot; (0, 0) is the top left.
func (d *Dots) Set(x, y int, s Style) {
	if x < 0 || y < 0 || x >= d.W() || y >= d.H() {
		return
	}
	i := y/4*d.area.w + x/2
	d.bits[i] |= brailleBit[y%4][x%2]
	d.style[i] = s
}

// Line draws a straight line (Bresenham).
func (d *Dots) Line(x0, y0, x1, y1 int, s Style) {
	dx, dy := max(x1-x0, x0-x1), min(y1-y0, y0-y1)
	sx, sy := cmp.Compare(x1, x0), cmp.Compare(y1, y0)
	for e := dx + dy; ; {
		d.Set(x0, y0, s)
		if x0 == x1 && y0 == y1 {
			return
		}
		twice := 2 * e
		if twice >= dy {
			e += dy
			x0 += sx
		}
		if twice <= dx {
			e += dx
			y0 += sy
		}
	}
}

// Draw puts the raster on its area; cells without a dot stay as they are.
func (d *Dots) Draw() {
	for i, b := range d.bits {
		if b != 0 {
			d.area.Set(i%d.area.w, i/d.area.w, 0x2800+rune(b), d.style[i])
		}
	}
}
