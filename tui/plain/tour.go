package plain

import (
	"context"
	"errors"
	"strings"

	"eeporl/model/lesson"
	"eeporl/tui"
)

// stepped says whether another step of a lesson has begun, or another lesson.
func stepped(before, now tui.State) bool {
	if now.Lesson == nil {
		return false
	}
	return before.Lesson == nil || before.Number != now.Number || before.Lesson.At() != now.Lesson.At()
}

// step tells the step that has begun: where its scene led to, what it says and asks.
func (e *Explorer) step(before, now tui.State) {
	run, lessons := now.Lesson, 0
	if all, err := e.app.Lessons(); err == nil {
		lessons = len(all)
	}
	if before.Lesson == nil || before.Number != now.Number {
		e.say("Lesson %d of %d: %s", now.Number+1, lessons, ended(run.Lesson().Title))
	}
	if now.Word != "" {
		e.say("Done: %s.", now.Word)
	}
	e.say("Step %d of %d: %s", run.At()+1, len(run.Lesson().Steps), ended(run.Step().Title))
	was, is := before.Session, now.Session
	if was.Place() != is.Place() || was.Config().Scenario != is.Config().Scenario || was.Now().N != is.Now().N {
		e.where()
		e.beat()
	}
	e.targets = nil
	e.stepAgain(now)
}

// begin tells the lesson that the program begins with.
func (e *Explorer) begin(now tui.State) {
	before := now
	before.Lesson = nil
	e.where()
	e.beat()
	e.step(before, now)
}

// stepAgain says what a step says, and its question or its task.
func (e *Explorer) stepAgain(now tui.State) {
	e.say("%s", e.app.Prose(now.Lesson.Text()))
	if now.Asked != nil {
		e.ask(now)
		return
	}
	e.task(now)
}

// task says what to do, or that there is nothing to do.
func (e *Explorer) task(now tui.State) {
	if now.Lesson.Done() {
		e.say("An empty line or next goes on.")
		return
	}
	e.say("To do: %s", e.app.Prose(now.Lesson.Step().Task))
}

// progress tells that the step is done, what there is to do once its question is put
// away, and its hints.
func (e *Explorer) progress(before, now tui.State) {
	if now.Lesson == nil || before.Lesson == nil {
		return
	}
	was, is := before.Lesson, now.Lesson
	switch {
	case is.Done() && !was.Done():
		if is.Step().Asks() {
			e.say("Done: %s.", e.app.Prose(is.Reached()))
		}
		if is.Last() {
			e.say("This was the last step; an empty line or next ends the lesson.")
		} else {
			e.say("An empty line or next goes on.")
		}
	case was.Asking() && !is.Asking():
		e.task(now)
	case is.Hint() != nil && e.app.Prose(is.Hint()) != e.app.Prose(was.Hint()):
		e.say("Hint: %s", e.app.Prose(is.Hint()))
	}
}

// left says that a lesson is over, or was left.
func (e *Explorer) left(before, now tui.State) {
	if now.Overlay != "lessons" { // the list of lessons opens when one is over
		e.say("The lesson is left. lesson %d begins it again.", before.Number+1)
	} else {
		e.say("The lesson is over.")
		if moral := before.Lesson.Lesson().Moral; moral != "" {
			e.say("To keep: %s", moral)
		}
		if all, err := e.app.Lessons(); err == nil {
			next := lesson.Next(all, now.Number)
			if all[now.Number].Core && !all[next].Core {
				e.say("The short path is done; what follows goes deeper.")
			}
			if next != now.Number {
				e.say("lesson %d goes on with: %s", next+1, ended(all[next].Title))
			}
		}
	}
	if now.Session.Follows(before.Session) {
		return
	}
	e.say("Your own session again:")
	e.where()
	e.beat()
}

// errNoLesson is what the words of a lesson say without one.
var errNoLesson = errors.New("no lesson is under way; tour lists them and lesson N begins one")

// lesson says the present step again.
func (e *Explorer) lesson(context.Context, string) error {
	now := e.app.State()
	if now.Lesson == nil {
		return errNoLesson
	}
	run := now.Lesson
	e.say("Lesson %d: %s, step %d of %d.", now.Number+1, run.Lesson().Title, run.At()+1, len(run.Lesson().Steps))
	e.stepAgain(now)
	return nil
}

func (e *Explorer) leave(context.Context, string) (err error) {
	if e.app.State().Lesson == nil {
		return errNoLesson
	}
	e.app, _, err = e.app.Do("tour off")
	return err
}

// ended is a title as a sentence.
func ended(title string) string {
	if strings.HasSuffix(title, "?") {
		return title
	}
	return title + "."
}
