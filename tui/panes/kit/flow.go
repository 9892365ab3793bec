package kit

import (
	"fmt"

	"eeporl/tui/canvas"
)

// Flow is a list of short entries that goes from left to right and on in the
// next row, as a paragraph does.
type Flow struct {
	Left int // column where the rows begin
	N    int
	Wide func(i int) int
}

// flowGap stands between two entries.
const flowGap = 2

// Rows is how many rows of a width the entries take.
func (f Flow) Rows(width int) int {
	x, rows := f.Left, 1
	for i := range f.N {
		if x > f.Left && x+f.Wide(i) > width {
			x, rows = f.Left, rows+1
		}
		x += f.Wide(i) + flowGap
	}
	return rows
}

// rest is the width of the entries from i on in one row.
func (f Flow) rest(i int) int {
	total := -flowGap
	for ; i < f.N; i++ {
		total += f.Wide(i) + flowGap
	}
	return total
}

// Draw draws the entries that have room and says how many have none; it returns
// the rows that it took.
func (f Flow) Draw(a canvas.Area, entry func(x, y, i int)) int {
	const more = len("... 999 more")
	x, y := f.Left, 0
	for i := range f.N {
		w := f.Wide(i)
		if x > f.Left && x+w > a.W() && y < a.H()-1 {
			x, y = f.Left, y+1
		}
		if y == a.H()-1 && x+w+flowGap+more > a.W() && x+f.rest(i) > a.W() {
			a.Text(x, y, fmt.Sprintf("… %d more", f.N-i), Dim)
			return y + 1
		}
		entry(x, y, i)
		x += w + flowGap
	}
	return y + 1
}
