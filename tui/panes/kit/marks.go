package kit

import (
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// State draws a state's letter in its colour, or the veil, and returns the
// column after it.
func (s Scene) State(a canvas.Area, x, y, state int, known bool) int {
	if !known {
		return a.Text(x, y, "?", Dim)
	}
	return a.Text(x, y, theme.StateLetter(state), canvas.FG(theme.State(state)).With(canvas.Bold))
}

// Action draws an action's digit, underlined.
func (s Scene) Action(a canvas.Area, x, y, action int) int {
	return a.Text(x, y, theme.ActionDigit(action), actionStyle)
}

// actionStyle tells an action from a state, which has a colour.
var actionStyle = Bold.With(canvas.Underline)

// Pair draws an action pair as two digits: (a, a') is 12.
func (s Scene) Pair(a canvas.Area, x, y, pair int) int {
	if pair < 0 {
		return a.Text(x, y, "??", Bad)
	}
	first, second := s.Sizes().PairActions(pair)
	return s.Action(a, s.Action(a, x, y, first), y, second)
}

// Bar draws a horizontal bar of a share of width columns, in eighths.
func (s Scene) Bar(a canvas.Area, x, y, width int, share float64, style canvas.Style) {
	eighths := int(share*float64(8*width) + .5)
	eighths = min(max(eighths, 0), 8*width)
	full := eighths / 8
	if s.Theme.ASCII {
		a.Repeat(x, y, (eighths+4)/8, '#', style)
		return
	}
	a.Repeat(x, y, full, '█', style)
	if rest := eighths % 8; rest > 0 {
		a.Set(x+full, y, '█'+rune(8-rest), style)
	}
}
