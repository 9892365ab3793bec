package panel

import "eeporl/tui/canvas"

// line is one row of an overlay: a lead in one style, the rest in another.
type line struct {
	lead, rest           string
	leadStyle, restStyle canvas.Style
	at                   int // column where the rest begins, 0: right after the lead
}

// draw draws a line on a row.
func (l line) draw(row canvas.Area) {
	x := row.Text(0, 0, l.lead, l.leadStyle)
	if l.at > 0 {
		x = l.at
	}
	row.Text(x, 0, l.rest, l.restStyle)
}
