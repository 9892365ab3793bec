package tui

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
)

func lessons(t testing.TB) []lesson.Lesson {
	t.Helper()
	all, err := lesson.Builtin(LessonEnv(nil))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// touring opens a lesson at a size, its scene set.
func touring(t testing.TB, name string, w, h int, o Options) App {
	t.Helper()
	o.Tour = &Tour{Start: name}
	a := start(t, "tea", w, h, o)
	if !a.tour.Open {
		t.Fatal(a.note)
	}
	for !a.tour.Run.Ready() {
		a = settled(t, send(a, tickMsg{}))
	}
	return a
}

// Every lesson is done by what a learner does, on three seeds and two models;
// no step is done before, and every text has room on the smallest screen.
func TestLessonsAreWalked(t *testing.T) {
	all := lessons(t)
	models, seeds := []string{"", "noisy-tiger"}, []uint64{0, 1, 6}
	if !tier.Asked() {
		models, seeds = models[:1], seeds[:1]
	}
	for i, l := range all {
		if testing.Short() && i%4 != 0 {
			continue
		}
		for m, on := range models {
			for j, add := range seeds {
				if m != j && os.Getenv("EEPORL_SLOW") == "" {
					continue // each model on one seed; all of them with EEPORL_SLOW=1
				}
				t.Run(fmt.Sprintf("%s%s+%d", l.Name, on, add), func(t *testing.T) {
					played := slices.Clone(all)
					played[i].Seed += add
					a := start(t, "tea", 80, 24, Options{Tour: &Tour{Lessons: played, Model: on}})
					steps := 0
					err := WalkLesson(t.Context(), a, i, func(w Walked) error {
						steps++
						checkRoom(t, w)
						if w.Step.Asks() && (len(w.Step.Hints) == 0 || len(w.Step.Try) == 0 || len(w.Step.Done) == 0) {
							t.Errorf("%s: a step without a hint, a way to do it or a word when it is done", w.Step.Title)
						}
						if err := fits(w.After.Frame(), 80, 24); err != nil {
							t.Error(err)
						}
						if strings.Contains(w.Done, "unknown") {
							t.Errorf("%s: done says %q", w.Step.Title, w.Done)
						}
						checkForetold(t, w, on == "" && add == 0)
						return nil
					})
					if err != nil {
						t.Fatal(err)
					}
					if steps != len(l.Steps) {
						t.Errorf("%d of %d steps were seen", steps, len(l.Steps))
					}
				})
			}
		}
	}
}

// checkRoom holds a step's texts against the panel's rows at 80 columns.
func checkRoom(t *testing.T, w Walked) {
	t.Helper()
	rows := func(a App, p lesson.Prose, width int) int {
		x, y := 0, 1
		for i, word := range a.glance().Words(p, canvas.Style{}) {
			n := 0
			for _, s := range word {
				n += canvas.Width(s.Text)
			}
			if i > 0 && x+1+n > width {
				x, y = 0, y+1
			} else if i > 0 {
				x++
			}
			x += n
		}
		return y
	}
	for _, c := range []struct {
		what  string
		app   App
		p     lesson.Prose
		width int
		most  int
	}{
		{"text", w.Before, w.Step.Text, 78, 3}, {"text", w.After, w.Step.Text, 78, 3},
		{"task", w.Before, w.Step.Task, 76, 1}, {"task", w.After, w.Step.Task, 76, 1},
		{"done", w.After, w.Step.Done, 80 - 3 - 14, 1},
	} {
		if got := rows(c.app, c.p, c.width); got > c.most {
			t.Errorf("%s: the %s takes %d rows of %d: %s", w.Step.Title, c.what, got, c.width, c.p.String(c.app.keyFor, c.app.Lookup()))
		}
	}
	for _, h := range w.Step.Hints {
		if rows(w.Before, h, 72) > 1 {
			t.Errorf("%s: a hint takes two rows: %s", w.Step.Title, h.String(w.Before.keyFor, w.Before.Lookup()))
		}
	}
}

// Texts name keys by the table: ASCII terminals have other names for arrows.
func TestLessonsNameKeysOfTheTable(t *testing.T) {
	names := map[string]bool{}
	for _, b := range bindings() {
		if n := b.long(); n != "" && names[n] && b.verb != model.LeapBy {
			t.Errorf("%s is the name of two keys", n)
		} else {
			names[n] = true
		}
	}
	for _, v := range model.Verbs() {
		if key := keyOf(string(v)); key != "" {
			if b, _ := lookup(bindings(), key); b.verb != v {
				t.Errorf("%s is said to be %q, which does %s", v, key, b.verb)
			}
		}
	}
	a := touring(t, "hidden", 80, 24, Options{ASCII: true})
	if !strings.Contains(ansi.Strip(a.Frame()), "Press Right until") {
		t.Errorf("the task does not name the arrow in ASCII:\n%s", a.Frame())
	}
}

func TestLessonGoesOnBackAndAway(t *testing.T) {
	a := start(t, "two-step", 100, 30, Options{})
	a = press(t, a, "right", "right", "m")
	own := a.session.Place()
	a = press(t, a, "L")
	if a.overlay != lessonsOverlay {
		t.Fatal("L does not list the lessons")
	}
	a = press(t, a, "enter")
	if !a.tour.Open || a.session.Config().Scenario != "tea" || a.session.Place() != 0 {
		t.Fatalf("the lesson did not begin on a session of its own: %s at %d", a.session.Config().Scenario, a.session.Place())
	}
	a = press(t, a, "enter")
	if a.tour.Run.At() != 0 || a.session.Place() == 0 {
		t.Error("Enter before the task is done must do what it does without a lesson")
	}
	if !a.tour.Run.Done() {
		t.Fatal("the task is not noticed")
	}
	a = press(t, a, "enter")
	if a.tour.Run.At() != 1 {
		t.Fatal("Enter does not go on once the task is done")
	}
	// Wandering off: other views, other places, a branch; the lesson waits.
	a = press(t, a, "home", "M", "z", "z", "?", "esc", "+", "f", "f")
	if !a.tour.Open || a.tour.Run.At() != 1 {
		t.Fatal("the lesson did not survive")
	}
	a = press(t, a, "[")
	if a.tour.Run.At() != 0 || a.session.Place() != 0 || a.tour.Run.Done() {
		t.Errorf("back: step %d, beat %d, done %v", a.tour.Run.At()+1, a.session.Place(), a.tour.Run.Done())
	}
	a = press(t, a, "[")
	if !strings.Contains(a.note, "first step") {
		t.Errorf("before the first step: %q", a.note)
	}
	a = press(t, a, "]", "]", "right")
	at, place := a.tour.Run.At(), a.session.Place()
	a = press(t, a, "esc")
	if a.tour.Open || a.session.Config().Scenario != "two-step" || a.session.Place() != own || a.More != 1 {
		t.Fatalf("Esc did not bring the own session back: %s at %d", a.session.Config().Scenario, a.session.Place())
	}
	a = press(t, a, "]")
	if !strings.Contains(a.note, "no lesson") {
		t.Errorf("] without a lesson: %q", a.note)
	}
	a = press(t, a, "L", "enter")
	if !a.tour.Open || a.tour.Run.At() != at || a.session.Place() != place {
		t.Errorf("taken up again at step %d, beat %d; left at %d, %d", a.tour.Run.At(), a.session.Place(), at, place)
	}
	// Another one begun over it, by name; its end leads to the list.
	a, _, err := a.Do("tour labels")
	if err != nil {
		t.Fatal(err)
	}
	for a = settled(t, send(a, tickMsg{})); !a.tour.Run.Ready(); {
		a = settled(t, send(a, tickMsg{}))
	}
	for a.tour.Open {
		a = settled(t, press(t, a, "]"))
	}
	if a.overlay != lessonsOverlay || a.session.Config().Scenario != "two-step" || a.session.Place() != own {
		t.Errorf("after the last step: overlay %d, %s at %d", a.overlay, a.session.Config().Scenario, a.session.Place())
	}
	if _, _, err := a.Do("tour lables"); err == nil || !strings.Contains(err.Error(), "did you mean labels") {
		t.Errorf("a lesson that is none: %v", err)
	}
}

// Skipping every step leads through every lesson: each step sets its own scene.
func TestSkippedStepsSetTheirScenes(t *testing.T) {
	tier.Long(t, "draws many frames, on one goroutine")
	for i, l := range lessons(t) {
		a := start(t, "tea", 80, 24, Options{})
		a, err := a.beginLesson(i)
		if err != nil {
			t.Fatal(err)
		}
		for step := range l.Steps {
			if a, err = a.AtRest(context.Background()); err != nil {
				t.Fatal(err)
			}
			if a.tour.Run.At() != step || !a.tour.Run.Ready() {
				t.Fatalf("%s: at step %d, want %d", l.Name, a.tour.Run.At()+1, step+1)
			}
			if a.tour.Run.Asking() {
				a = press(t, a, "esc")
			}
			if a.tour.Run.Step().Asks() && a.tour.Run.Done() {
				t.Errorf("%s, step %d is done before it begins when those before it were skipped", l.Name, step+1)
			}
			next, err := a.tryStep(context.Background())
			if err != nil || a.tour.Run.Step().Asks() && !next.tour.Run.Done() && next.tour.Run.At() == step {
				t.Errorf("%s, step %d cannot be done when those before it were skipped (%v)", l.Name, step+1, err)
			}
			a = a.nextStep()
		}
	}
}

// A hint comes after actions that did not do the task, not after time.
func TestHintsComeAfterActions(t *testing.T) {
	a := touring(t, "hidden", 80, 24, Options{})
	for range 100 {
		a = send(a, tickMsg{})
	}
	if a.tour.Run.Hint() != nil {
		t.Error("a hint though nothing was done")
	}
	a = press(t, a, "M", "E", "M", "E", "M")
	if a.tour.Run.Hint() == nil || !strings.Contains(a.Frame(), "Hint:") {
		t.Error("no hint after five actions that did not do it")
	}
}

// What a key would ask of the session waits until the scene is set.
func TestSceneIsNotDisturbed(t *testing.T) {
	own := start(t, "tea", 80, 24, Options{})
	fresh := send(NewApp(own.session, Options{Tour: &Tour{Start: "labels"}}), tea.WindowSizeMsg{Width: 80, Height: 24})
	if fresh.tour.Run.Ready() {
		t.Fatal("the scene was set before its estimate was there")
	}
	if !fresh.tour.Open {
		t.Fatal("the lesson did not begin")
	}
	before := fresh.session.Place()
	fresh = send(fresh, panel.KeyPress("left"))
	if fresh.session.Place() != before || !strings.Contains(fresh.note, "scene") {
		t.Errorf("a key moved the session while the scene was being set: %q", fresh.note)
	}
	for !fresh.tour.Run.Ready() {
		fresh = settled(t, send(fresh, tickMsg{}))
	}
	if fresh.session.Now().Shown != model.BeatColumns {
		t.Errorf("the scene ends at %v", fresh.session.Now().Shown)
	}
}

// Each lesson as its first step begins and its last one ends; of the steps
// between the panel alone.
func TestGoldenTour(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for i, l := range lessons(t) {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], l.Name), func(t *testing.T) {
				var seen []string
				a := start(t, "tea", size[0], size[1], Options{NoColor: true})
				err := WalkLesson(t.Context(), a, i, func(w Walked) error {
					if w.Foretold != nil {
						seen = append(seen, withoutTabs(w.Foretold.Screen.Frame())...)
					}
					for k, at := range []App{w.Before, w.After} {
						rows := withoutTabs(at.Frame())
						if at.tour.Run.At() != k*(len(l.Steps)-1) {
							panel := at.layout().lesson
							rows = rows[panel.y-1 : panel.y-1+panel.h]
						}
						seen = append(seen, rows...)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				golden.RequireEqual(t, strings.Join(seen, "\n"))
			})
		}
	}
}

