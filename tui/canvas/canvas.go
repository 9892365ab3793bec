// Package canvas is a grid of styled terminal cells. Panes draw into areas of
// it that clip, so nothing overlaps and a frame always fits exactly; one pass
// turns the grid into text with as few colour changes as it needs.
package canvas

import (
	"unicode"
	"unicode/utf8"

	"eeporl/pomdp/printable"

	"github.com/charmbracelet/x/ansi"
)

// Token names a colour by its meaning; a Palette says how it looks.
type Token uint8

// Attr is a set of text attributes.
type Attr uint8

// The attributes, which may be combined.
const (
	Bold Attr = 1 << iota
	Faint
	Underline
	Reverse
)

// Style is how a cell looks, by meaning. The zero Style is plain text.
type Style struct {
	FG, BG Token
	Attr   Attr
}

// FG is the style of plain text in a colour.
func FG(t Token) Style { return Style{FG: t} }

// With adds attributes.
func (s Style) With(a Attr) Style { s.Attr |= a; return s }

// On sets the background.
func (s Style) On(t Token) Style { s.BG = t; return s }

// cell is one column of one row. mark is a combining character over r (a hat,
// mostly); r = continuation in the second column of a wide rune.
type cell struct {
	r, mark rune
	style   Style
}

const continuation rune = -1

// Canvas is the grid.
type Canvas struct {
	// Watch, if not nil, is called for text and pictures that do not fit when no ellipsis
	// says so, and for text drawn over letters or digits of other text.
	Watch func(Fault, string)

	w, h  int
	cells []cell
}

// New makes a canvas of blanks; sizes below zero count as zero.
func New(w, h int) *Canvas {
	c := &Canvas{}
	c.Reset(w, h)
	return c
}

// Reset blanks the canvas at a new size and keeps its memory.
func (c *Canvas) Reset(w, h int) {
	c.w, c.h = max(w, 0), max(h, 0)
	n := c.w * c.h
	if cap(c.cells) < n {
		c.cells = make([]cell, n)
	}
	c.cells = c.cells[:n]
	for i := range c.cells {
		c.cells[i] = cell{r: ' '}
	}
}

// All is the whole canvas as an area.
func (c *Canvas) All() Area { return Area{c: c, w: c.w, h: c.h} }

// Area is a rectangle of a canvas with its own coordinates. Drawing outside of
// it does nothing. The zero Area swallows everything.
type Area struct {
	c          *Canvas
	x, y, w, h int
}

// W and H are the area's width and height in cells.
func (a Area) W() int { return a.w }
func (a Area) H() int { return a.h }

// Sub is the part of the area at (x, y), cut down to what lies inside.
func (a Area) Sub(x, y, w, h int) Area {
	if x < 0 {
		x, w = 0, w+x
	}
	if y < 0 {
		y, h = 0, h+y
	}
	w, h = min(w, a.w-x), min(h, a.h-y)
	if w <= 0 || h <= 0 {
		return Area{c: a.c}
	}
	return Area{c: a.c, x: a.x + x, y: a.y + y, w: w, h: h}
}

// Place is where a rectangle of the area stands on the canvas, cut down to
// what lies inside; w or h is 0 where nothing does.
func (a Area) Place(x, y, w, h int) (left, top, wide, high int) {
	b := a.Sub(x, y, w, h)
	return b.x, b.y, b.w, b.h
}

// Rows is the sub-area from row y on, h rows high (or what is left of it).
func (a Area) Rows(y, h int) Area { return a.Sub(0, y, a.w, h) }

// Below is the sub-area from row y to the bottom.
func (a Area) Below(y int) Area { return a.Sub(0, y, a.w, a.h-y) }

func (a Area) at(x, y int) *cell { return &a.c.cells[(a.y+y)*a.c.w+a.x+x] }

func (a Area) inside(x, y int) bool { return x >= 0 && y >= 0 && x < a.w && y < a.h }

// Set draws one rune of width 1.
func (a Area) Set(x, y int, r rune, s Style) {
	if a.inside(x, y) {
		a.put(x, y, cell{r: r, style: s})
	}
}

// put writes a cell. If it overwrites one half of a wide rune, the other half is blanked.
func (a Area) put(x, y int, new cell) {
	old := a.at(x, y)
	if old.r == continuation && new.r != continuation {
		a.at(x-1, y).r = ' '
	}
	if next := a.x + x + 1; next < a.c.w && new.r != continuation {
		if half := a.at(x+1, y); half.r == continuation {
			half.r = ' '
		}
	}
	*old = new
}

// Taken says whether a letter or digit stands at a place: other text should not be drawn
// over it.
func (a Area) Taken(x, y int) bool {
	return a.inside(x, y) && (unicode.IsDigit(a.at(x, y).r) || unicode.IsLetter(a.at(x, y).r))
}

// Used is the number of columns of a row up to its last rune that is not blank.
func (a Area) Used(y int) int {
	for x := a.w; x > 0; x-- {
		if a.inside(x-1, y) && a.at(x-1, y).r != ' ' {
			return x
		}
	}
	return 0
}

// Blank says whether nothing is drawn on a row, no background either.
func (a Area) Blank(y int) bool {
	for x := range a.w {
		if a.inside(x, y) && (a.at(x, y).r != ' ' || a.at(x, y).style.BG != 0) {
			return false
		}
	}
	return true
}

// held is a blank that counts as a letter.
const held = '\u2800'

