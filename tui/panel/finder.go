package panel

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
)

// Finder is a line of letters and, of what they find, the one chosen.
type Finder struct {
	Line   Field
	Chosen int
}

// key answers a key that chooses one of n, a page of so many further, or changes the letters.
func (f Finder) key(msg tea.KeyPressMsg, n, page int) Finder {
	last := max(n-1, 0)
	switch msg.String() {
	case "up":
		f.Chosen = max(f.Chosen-1, 0)
	case "down", "tab":
		f.Chosen = min(f.Chosen+1, last)
	case "pgup":
		f.Chosen = max(f.Chosen-page, 0)
	case "pgdown":
		f.Chosen = min(f.Chosen+page, last)
	default:
		if line, ok := f.Line.Typed(msg); ok {
			f.Line, f.Chosen = line, 0
		}
	}
	return f
}

// prompt draws the line of letters after a sign.
func (f Finder) prompt(b canvas.Area, g Glance, sign string) {
	f.Line.draw(b, b.Text(0, 0, sign+" ", Key), 0, canvas.Style{}, g.Ink)
}

// window is where the rows begin that have room, with one of them in their midst.
func window(at, rows, room int) int { return max(min(at-room/2, rows-room), 0) }

// inHand is how the one chosen is drawn.
func inHand(is bool, style canvas.Style) canvas.Style {
	if is {
		return Bold.With(canvas.Reverse)
	}
	return style
}
