package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
)

// Tour is the lessons that can be begun by words.
type Tour struct {
	Lessons []lesson.Lesson
	Model   string // played on instead of the lessons' own, "" for those
	Load    func(name string) (model.Config, error)
}

// tour is the lesson under way.
type tour struct {
	Tour
	open   bool
	number int // of the lesson, from 0
	run    lesson.Run
	starts []viewpoint // where each step began
}

// viewpoint is a session and how it was looked at.
type viewpoint struct {
	session model.Session
	screen  screen
	veiled  bool
}

// Teach makes lessons known to the words tour and lesson.
func (e *Explorer) Teach(t Tour) { e.tour = tour{Tour: t} }

// Begin starts lesson number i on a session of its own.
func (e *Explorer) Begin(ctx context.Context, i int) error {
	l := e.tour.Lessons[i]
	if e.tour.Model != "" {
		l.Model = e.tour.Model
	}
	if err := e.open(l.Model, l.Seed); err != nil {
		return err
	}
	e.tour = tour{Tour: e.tour.Tour, open: true, number: i, run: lesson.Start(l)}
	e.say("Lesson %d of %d: %s.", i+1, len(e.tour.Lessons), l.Title)
	return e.stage(ctx)
}

// open starts a fresh session of a model.
func (e *Explorer) open(name string, seed uint64) error {
	config, err := e.tour.Load(name)
	if err != nil {
		return err
	}
	config.Seed = seed
	s, err := model.New(config)
	if err != nil {
		return err
	}
	e.session, e.screen, e.veiled, e.question, e.targets = s, screen{list: "none"}, true, nil, nil
	return nil
}

// stage does the present step's scene without a word, and tells the step.
func (e *Explorer) stage(ctx context.Context) error {
	out, before := e.out, e.session
	e.out, e.question = io.Discard, nil
	for _, c := range e.tour.run.Step().Scene {
		if c.If.String() != "" && !c.If.Holds(e.lookup()) {
			continue
		}
		if err := e.scene(ctx, c); err != nil {
			e.out = out
			return err
		}
	}
	e.out = out
	at := e.tour.run.At()
	e.tour.starts = append(e.tour.starts[:min(at, len(e.tour.starts)):min(at, len(e.tour.starts))], viewpoint{e.session, e.screen, e.veiled})
	return e.beginStep(before)
}

// scene does one command. What the session refuses, as the learner has been
// there already, is no fault, nor is what would only change a screen's look.
func (e *Explorer) scene(ctx context.Context, c lesson.Command) error {
	if name, ok := c.Opens(); ok {
		if name == "" {
			name = e.tour.run.Lesson().Model
		}
		return e.open(name, e.tour.run.Lesson().Seed)
	}
	if err := e.command(ctx, c.Line); err != nil {
		return ctx.Err()
	}
	return nil
}

// beginStep tells the step, and asks its prediction where it can be made.
func (e *Explorer) beginStep(before model.Session) error {
	t := &e.tour
	t.run = t.run.Set(e.lookup())
	step := t.run.Step()
	e.say("Step %d of %d: %s.", t.run.At()+1, len(t.run.Lesson().Steps), step.Title)
	if before.Place() != e.session.Place() || before.Config().Scenario != e.session.Config().Scenario || before.Now().N != e.session.Now().N {
		e.where()
		e.beat()
	}
	e.say("%s", e.prose(step.Text))
	if t.run.Asking() {
		if q, ok := predict.Find(e.session, step.Predict); ok {
			e.ask(q)
			e.say("Type the number of an answer; a wrong one costs nothing. close goes on without.")
			return nil
		}
		t.run = t.run.Asked(e.lookup())
	}
	e.task()
	return nil
}

// task says what to do, or that there is nothing to do.
func (e *Explorer) task() {
	if e.tour.run.Done() {
		e.say("An empty line or next goes on.")
		return
	}
	e.say("To do: %s", e.prose(e.tour.run.Step().Task))
}

// prose writes a lesson's text with words where it has keys.
func (e *Explorer) prose(p lesson.Prose) string {
	text := p.String(wordFor, e.lookup())
	return strings.NewReplacer("Press ", "Type ", "press ", "type ").Replace(text)
}