// Hold keeps what is coloured before x from being cut off: a multiplexer takes blanks at the end of a line for nothing, coloured or not,
// when its screen is captured.
func (a Area) Hold(x, y int) {
	if next := a.x + x; a.inside(x-1, y) && next < a.c.w && a.at(x-1, y).r == ' ' && a.at(x-1, y).style.BG != 0 && a.at(x, y).r == ' ' && a.at(x, y).style.BG == 0 {
		a.at(x, y).r = held
	}
}

// Restyle changes the look of n cells and leaves their text.
func (a Area) Restyle(x, y, n int, s Style) {
	for i := range n {
		if a.inside(x+i, y) {
			a.at(x+i, y).style = s
		}
	}
}

// Stress shows a rectangle of cells in reverse, and those that are full of a bar, which would vanish, in a colour.
func (a Area) Stress(x, y, w, h int, t Token) {
	for j := range h {
		for i := range w {
			if !a.inside(x+i, y+j) {
				continue
			}
			if c := a.at(x+i, y+j); c.r >= '▀' && c.r <= '▓' {
				c.style.FG = t
			} else {
				c.style = c.style.With(Reverse)
			}
		}
	}
}

// Alter changes the look of a rectangle of cells and leaves their text.
func (a Area) Alter(x, y, w, h int, change func(Style) Style) {
	for j := range h {
		for i := range w {
			if a.inside(x+i, y+j) {
				c := a.at(x+i, y+j)
				c.style = change(c.style)
			}
		}
	}
}

// Half paints the upper (0) or the lower (1) half of a cell that holds a half block, and
// reverses a cell that holds anything else.
func (a Area) Half(x, y, half int, t Token) {
	if !a.inside(x, y) {
		return
	}
	switch c := a.at(x, y); {
	case c.r == '▀' && half == 0, c.r == '▄' && half == 1:
		c.style.FG = t
	case c.r == '▀', c.r == '▄':
		c.style.BG = t
	default:
		c.style = c.style.With(Reverse)
	}
}

// Fill draws one rune over the whole area.
func (a Area) Fill(r rune, s Style) {
	for y := range a.h {
		for x := range a.w {
			a.put(x, y, cell{r: r, style: s})
		}
	}
}

// Repeat draws a rune n times to the right.
func (a Area) Repeat(x, y, n int, r rune, s Style) {
	for i := range n {
		a.Set(x+i, y, r, s)
	}
}

// Text draws a line of text from (x, y) and returns the column after it. Text
// that does not fit ends in an ellipsis; control characters are dropped.
func (a Area) Text(x, y int, text string, s Style) int {
	if a.watched() {
		a.judge(x, y, text)
	}
	if y < 0 || y >= a.h || x >= a.w {
		return x
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if printable.Bad(r) {
			continue
		}
		if joins(r) {
			if a.inside(x-1, y) {
				a.at(x-1, y).mark = r
			}
			continue
		}
		width := 1
		if r >= 0x1100 {
			width = ansi.StringWidth(string(r))
		}
		if x+width > a.w || (x+width == a.w && more(text[i:])) {
			a.Set(x, y, '…', s)
			return a.w
		}
		if width <= 0 {
			continue
		}
		switch {
		case width == 2 && !a.inside(x, y): // its left half is cut off
			a.Set(x+1, y, ' ', s)
		case width == 2 && a.inside(x+1, y):
			a.Set(x, y, r, s)
			a.put(x+1, y, cell{r: ' '}) // which blanks the rest of a wide rune there
			a.put(x+1, y, cell{r: continuation, style: s})
		default:
			a.Set(x, y, r, s)
		}
		x += width
	}
	return x
}

// more says whether anything with a width is still to be drawn.
func more(text string) bool {
	for _, r := range text {
		if r >= ' ' && !joins(r) {
			return true
		}
	}
	return false
}

// Right draws text that ends just before column x.
func (a Area) Right(x, y int, text string, s Style) {
	a.Text(x-Width(text), y, text, s)
}

// Width is the number of columns that text takes.
func Width(text string) int {
	n := 0
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return ansi.StringWidth(text)
		}
		n++
	}
	return n
}

// Differing restyles the cells whose text differs from the cell at the same place of
// another area, as far as both reach, and returns how many differ. Blanks and drawn lines are left
// as they are.
func (a Area) Differing(other Area, restyle func(Style) Style) int {
	n := 0
	for y := range min(a.h, other.h) {
		for x := range min(a.w, other.w) {
			here, there := a.at(x, y), other.at(x, y)
			if here.r != there.r || here.mark != there.mark {
				if n++; !blankOrDrawn(here.r) {
					here.style = restyle(here.style)
				}
			}
		}
	}
	return n
}

func blankOrDrawn(r rune) bool {
	return r <= ' ' || r >= '─' && r <= '▟' || r >= '⠀' && r <= '⣿'
}

// joins says whether a rune takes no cell of its own but joins the one before.
func joins(r rune) bool {
	extends := unicode.Is(unicode.M, r) || r == 0xff9e || r == 0xff9f || r >= 0x1f3fb && r <= 0x1f3ff // Grapheme_Extend
	return r >= 0x300 && extends && ansi.StringWidth("a"+string(r)) == 1
}

// Paste copies the cells of another area that lie at the same places.
func (a Area) Paste(from Area) {
	for y := range min(a.h, from.h) {
		for x := range min(a.w, from.w) {
			*a.at(x, y) = *from.at(x, y)
		}
	}
}
