package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"image/color"

	"eeporl/tui/theme"
)

// A look that was asked for on a terminal of the other kind brings its own background;
// otherwise the terminal keeps its own.
func TestAForcedLookBringsItsBackground(t *testing.T) {
	for _, x := range []struct {
		look theme.Look
		dark bool
		want bool
	}{{theme.Light, true, true}, {theme.Dark, false, true}, {theme.Light, false, false}, {theme.Dark, true, false}, {"", true, false}, {"", false, false}} {
		a := start(t, "tea", 80, 24, Options{Theme: x.look})
		paper := color.Color(color.White)
		if x.dark {
			paper = color.Black
		}
		next, _ := a.Update(tea.BackgroundColorMsg{Color: paper})
		if got := next.View().BackgroundColor != nil; got != x.want {
			t.Errorf("%q on a dark terminal (%v): a background of its own: %v, expected %v", x.look, x.dark, got, x.want)
		}
	}
}
