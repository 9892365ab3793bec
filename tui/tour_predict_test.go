package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model/lesson"
	"eeporl/model/watch"
	"eeporl/tui/panel"
)

// checkForetold sees that a step's prediction was asked, on the lesson's own
// model and seed at least, and that its verdict and reason stand on the smallest
// screen together with the lesson's panel.
func checkForetold(t *testing.T, w Walked, own bool) {
	t.Helper()
	f := w.Foretold
	if f == nil {
		if own && w.Step.Predict != "" {
			t.Errorf("%s: %s cannot be asked", w.Step.Title, w.Step.Predict)
		}
		return
	}
	frame := f.Screen.Frame()
	if err := fits(frame, 80, 24); err != nil {
		t.Error(err)
	}
	verdict := map[bool]string{true: "As you said.", false: "Not this time."}[f.Said == f.Answer.Right]
	shown := strings.Join(strings.Fields(ansi.Strip(frame)), " ")
	for _, want := range []string{verdict, "(so it is)", strings.Join(strings.Fields(f.Answer.Why), " "), w.Text} {
		if !strings.Contains(shown, want) {
			t.Errorf("%s: %q is not on the screen:\n%s", w.Step.Title, want, ansi.Strip(frame))
		}
	}
}

func TestSixLessonsAsk(t *testing.T) {
	asking, kinds := 0, map[string]bool{}
	for _, l := range lessons(t) {
		asks := false
		for _, s := range l.Steps {
			if s.Predict != "" {
				asks, kinds[s.Predict] = true, true
			}
		}
		if asks {
			asking++
		}
	}
	if asking < 6 || len(kinds) < 8 {
		t.Errorf("%d lessons ask for predictions of the kinds %v", asking, kinds)
	}
}

// atQuestion is a lesson at the step whose prediction is open.
func atQuestion(t testing.TB, name string) App {
	t.Helper()
	a := touring(t, name, 80, 24, Options{})
	for !a.prediction.Open {
		a = settled(t, press(t, a, "]"))
		for !a.tour.Run.Ready() {
			a = settled(t, send(a, tickMsg{}))
		}
	}
	return a
}

// answered says a choice and brings what it comes to.
func answered(t testing.TB, a App, key string) App {
	t.Helper()
	q := &a.prediction.Questions[0]
	a = press(t, a, key)
	answer, err := q.Answer(t.Context(), a.session)
	return send(a, panel.Answered{Question: q, Answer: answer, Err: err})
}

func TestLessonsPrediction(t *testing.T) {
	asked := atQuestion(t, "hmm")
	at := asked.tour.Run.At()
	if asked.tour.Run.Done() || !strings.Contains(ansi.Strip(asked.Frame()), "First a prediction") {
		t.Fatalf("the step does not begin with its question:\n%s", ansi.Strip(asked.Frame()))
	}
	for _, choice := range []string{"1", "2"} {
		a := answered(t, asked, choice)
		if a = press(t, a, "enter"); !a.tour.Run.Done() || a.tour.Run.At() != at || a.prediction.Open {
			t.Errorf("after %s and what it came to: step %d, done %v", choice, a.tour.Run.At()+1, a.tour.Run.Done())
		}
		if a = press(t, a, "["); a.tour.Run.At() != at-1 {
			t.Errorf("[ leads to step %d", a.tour.Run.At()+1)
		}
	}
	a := press(t, asked, "esc")
	if a.tour.Run.Done() || a.tour.Run.Asking() || a.score.Made != 0 {
		t.Error("closing the question does its task, or counts")
	}
	if a = press(t, a, "right"); !a.tour.Run.Done() {
		t.Error("the task cannot be done by hand")
	}
	if a = press(t, asked, "]"); a.tour.Run.At() != at+1 || a.prediction.Open {
		t.Error("] does not skip the step")
	}
	a = press(t, asked, "[")
	if a.tour.Run.At() != at-1 || a.prediction.Open {
		t.Error("[ does not go back")
	}
	if a = press(t, a, "]"); !a.prediction.Open {
		t.Error("coming back does not ask again")
	}
	if a = press(t, asked, "esc", "esc"); a.tour.Open {
		t.Error("Esc does not leave the lesson")
	}
}

// Where a step only asks, and where it asks what cannot be asked, it is done
// once the question is closed, or at once.
func TestStepThatOnlyAsks(t *testing.T) {
	a := touring(t, "phase2", 80, 24, Options{})
	number := a.tour.Number
	a.tour.Lessons = slices.Clone(a.tour.Lessons)
	steps := slices.Clone(a.tour.Lessons[number].Steps)
	a.tour.Lessons[number].Steps = steps
	at := slices.IndexFunc(steps, func(s lesson.Step) bool { return s.Predict == "optimal" })
	steps[at].Until = watch.Expr{}
	a, err := a.beginLesson(number)
	if err != nil {
		t.Fatal(err)
	}
	for !a.tour.Run.Ready() {
		a = settled(t, send(a, tickMsg{}))
	}
	for a.tour.Run.At() < at {
		a = press(t, a, "]")
		for !a.tour.Run.Ready() {
			a = settled(t, send(a, tickMsg{}))
		}
	}
	if !a.prediction.Open || a.tour.Run.Done() {
		t.Fatal("no question")
	}
	if b := press(t, a, "esc"); !b.tour.Run.Done() {
		t.Error("closed, but not done")
	}
	b := press(t, answered(t, a, "1"), "enter")
	if !b.tour.Run.Done() {
		t.Error("answered, but not done")
	}
	a.session = start(t, "tea", 80, 24, Options{}).session // nothing can be predicted there
	a.prediction = panel.Prediction{}
	if a = a.beginStep(); a.prediction.Open || !a.tour.Run.Done() {
		t.Error("a question that cannot be asked holds the step up")
	}
	if a = send(a, tea.WindowSizeMsg{Width: 100, Height: 30}); !strings.Contains(ansi.Strip(a.Frame()), "goes on") {
		t.Error("it does not go on")
	}
}

// What a prediction led to is recorded as the steps that it took.
func TestPredictionIsRecorded(t *testing.T) {
	a := foretell(t, press(t, beforeSymbol(t, 80, 24), "Q"), "1")
	if a = press(t, a, "enter"); len(a.prediction.Questions) > 0 {
		t.Fatal("the question is still open")
	}
	a = foretell(t, press(t, beforeSymbol(t, 80, 24), "Q"), "1")
	if steps := a.showAnswer(*a.prediction.Answer).steps; len(steps) != 1 || steps[0].Intent.Verb != "forward" {
		t.Errorf("the steps are %v", steps)
	}
}
