package panel

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model/quantity"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// blockRows is the height of a digit that is read from the last row.
const blockRows = 5

// blockDigits are three columns wide, but for the point (one) and ∞ (five).
var blockDigits = map[rune][blockRows]string{
	'0': {"███", "█ █", "█ █", "█ █", "███"}, '1': {" █ ", "██ ", " █ ", " █ ", "███"}, '2': {"███", "  █", "███", "█  ", "███"},
	'3': {"███", "  █", " ██", "  █", "███"}, '4': {"█ █", "█ █", "███", "  █", "  █"}, '5': {"███", "█  ", "███", "  █", "███"},
	'6': {"███", "█  ", "███", "█ █", "███"}, '7': {"███", "  █", "  █", " █ ", " █ "}, '8': {"███", "█ █", "███", "█ █", "███"},
	'9': {"███", "█ █", "███", "  █", "███"}, '.': {" ", " ", " ", " ", "█"}, '-': {"   ", "   ", "███", "   ", "   "},
	'e': {"   ", "███", "█▄█", "█  ", "███"}, '∞': {"     ", "█▀█▀█", "█ █ █", "█▄█▄█", "     "},
}

// keyNumber is the number of the view in hand that a room is to read, in words and in digits; false where it is not known.
func (g Glance) keyNumber() (name, digits string, ok bool) {
	q, found := quantity.Named(g.InHand.Number())
	if !found {
		return "", "", false
	}
	x := q.Number(g.Session, g.Session.Now())
	switch {
	case math.IsNaN(x):
		return "", "", false
	case math.IsInf(x, 1):
		digits = "∞"
	case q.Count:
		digits = fmt.Sprintf("%.0f", x)
	default:
		digits = strings.TrimPrefix(fmt.Sprintf("%.3g", x), "0")
	}
	return q.Is, digits, !strings.ContainsFunc(digits, func(r rune) bool { _, drawn := blockDigits[r]; return !drawn })
}

// NumberRows is how many rows the number takes of a projector's screen.
func (g Glance) NumberRows() int {
	if _, _, ok := g.keyNumber(); !ok || g.Preset != Projector || g.ASCII || g.Height < 34 {
		return 0
	}
	return blockRows + 1
}

// DrawNumber draws the number with what it is beside it.
func DrawNumber(b canvas.Area, g Glance) {
	name, digits, ok := g.keyNumber()
	if !ok || b.H() < blockRows {
		return
	}
	x := 1
	for _, r := range digits {
		rows := blockDigits[r]
		wide := canvas.Width(rows[0])
		if x+2*wide > b.W() {
			return
		}
		for y, row := range rows {
			for i, cell := range []rune(row) {
				if cell != ' ' {
					b.Repeat(x+2*i, y, 2, cell, canvas.FG(theme.Title))
				}
			}
		}
		x += 2*wide + 2
	}
	b.Text(x+1, blockRows-1, name, Bold)
}
