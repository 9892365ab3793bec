package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The first screen says at every size how to come to the lessons, and so do later ones that are wide; a lesson
// leaves it to the help.
func TestFirstScreenNamesTheLessons(t *testing.T) {
	named := func(a App) bool { return strings.Contains(ansi.Strip(a.Frame()), " L lessons") }
	for _, size := range sizes {
		a := start(t, "tea", size[0], size[1], Options{})
		if !named(a) {
			t.Errorf("%d x %d: the first screen does not name the lessons:\n%s", size[0], size[1], ansi.Strip(a.Frame()))
		}
		if got, wide := named(press(t, a, "right")), size[0] >= 100; got != wide {
			t.Errorf("%d x %d: found %v, expected the second beat to name the lessons where there is room", size[0], size[1], got)
		}
		if named(press(t, a, "L", "enter")) {
			t.Errorf("%d x %d: a lesson names the lessons", size[0], size[1])
		}
	}
}
