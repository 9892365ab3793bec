package panes

import (
	"fmt"

	"eeporl/tui/canvas"
)

// flow is a list of short entries that goes from left to right and on in the
// next row, as a paragraph does.
type flow struct {
	left int // column where the rows begin
	n    int
	wide func(i int) int
}

// flowGap stands between two entries.
const flowGap = 2

// rows is how many rows of a width the entries take.
func (f flow) rows(width int) int {
	x, rows := f.left, 1
	for i := range f.n {
		if x > f.left && x+f.wide(i) > width {
			x, rows = f.left, rows+1
		}
		x += f.wide(i) + flowGap
	}
	return rows
}

// rest is the width of the entries from i on in one row.
func (f flow) rest(i int) int {
	total := -flowGap
	for ; i < f.n; i++ {
		total += f.wide(i) + flowGap
	}
	return total
}

// draw draws the entries that have room and says how many have none; it returns
// the rows that it took.
func (f flow) draw(a canvas.Area, entry func(x, y, i int)) int {
	const more = len("... 999 more")
	x, y := f.left, 0
	for i := range f.n {
		w := f.wide(i)
		if x > f.left && x+w > a.W() && y < a.H()-1 {
			x, y = f.left, y+1
		}
		if y == a.H()-1 && x+w+flowGap+more > a.W() && x+f.rest(i) > a.W() {
			a.Text(x, y, fmt.Sprintf("… %d more", f.n-i), dim)
			return y + 1
		}
		entry(x, y, i)
		x += w + flowGap
	}
	return y + 1
}
