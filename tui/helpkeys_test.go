package tui

import (
	"slices"
	"strings"
	"testing"

	"eeporl/model/lesson"
	"eeporl/tui/panes/kit"

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

// The lesson that is named for a view puts it in hand.
func TestViewsHaveALesson(t *testing.T) {
	all, err := lesson.Builtin(LessonEnv(nil))
	if err != nil {
		t.Fatal(err)
	}
	tea := start(t, "tea", 120, 40, Options{}).session
	check := func(v kit.View, n int) {
		if n < 1 || n > len(all) {
			t.Errorf("%s: found lesson %d of %d", v, n, len(all))
			return
		}
		shown := slices.ContainsFunc(all[n-1].Steps, func(s lesson.Step) bool {
			return slices.ContainsFunc(s.Scene, func(c lesson.Command) bool { return c.Line == "view "+v.Word() })
		})
		if !shown {
			t.Errorf("%s: lesson %d, %s, never shows it", v, n, all[n-1].Title)
		}
	}
	for v := range kit.Views {
		if n := v.Lesson(tea.Now()); n > 0 {
			check(v, n)
		}
	}
	a := start(t, "tiger", 120, 40, Options{})
	for _, line := range []string{"estimator tpsr", "leap 1000"} {
		a = told(t, a, line)
	}
	a = press(t, a, "e")
	n := kit.Recovery.Lesson(a.session.Now())
	if check(kit.Recovery, n); n == kit.Recovery.Lesson(tea.Now()) {
		t.Errorf("an estimate without columns has the lesson about columns, %d", n)
	}
}