func TestGoldenTourList(t *testing.T) {
	golden.RequireEqual(t, press(t, start(t, "tea", 80, 24, Options{NoColor: true}), "L", "down").Frame())
}

// README's lesson is one that can be read and walked.
func TestReadmeLesson(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "```\nlesson ")
	sample, _, end := strings.Cut(after, "```")
	if !ok || !end {
		t.Fatal("README shows no lesson")
	}
	l, err := lesson.Read(strings.NewReader("lesson "+sample), "README.md", LessonEnv(nil))
	if err != nil {
		t.Fatal(err)
	}
	a := start(t, "tea", 80, 24, Options{Tour: &Tour{Lessons: []lesson.Lesson{l}}})
	if err := WalkLesson(t.Context(), a, 0, func(w Walked) error { checkRoom(t, w); return nil }); err != nil {
		t.Error(err)
	}
}

// A frame with a lesson costs little more than one without.
func TestLessonFrameIsCheap(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	a := start(t, "tea", 200, 60, Options{})
	err := WalkLesson(t.Context(), a, 10, func(w Walked) error {
		b := w.Before
		if allocs := testing.AllocsPerRun(5, func() { b.Frame() }); allocs > 1500 {
			t.Errorf("%s: %.0f allocations a frame", w.Step.Title, allocs)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOverlaysHaveNames(t *testing.T) {
	if got := len(overlayNames()); got != int(overlays) {
		t.Errorf("%d names for %d overlays", got, overlays)
	}
}

// The top line names the estimator of the estimate that the panes show, and the
// next one where that is another: lesson 2 chooses naive, also beside an
// estimate by full.
func TestTopLineNamesTheEstimateOnTheScreen(t *testing.T) {
	a, _, err := touring(t, "naive", 120, 40, Options{}).Do("estimator full")
	if err != nil {
		t.Fatal(err)
	}
	top := func() string {
		line, _, _ := strings.Cut(ansi.Strip(a.Frame()), "\n")
		return line
	}
	a = press(t, a, "e")
	if made := a.session.Now().Estimate; made == nil || made.Estimator != "full" || !strings.Contains(top(), "  full  N") || strings.Contains(top(), "next") {
		t.Fatalf("an estimate by full does not stand alone in the top line: %s", top())
	}
	a = press(t, a, "a", "n", "a", "i", "enter")
	if !strings.Contains(top(), "  full  N") || !strings.HasSuffix(strings.TrimSpace(top()), "next naive") {
		t.Errorf("the panes show an estimate by full and the top line says %s", top())
	}
	if a = press(t, a, "e"); strings.Contains(top(), "full") || !strings.Contains(top(), "  naive  N") {
		t.Errorf("the panes show an estimate by naive and the top line says %s", top())
	}
	if a = press(t, a, "home"); !strings.Contains(top(), "  naive  N") {
		t.Errorf("before all estimates the top line says %s, expected the next one's", top())
	}
}
