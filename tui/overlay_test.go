package tui

import "testing"

// What is scrolled to its end goes back with the next key up.
func TestScrollingEndsAtTheEnd(t *testing.T) {
	for _, ends := range [][]string{{"end"}, {"pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown"}} {
		a := press(t, start(t, "tea", 80, 24, Options{}), append([]string{"?"}, ends...)...)
		last := a.Frame()
		if up := press(t, a, "up"); up.Frame() == last || press(t, up, "down").Frame() != last {
			t.Errorf("%v: a row up and down does not lead back", ends)
		}
	}
}
