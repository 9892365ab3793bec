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

// Enter closes the help, and does nothing behind it.
func TestEnterClosesTheHelp(t *testing.T) {
	a := start(t, "tea", 80, 24, Options{})
	place := a.session.Place()
	if a = press(t, a, "?", "enter"); a.overlay != noOverlay || a.session.Place() != place {
		t.Errorf("found the overlay %v at beat %d, expected none at %d", a.overlay, a.session.Place(), place)
	}
}
