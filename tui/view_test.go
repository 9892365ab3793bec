package tui

import (
	"sync"
	"testing"

	"eeporl/tui/panes"
)

// View only reads the model: the same one can be drawn on several goroutines at a
// time, which the race detector watches, and every drawing is the same.
func TestDrawingWritesNothing(t *testing.T) {
	a := tell(t, start(t, "tea", 200, 60, Options{}), "leap 1000", "estimate", "last", "c=.2", "beside 1", "watch N")
	for v := range panes.Views {
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
