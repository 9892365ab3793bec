package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/tui/panel"
)

func (a App) here() *viewpoint { return &viewpoint{a.session, a.Looks, a.twin} }

// to goes to a viewpoint; the layout stays.
func (a App) to(p *viewpoint) App {
	a.work.cancelAll()
	preset := a.Preset // stays as it is now
	a.session, a.Looks, a.twin = p.session, p.Looks, p.twin
	a.Preset = preset
	a.overlay, a.question.Open, a.focus.On, a.prediction, a.typed = noOverlay, false, false, a.prediction.Closed(), 0
	return a
}

// Tour says which lessons there are, and whether the program begins with them.
type Tour struct {
	Lessons []lesson.Lesson // nil for the tour's own
	Start   string          // the lesson to begin with, "" for none
	List    bool            // begin with the list of lessons
	Model   string          // played on instead of the lessons' own, "" for those
	// Load finds what a lesson is played on by its name; nil stands for model.Find.
	Load func(name string) (model.Config, error)
}

func newTour(o Tour) tour {
	t := tour{LessonPanel: panel.LessonPanel{Lessons: o.Lessons}, load: o.Load, model: o.Model}
	if t.load == nil {
		t.load = loadScenario
	}
	return t
}

func loadScenario(name string) (model.Config, error) {
	subject, err := model.Find(name)
	config := subject.Config(name)
	config.Seed = 1
	return config, err
}

// all reads the lessons when they are first asked for.
func (t *tour) all() error {
	if t.Lessons != nil {
		return nil
	}
	var err error
	t.Lessons, err = lesson.Builtin(LessonEnv(t.load))
	return err
}

// openLessons shows the list of lessons.
func (a App) openLessons() App {
	if err := a.tour.all(); err != nil {
		a.note = err.Error()
		return a
	}
	a = a.toggle(lessonsOverlay)
	a.tour.Chosen = a.tour.Number
	return a
}

// beginLesson starts a lesson afresh, on a session of its own.
func (a App) beginLesson(i int) (App, error) {
	if err := a.tour.all(); err != nil {
		return a, err
	}
	l := a.tour.Lessons[i]
	if a.tour.model != "" {
		l.Model = a.tour.model
	}
	home := a.here()
	if !a.tour.Begun {
		a.tour.outset = a.session
	}
	fresh, err := a.openModel(l.Model, l.Seed)
	if err != nil {
		return a, err
	}
	switch {
	case a.tour.own:
		home = nil
	case a.tour.Open:
		home = a.tour.home
	}
	a = fresh
	a.tour.Open, a.tour.Begun, a.tour.Number, a.tour.home, a.tour.left, a.tour.starts = true, true, i, home, nil, nil
	a.tour.Run, a.tour.Word = lesson.Start(l), ""
	return a.stage(), nil
}

// tourTo begins the lesson of a name or number; "" opens the list of lessons.
func (a App) tourTo(name string) (App, error) {
	if err := a.tour.all(); err != nil {
		return a, err
	}
	if name == "" {
		a.overlay = noOverlay
		return a.openLessons(), nil
	}
	i, err := lesson.Named(a.tour.Lessons, name)
	if err != nil {
		return a, err
	}
	return a.beginLesson(i)
}

// atTour begins with the lesson or the list of lessons that the program was started for, if any.
func (a App) atTour(o Tour) App {
	if o.Start == "" && !o.List {
		return a
	}
	a.tour.own = true
	next, err := a.tourTo(o.Start)
	if err != nil {
		next.note = err.Error()
	}
	return next
}

// openModel starts a fresh session of a model.
func (a App) openModel(name string, seed uint64) (App, error) {
	config, err := a.tour.load(name)
	if err != nil {
		return a, err
	}
	config.Seed = seed
	s, err := model.New(config)
	if err != nil {
		return a, err
	}
	return a.to(&viewpoint{session: s, Looks: panel.Looks{Veiled: true}}), nil
}

// takeUp goes on with the lesson that was left.
func (a App) takeUp() App {
	if a.tour.left != nil {
		a = a.to(a.tour.left)
	}
	a.tour.Open, a.tour.left, a.overlay = true, nil, noOverlay
	return a
}

// leaveLesson puts the panel away; where the tour was begun from the explorer
// its own session comes back.
func (a App) leaveLesson() App {
	a.tour.Open, a.tour.left = false, a.here()
	a.note = a.keyFor("lessons") + " takes the lesson up again"
	if a.tour.home != nil {
		home := *a.tour.home
		note := a.note
		a = a.to(&home)
		a.note = note + "; this is your own session"
	}
	return a
}

// stage begins the present step: its scene is done first.
func (a App) stage() App {
	a.tour.scene, a.tour.tried = slices.Clone(a.tour.Run.Step().Scene), 0
	a.overlay, a.question.Open, a.focus.On, a.typed, a.scroll = noOverlay, false, false, 0, panel.Scroll{}
	a.prediction = a.prediction.Closed()
	return a.setScene()
}

