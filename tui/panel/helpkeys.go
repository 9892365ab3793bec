package panel

import (
	"fmt"

	"eeporl/tui/canvas"
)

// helpKeys are the keys at the right end of the row of the proposal. The first
// screen names the lessons too, and so does a wide one, or one with room: who sees it may not know that there are any.
func (g Glance) helpKeys() [][2]string {
	keys := [][2]string{{"?", "help"}, {"q", "leave"}}
	if g.namesLessons() {
		keys = append([][2]string{g.lessonsKey()}, keys...)
	}
	return keys
}

// lessonsKey names the lesson about the view in hand, once there is something in it.
func (g Glance) lessonsKey() [2]string {
	if g.Session.Place() == 0 {
		return [2]string{"L", "lessons"}
	}
	if n := g.InHand.Lesson(g.Session.Now()); n > 0 {
		return [2]string{"L", fmt.Sprintf("lessons: %d is on this", n)}
	}
	return [2]string{"L", "lessons"}
}

func (g Glance) namesLessons() bool {
	return (g.Session.Place() == 0 || g.Width >= wideWindow) && !g.Tour.Open
}

// drawHelpKeys draws them and returns what is left of the row.
func drawHelpKeys(b canvas.Area, g Glance) canvas.Area {
	keys := g.helpKeys()
	x := b.W() - keyRowWidth(keys)
	KeyRow(b, x+1, keys)
	return b.Sub(0, 0, x, 1)
}

// KeyRow draws keys with what they do, from column x on.
func KeyRow(b canvas.Area, x int, keys [][2]string) {
	for _, k := range keys {
		x = b.Text(b.Text(x, 0, k[0], Key)+1, 0, k[1], Dim) + 2
	}
}

func keyRowWidth(keys [][2]string) int {
	wide := 0
	for _, k := range keys {
		wide += canvas.Width(k[0]) + 1 + canvas.Width(k[1]) + 2
	}
	return wide
}
