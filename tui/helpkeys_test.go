package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The first screen says at every size how to come to the lessons, and so do later ones that have room; a lesson
// leaves it to the help.
func TestFirstScreenNamesTheLessons(t *testing.T) {
	named := func(a App) bool { return strings.Contains(ansi.Strip(a.Frame()), " L lessons") }
	for _, size := range sizes {
		a := start(t, "tea", size[0], size[1], Options{})
		if !named(a) {
			t.Errorf("%d x %d: the first screen does not name the lessons:\n%s", size[0], size[1], ansi.Strip(a.Frame()))
		}
		if !named(press(t, a, "right")) {
			t.Errorf("%d x %d: the second beat does not name the lessons, though there is room", size[0], size[1])
		}
		if named(press(t, a, "L", "enter")) {
			t.Errorf("%d x %d: a lesson names the lessons", size[0], size[1])
		}
	}
}
