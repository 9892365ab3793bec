package tui

import "eeporl/tui/canvas"

// helpKeys are the keys at the right end of the row of the proposal. The first
// screen names the lessons too: who sees it may not know that there are any.
func (a App) helpKeys() [][2]string {
	keys := [][2]string{{"?", "help"}, {"q", "leave"}}
	if a.session.Place() == 0 && !a.tour.open {
		keys = append([][2]string{{"L", "lessons"}}, keys...)
	}
	return keys
}

// drawHelpKeys draws them and returns what is left of the row.
func (a App) drawHelpKeys(b canvas.Area) canvas.Area {
	x := b.W()
	keys := a.helpKeys()
	for _, k := range keys {
		x -= canvas.Width(k[0]) + 1 + canvas.Width(k[1]) + 2
	}
	left := b.Sub(0, 0, x, 1)
	for x++; len(keys) > 0; keys = keys[1:] {
		x = b.Text(b.Text(x, 0, keys[0][0], key)+1, 0, keys[0][1], dim) + 2
	}
	return left
}
