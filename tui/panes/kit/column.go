package kit

import (
	"strings"

	"eeporl/model/why"
	"eeporl/tui/canvas"
)

// Column is a table's column of figures.
type Column struct {
	title   string
	texts   []string
	aligned bool // the decimal points stand under each other, not the ends
	X, W    int
	after   int // cells from the points on
}

func NewColumn(title string, aligned bool, texts []string) Column {
	c := Column{title: title, texts: texts, aligned: aligned}
	before := 0
	for _, text := range texts {
		units := c.units(text)
		before, c.after = max(before, units), max(c.after, canvas.Width(text)-units)
	}
	c.W = max(canvas.Width(title), before+c.after)
	return c
}

// units is the width of what stands before a figure's point.
func (c *Column) units(text string) int {
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

// Place puts the column's left end at x and returns what comes after its right
// end.
func (c *Column) Place(x int) int {
	c.X = x
	return x + c.W
}

// at is where row i's figure begins; a dash stands at the right end, below the title's.
func (c *Column) at(i int) int {
	if c.texts[i] == "–" {
		return c.X + c.W - 1
	}
	return c.X + c.W - c.after - c.units(c.texts[i])
}

func (c *Column) Head(a canvas.Area, style canvas.Style) { a.Right(c.X+c.W, 0, c.title, style) }

// Figure draws row i of a column at line y.
func (s Scene) Figure(a canvas.Area, c *Column, i, y int, style canvas.Style, r why.Ref) {
	s.Whole(a, c.at(i), y, c.texts[i], style, r)
}
