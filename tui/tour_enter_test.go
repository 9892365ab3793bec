package tui

import "testing"

// Whoever knows no key but Enter gets through every lesson: it does what a step asks,
// and never anything else.
func TestEnterAloneGoesThroughEveryLesson(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	a := start(t, "tea", 120, 40, Options{Tour: &Tour{List: true}})
	if len(a.tour.Lessons) < 11 {
		t.Fatalf("found %d lessons", len(a.tour.Lessons))
	}
	for i := range a.tour.Lessons {
		a, err := a.beginLesson(i)
		if err != nil {
			t.Fatal(err)
		}
		name := a.tour.Run.Lesson().Name
		for presses := 0; a.tour.Open; presses++ {
			if presses > 600 {
				t.Fatalf("lesson %s does not get beyond step %d, line %d:\n%s", name, a.tour.Run.At()+1, a.tour.Run.Step().Line, a.Frame())
			}
			if a, err = a.AtRest(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !a.tour.Run.Ready() {
				continue
			}
			switch {
			case a.prediction.Open && a.prediction.Said < 0:
				if a, _, err = a.foresee(t.Context(), 0); err != nil {
					t.Fatal(err)
				}
			default:
				a = a.pressed("enter")
			}
		}
	}
}

// Once a step is done, a figure that the learner puts into focus is explained by Enter, and Esc leads back to the lesson.
func TestEnterExplainsWhatTheLearnerAsksFor(t *testing.T) {
	a := start(t, "tea", 120, 40, Options{Tour: &Tour{List: true}})
	a, err := a.beginLesson(0)
	if err != nil {
		t.Fatal(err)
	}
	settle := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			if a, err = a.pressed(k).AtRest(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	settle("right")
	if !a.tour.Run.Done() {
		t.Fatalf("the step is not done:\n%s", a.Frame())
	}
	settle("w", "enter")
	if !a.question.Open || a.tour.Run.At() != 0 {
		t.Fatalf("Enter goes to step %d and explains nothing:\n%s", a.tour.Run.At()+1, a.Frame())
	}
	if settle("enter", "esc", "enter"); a.question.Open || a.tour.Run.At() != 1 {
		t.Fatalf("Esc and Enter lead to step %d:\n%s", a.tour.Run.At()+1, a.Frame())
	}
}