// wordFor is what is typed for a key, in quotation marks.
func wordFor(name string) string {
	switch name {
	case "leave":
		name = "close"
	case "step-back":
		name = "back-step"
	case "lessons":
		name = "tour"
	}
	return `"` + strings.TrimPrefix(name, "set ") + `"`
}

// notice looks after every word whether the lesson goes on.
func (e *Explorer) notice(ctx context.Context) error {
	t := &e.tour
	if !t.open || e.question != nil {
		return nil
	}
	before, hint := t.run, e.prose(t.run.Hint())
	t.run = before.Asked(e.lookup()).Notice(e.lookup(), true)
	switch {
	case t.run.Done() && !before.Done():
		return e.done(ctx)
	case before.Asking():
		e.task()
	case e.prose(t.run.Hint()) != hint:
		e.say("Hint: %s", e.prose(t.run.Hint()))
	}
	return nil
}

// done says that the step is done.
func (e *Explorer) done(ctx context.Context) error {
	step := e.tour.run.Step()
	if step.Asks() {
		e.say("Done: %s.", e.prose(step.Done))
	}
	if step.Onward && !e.tour.run.Last() {
		return e.onward(ctx)
	}
	if e.tour.run.Last() {
		e.say("This was the last step; an empty line or next ends the lesson.")
		return nil
	}
	e.say("An empty line or next goes on.")
	return nil
}

// onward goes to the next step, whether this one is done or not.
func (e *Explorer) onward(ctx context.Context) error {
	run, ok := e.tour.run.To(e.tour.run.At() + 1)
	if !ok {
		e.tour.open, e.question = false, nil
		e.say("The lesson is over.")
		if next := e.tour.number + 1; next < len(e.tour.Lessons) {
			e.say("lesson %d goes on with: %s.", next+1, e.tour.Lessons[next].Title)
		}
		return nil
	}
	e.tour.run = run
	return e.stage(ctx)
}

// errNoLesson is what the words of a lesson say without one.
var errNoLesson = errors.New("no lesson is under way; tour lists them and lesson N begins one")

func (e *Explorer) next(ctx context.Context, _ string) error {
	switch {
	case !e.tour.open:
		return errNoLesson
	case e.question != nil:
		return errors.New("a prediction is still open; answer by a number, or close it")
	case !e.tour.run.Done():
		return fmt.Errorf("the step is not done: %s; skip goes on all the same", strings.TrimSuffix(e.prose(e.tour.run.Step().Task), "."))
	}
	return e.onward(ctx)
}

func (e *Explorer) skip(ctx context.Context, _ string) error {
	if !e.tour.open {
		return errNoLesson
	}
	return e.onward(ctx)
}

func (e *Explorer) backStep(context.Context, string) error {
	if !e.tour.open {
		return errNoLesson
	}
	at := e.tour.run.At() - 1
	run, ok := e.tour.run.To(at)
	if !ok {
		return errors.New("this is the lesson's first step")
	}
	start, before := e.tour.starts[at], e.session
	e.session, e.screen, e.veiled, e.question, e.targets = start.session, start.screen, start.veiled, nil, nil
	e.tour.run = run
	return e.beginStep(before)
}

func (e *Explorer) lesson(ctx context.Context, name string) error {
	if name == "" && e.tour.open {
		e.say("Lesson %d: %s, step %d of %d.", e.tour.number+1, e.tour.run.Lesson().Title, e.tour.run.At()+1, len(e.tour.run.Lesson().Steps))
		e.say("%s", e.prose(e.tour.run.Step().Text))
		if e.question != nil {
			e.ask(*e.question)
			return nil
		}
		e.task()
		return nil
	}
	i, err := lesson.Named(e.tour.Lessons, name)
	if err != nil {
		return err
	}
	return e.Begin(ctx, i)
}

func (e *Explorer) lessons(context.Context, string) error {
	for i, l := range e.tour.Lessons {
		e.say("%d: %s, %s (%d steps)", i+1, l.Name, l.Title, len(l.Steps))
	}
	e.say("lesson N begins one.")
	e.screen.list = "lessons"
	return nil
}

func (e *Explorer) leave(context.Context, string) error {
	if !e.tour.open {
		return errNoLesson
	}
	e.tour.open, e.question = false, nil
	e.say("The lesson is left, the session stays. lesson %d begins it again.", e.tour.number+1)
	return nil
}