// setScene does what is left of the scene, until work has to be waited for; when all is done it
// begins the step.
func (a App) setScene() App {
	for len(a.tour.scene) > 0 && !a.session.Now().Pending {
		c := a.tour.scene[0]
		a.tour.scene = a.tour.scene[1:]
		if c.If.String() != "" && !c.If.Holds(a.Lookup()) {
			continue
		}
		next, err := a.sceneCommand(c)
		if a = next; err != nil {
			a.note = err.Error()
		}
	}
	if len(a.tour.scene) > 0 || a.session.Now().Pending || a.tour.Run.Ready() {
		return a
	}
	at := a.tour.Run.At()
	a.tour.starts = append(slices.Clone(a.tour.starts[:min(at, len(a.tour.starts))]), *a.here())
	return a.beginStep()
}

// beginStep makes the step wait for the learner: for the prediction first, unless that
// cannot be made where the session stands.
func (a App) beginStep() App {
	a.tour.Run = a.tour.Run.Set(a.Lookup())
	if !a.tour.Run.Asking() {
		return a
	}
	if q, ok := predict.Find(a.session, a.tour.Run.Step().Predict); ok {
		a.prediction = panel.Prediction{Open: true, Questions: []predict.Question{q}, Said: -1, Marked: -1}
		return a
	}
	a.tour.Run = a.tour.Run.Asked(a.Lookup())
	return a
}

// sceneCommand does one command of a scene. One that the session refuses is skipped: the
// learner has been there already.
func (a App) sceneCommand(c lesson.Command) (App, error) {
	if name, ok := c.Opens(); ok {
		if name == "" {
			name = a.tour.Run.Lesson().Model
		}
		return a.openModel(name, a.tour.Run.Lesson().Seed)
	}
	for _, line := range model.CommandsIn(c.Line) {
		if i, err := model.ParseCommand(line); err == nil && a.session.Refusal(i) != "" {
			continue
		}
		next, cmd, err := a.Do(line)
		next.tour.cmd = tea.Batch(next.tour.cmd, cmd)
		if a = next; err != nil {
			return a, err
		}
	}
	return a, nil
}

// nextStep goes on, whether this step is done or not; after the last step to the list of lessons.
func (a App) nextStep() App {
	word := ""
	if a.tour.Run.Done() && a.tour.Run.Step().Onward {
		word = a.tour.Run.Reached().String(a.keyFor, a.Lookup())
	}
	run, ok := a.tour.Run.To(a.tour.Run.At() + 1)
	if !ok {
		next, over := lesson.Next(a.tour.Lessons, a.tour.Number), a.tour.Run.Lesson()
		a = a.leaveLesson().openLessons()
		a.tour.Begun, a.tour.left = false, nil
		a.tour.Chosen = next
		a.tour.Finished = append(slices.Clone(a.tour.Finished), over.Name)
		a.note = "the lesson is over"
		if over.Core && !a.tour.Lessons[next].Core {
			a.note = "the short path is done; what follows goes deeper"
		}
		a.tour.Moral = over.Moral
		return a
	}
	a.tour.Run, a.tour.Word = run, word
	return a.stage()
}

// stepBack goes to where the previous step began.
func (a App) stepBack() App {
	at := a.tour.Run.At() - 1
	run, ok := a.tour.Run.To(at)
	if !ok || at >= len(a.tour.starts) {
		a.note = "this is the lesson's first step"
		return a
	}
	start := a.tour.starts[at]
	a = a.to(&start)
	a.tour.Run, a.tour.scene, a.tour.Word = run, nil, ""
	return a.beginStep()
}

// noticed looks after every message whether the lesson goes on.
func (a App) noticed(msg tea.Msg) (App, tea.Cmd) {
	if a.tour.Open {
		a = a.watched(msg)
	}
	cmd := a.tour.cmd
	if a.tour.cmd = nil; a.tour.Open {
		cmd = tea.Batch(cmd, a.work.start(a.session.Jobs()))
	}
	return a, cmd
}

func (a App) watched(msg tea.Msg) App {
	if !a.tour.Run.Ready() {
		return a.setScene()
	}
	if a.session.Now().Pending || a.prediction.Open { // what was asked for is not there yet
		return a
	}
	acted := false
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		acted = true
	}
	before := a.tour.Run
	a.tour.Run = before.Asked(a.Lookup()).Notice(a.Lookup(), acted)
	if a.tour.Run.Done() == before.Done() && a.tour.Run.Asking() == before.Asking() {
		return a
	}
	if a.tour.Run.Done() && a.tour.Run.Step().Onward && !a.tour.Run.Last() {
		return a.nextStep()
	}
	return a
}
