package tui

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/tui/panel"
)

// Walked is a step of a lesson as a learner saw it who did what it asks.
type Walked struct {
	Step                   lesson.Step
	Text, Task, Done, Said string // figures and keys filled in; Said is the account of the last beat
	Before, After          App    // the screen as the step began and when it was done
	Foretold               *Foretold
}

// Foretold is the prediction that a step began with.
type Foretold struct {
	Question predict.Question
	Said     int // the choice that was made
	Answer   predict.Answer
	Screen   App // as it shows the answer
}

// walkPatience is how often, at most, the last item of a step's Try is done.
const walkPatience = 300

// WalkLesson plays lesson number i without a terminal and does what each step
// asks by what it says to try. A step that is done before anything was tried,
// or that is not done after all of it, is an error that names its line.
func WalkLesson(ctx context.Context, a App, i int, visit func(Walked) error) error {
	if a.Width == 0 { // figures have a place on a screen alone
		a.Width, a.Height = 120, 40
	}
	a, err := a.beginLesson(i)
	if err != nil {
		return err
	}
	if a, err = a.AtRest(ctx); err != nil {
		return err
	}
	for {
		l, step := a.tour.Run.Lesson(), a.tour.Run.Step()
		fault := func(found, expected string) error {
			return fmt.Errorf("lesson %s, line %d: found %s, expected %s", l.Name, step.Line, found, expected)
		}
		w := Walked{Step: step, Text: step.Text.String(a.keyFor, a.Lookup()), Task: step.Task.String(a.keyFor, a.Lookup()), Before: a}
		if step.Asks() {
			if a.tour.Run.Asked(a.Lookup()).Done() {
				return fault("a step that is done before it begins: "+step.Until.String(), "something that is still to be done")
			}
		}
		if a.tour.Run.Asking() {
			if a, w.Foretold, err = a.foresee(ctx, a.tour.Run.At()); err != nil {
				return fault("a prediction that comes to nothing: "+err.Error(), "one that the session answers")
			}
		}
		if step.Asks() && !a.tour.Run.Done() {
			if a, err = a.tryStep(ctx); err != nil {
				return err
			}
			moved := a.tour.Run.At() > w.Before.tour.Run.At()
			if !moved && !a.tour.Run.Done() {
				return fault("a step that is not done by "+strings.Join(step.Try, "; "), "that to make true "+step.Until.String())
			}
		}
		if w.After, w.Done = a, a.tour.Run.Reached().String(a.keyFor, a.Lookup()); a.tour.Run.At() > w.Before.tour.Run.At() {
			w.Done = a.tour.Word
		}
		w.Said, _ = a.session.Account(a.Veiled)
		if err := visit(w); err != nil {
			return err
		}
		if a.tour.Run.At() > w.Before.tour.Run.At() {
			continue // it went on at once
		}
		if a.tour.Run.Last() {
			return nil
		}
		if a, err = a.nextStep().AtRest(ctx); err != nil {
			return err
		}
	}
}

// foresee answers the open question, with another choice at each turn, and follows the answer
// to where the session shows it.
func (a App) foresee(ctx context.Context, turn int) (App, *Foretold, error) {
	q := &a.prediction.Questions[0]
	f := &Foretold{Question: *q, Said: turn % len(q.Choices)}
	a = a.pressed(strconv.Itoa(f.Said + 1))
	var err error
	if f.Answer, err = q.Answer(ctx, a.session); err != nil {
		return a, f, err
	}
	f.Screen, _ = a.after(panel.Answered{Question: q, Answer: f.Answer})
	a, err = f.Screen.pressed("enter").AtRest(ctx)
	return a, f, err
}

// pressed is the screen after a key of the table.
func (a App) pressed(key string) App {
	next, _ := a.after(panel.KeyPress(key))
	return next
}

// tryStep does what the step says to try.
func (a App) tryStep(ctx context.Context) (App, error) {
	at, tries := a.tour.Run.At(), a.tour.Run.Step().Try
	for i := 0; len(tries) > 0 && i < len(tries)+walkPatience; i++ {
		next, err := a.try(tries[min(i, len(tries)-1)]).AtRest(ctx)
		if err != nil {
			return a, err
		}
		if a = next; a.tour.Run.Done() || a.tour.Run.At() != at {
			return a, nil
		}
	}
	return a, nil
}

// try presses a key by its long name, or does a command.
func (a App) try(item string) App {
	if key := keyOf(item); key != "" {
		return a.pressed(key)
	}
	next, _, err := a.Do(item)
	if err != nil {
		next.note = err.Error()
	}
	next, _ = next.noticed(tea.KeyPressMsg{})
	return next
}
