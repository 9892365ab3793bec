package panes

import (
	"strings"

	"eeporl/model/why"
	"eeporl/tui/canvas"
)

// column is a table's column of figures.
type column struct {
	title   string
	texts   []string
	aligned bool // the decimal points stand under each other, not the ends
	x, w    int
	after   int // cells from the points on
}

func newColumn(title string, aligned bool, texts []string) column {
	c := column{title: title, texts: texts, aligned: aligned}
	before := 0
	for _, text := range texts {
		units := c.units(text)
		before, c.after = max(before, units), max(c.after, canvas.Width(text)-units)
	}
	c.w = max(canvas.Width(title), before+c.after)
	return c
}

// units is the width of what stands before a figure's point.
func (c *column) units(text string) int {
	if !c.aligned {
		return canvas.Width(text)
	}
	return canvas.Width(text) - canvas.Width(fraction(text))
}

// fraction is what stands from a figure's decimal point on; without one, from
// its power of ten on.
func fraction(text string) string {
	if at := strings.IndexByte(text, '.'); at >= 0 {
		return text[at:]
	}
	if at := strings.Index(text, "·10"); at >= 0 {
		return text[at:]
	}
	return ""
}

// place puts the column's left end at x and returns what comes after its right
// end.
func (c *column) place(x int) int {
	c.x = x
	return x + c.w
}

// at is where row i's figure begins.
func (c *column) at(i int) int { return c.x + c.w - c.after - c.units(c.texts[i]) }

func (c *column) head(a canvas.Area, style canvas.Style) { a.Right(c.x+c.w, 0, c.title, style) }

// figure draws row i of a column at line y.
func (s Scene) figure(a canvas.Area, c *column, i, y int, style canvas.Style, r why.Ref) {
	s.whole(a, c.at(i), y, c.texts[i], style, r)
}
