package tui

import (
	"image/color"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// View only reads the model: the same one can be drawn on several goroutines at a
// time, which the race detector watches, and every drawing is the same.
func TestDrawingWritesNothing(t *testing.T) {
	a := tell(t, start(t, "tea", 200, 60, Options{}), "leap 1000", "estimate", "last", "c=.2", "beside 1", "watch N")
	for v := range kit.Views {
		for _, a := range []App{a.turn(v), a.turn(v).startFocus()} {
			want := a.Frame()
			var drawn sync.WaitGroup
			for range 4 {
				drawn.Go(func() {
					if a.Frame() != want {
						t.Errorf("%s: another frame", v)
					}
				})
			}
			drawn.Wait()
		}
	}
}

// A look that was asked for paints every cell, as terminals that keep their own
// background would make it unreadable; one that fits the background paints nothing.
func TestAForcedLookPaintsItsPaper(t *testing.T) {
	a := start(t, "tea", 80, 24, Options{Theme: theme.Light})
	for i, row := range strings.Split(a.Frame(), "\n") {
		if ansi.StringWidth(row) != 80 || strings.HasSuffix(ansi.Strip(row), " ") || !strings.HasPrefix(row, "\x1b[0;38;2;28;28;34;48;2;255;255;255m") {
			t.Errorf("row %d is %q", i+1, row)
		}
	}
	fitting := send(a, tea.BackgroundColorMsg{Color: color.White})
	if strings.Contains(fitting.Frame(), "48;2;255;255;255") {
		t.Error("on white paper the light look paints its own")
	}
}

// With one hidden state there is no second eigenvalue to be apart from: the gap is +Inf.
func TestOneHiddenStateIsDrawn(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		a := tell(t, start(t, "random:1,1,2,2,1", 120, 40, Options{ASCII: ascii}), "leap 1000", "estimate", "forward", "forward")
		for v := range kit.Views {
			if err := fits(a.turn(v).Frame(), 120, 40); err != nil {
				t.Errorf("%s: %v", v, err)
			}
		}
	}
}
