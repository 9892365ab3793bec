package tui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/panel"
)

// onward is the command next-step: it goes on with the lesson once its step is done.
func onward(a App, _ string) (App, error) {
	switch {
	case noLesson(a) != "":
		return a, errors.New(noLesson(a))
	case a.tour.Run.Asking():
		return a, errors.New("a prediction is still open: answer it, or close it")
	case !a.tour.Run.Done():
		return a, errors.New("the step is not done; skip goes on all the same")
	}
	return a.nextStep(), nil
}

// lessonKey answers the keys that a lesson takes for itself.
func lessonKey(a App, msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	key := msg.String()
	switch {
	case key == "enter" && a.tour.Onward(a.focus.On):
		return a.nextStep(), nil, true
	case key == "enter" && a.tour.Tasked(a.focus.On):
		return a.doTask()
	case !a.tour.Run.Ready():
		if b, ok := lookup(a.table, key); ok && b.verb != "" {
			a.note = "the lesson sets its scene; a moment"
			return a, nil, true
		}
	}
	return a, nil, false
}

// doTask does the next item of the step's Try, so that Enter does the lesson's task and not what
// the session proposes. Where that item is Enter itself, the key goes on to the layers below.
func (a App) doTask() (App, tea.Cmd, bool) {
	tries := a.tour.Run.Step().Try
	if len(tries) == 0 {
		a.note = "the lesson asks for something else; " + a.keyFor("skip") + " skips the step"
		return a, nil, true
	}
	item := tries[min(a.tour.tried, len(tries)-1)]
	a.tour.tried++
	b, ok := named(a.table, item)
	if b.verb == model.Continue {
		return a, nil, false
	}
	if ok {
		next, cmd := a.obey(b, 0, panel.KeyLabel(b.keys[0], a.ASCII))
		return next, cmd, true
	}
	next, cmd, err := a.do(item)
	if err != nil {
		next.note = err.Error()
	}
	return next, cmd, true
}

// noStepBefore is why there is no way back to another step.
func noStepBefore(a App) string {
	if a.tour.Open && a.tour.Run.At() == 0 {
		return "this is the lesson's first step"
	}
	return noLesson(a)
}

// noLesson is why a lesson's keys can do nothing, "" while one is under way.
func noLesson(a App) string {
	if !a.tour.Open {
		return "no lesson is under way; " + a.keyFor("lessons") + " lists them"
	}
	return ""
}
