package plain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"eeporl/pomdp/pomdptest/tier"
)

// Every lesson is done by the words that its steps say to try; a prediction is
// answered before.
func TestLessonsAreWalkedByWords(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	e, out := open(t, "tea")
	lessons, err := e.app.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range lessons {
		t.Run(l.Name, func(t *testing.T) {
			out.Reset()
			obey := func(line string) {
				t.Helper()
				if err := e.Obey(t.Context(), line); err != nil {
					t.Fatalf("%s: %v\n%s", line, err, out)
				}
			}
			obey(fmt.Sprintf("lesson %d", i+1))
			for at, step := range l.Steps {
				now := e.app.State()
				if now.Lesson.At() != at {
					t.Fatalf("at step %d, want %d", now.Lesson.At()+1, at+1)
				}
				if step.Predict != "" && now.Asked == nil {
					t.Errorf("%s is not asked", step.Predict)
				}
				if now.Asked != nil {
					obey("2")
				}
				on := func() bool { now := e.app.State(); return now.Lesson != nil && now.Lesson.At() == at }
				for j := 0; j < len(step.Try)+30 && on() && !e.app.State().Lesson.Done(); j++ {
					line := step.Try[min(j, len(step.Try)-1)]
					if err := e.Obey(t.Context(), line); err != nil && !strings.Contains(err.Error(), "last beat") {
						t.Logf("%s: %v", line, err)
					}
				}
				if on() {
					if !e.app.State().Lesson.Done() {
						t.Fatalf("step %d is not done by %v:\n%s", at+1, step.Try, out)
					}
					obey("next")
				}
			}
			if e.app.State().Lesson != nil || !strings.Contains(out.String(), "The lesson is over.") {
				t.Error("the lesson goes on after its last step")
			}
			if strings.Contains(out.String(), "Press ") {
				t.Errorf("there are no keys to press:\n%s", out)
			}
		})
	}
}

// tourWords are three lessons as somebody types them, wanderings and slips
// of the mind included.
const tourWords = `tour
lesson hmm
forward 7

1

next-episode

veil
where
view moments
more

grow
grow
grow

lesson pairs
close
lesson
next-episode


2
more
more
more
more
next
grow
back-step
more 4
skip
grow

exact

lesson labels
forward

continue

1

seed=8
last

more
leave
`

func TestGoldenLessonsByWords(t *testing.T) {
	e, out := open(t, "tea")
	if err := e.Run(t.Context(), strings.NewReader(tourWords), "words", false); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"Lesson 2 of ", "Lesson 3 of ", "Lesson 6 of ", "The lesson is over.", "Step 4 of 4", "The lesson is left"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q was not said", want)
		}
	}
	golden.RequireEqual(t, []byte(out.String()))
}

func TestWordsOfALesson(t *testing.T) {
	e, out := open(t, "tea")
	for _, line := range []string{"next", "skip", "back-step", "leave"} {
		if err := e.Obey(t.Context(), line); err == nil || !strings.Contains(err.Error(), "no lesson") {
			t.Errorf("%s without a lesson: %v", line, err)
		}
	}
	if err := e.Obey(t.Context(), "lesson lables"); err == nil || !strings.Contains(err.Error(), "did you mean labels") {
		t.Errorf("a lesson that is none: %v", err)
	}
	if err := e.Obey(t.Context(), "lesson hidden"); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"next": "not done", "back-step": "first step"} {
		if err := e.Obey(t.Context(), line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	for range 5 {
		if err := e.Obey(t.Context(), "where"); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(out.String(), `Hint: "forward" goes one beat on.`) {
		t.Errorf("no hint after a while:\n%s", out)
	}
	if err := e.Obey(t.Context(), "lesson hmm"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := e.Obey(t.Context(), "skip"); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Obey(t.Context(), "next"); err == nil || !strings.Contains(err.Error(), "still open") {
		t.Errorf("next over an open prediction: %v", err)
	}
	out.Reset()
	if err := e.Obey(t.Context(), "close"); err != nil || !strings.Contains(out.String(), "To do: ") {
		t.Errorf("a prediction that is put away leads to the task: %v, %s", err, out)
	}
}
