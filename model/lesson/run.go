package lesson

import "eeporl/model/watch"

// Run is how far a learner is in a lesson. It is a value, and knows no clock:
// time is counted in the learner's actions.
type Run struct {
	lesson  Lesson
	at      int
	ready   bool // the step's scene is set
	asking  bool // the step's prediction is not over yet
	done    bool
	acted   int // actions on this step since it began, or since the last hint
	hints   int // how many have been shown
	until   watch.Expr
	text    Prose // the step's, its figures those of the scene
	reached Prose // the step's, where was(…) has its values
}

// Start begins a lesson at its first step, whose scene is still to be set.
func Start(l Lesson) Run { return Run{lesson: l} }

// Lesson is the lesson, Step its present step, At that step's number from 0.
func (r Run) Lesson() Lesson { return r.lesson }
func (r Run) Step() Step     { return r.lesson.Steps[r.at] }
func (r Run) At() int        { return r.at }

// Text is what the step says. Its figures are those of the scene, once that is set.
func (r Run) Text() Prose {
	if r.ready {
		return r.text
	}
	return r.Step().Text
}

// Reached is what the step says once its task is done.
func (r Run) Reached() Prose { return r.reached }

// Last says whether no step follows.
func (r Run) Last() bool { return r.at == len(r.lesson.Steps)-1 }

// Ready says whether the step's scene is set; before that nothing is noticed.
func (r Run) Ready() bool { return r.ready }

// Done says whether the learner has done what the step asks.
func (r Run) Done() bool { return r.done }

// Asking says whether the step's prediction is still to be made.
func (r Run) Asking() bool { return r.asking }

// Set says that the scene is set. From now on the step waits, first for its prediction if
// it has one, then for its task. The values of was(…) are those at this call. A task whose
// condition holds already is done.
func (r Run) Set(look watch.Lookup) Run {
	r.ready, r.asking = true, r.Step().Predict != ""
	r.until, r.text, r.reached = r.Step().Until.Freeze(look), r.Step().Text.Freeze(look), r.Step().Done.since(look)
	r.done = !r.asking && r.satisfied(look)
	return r
}

// Asked says that the prediction is over: it was made and its answer was seen,
// or it was declined, or it cannot be made where the session stands.
func (r Run) Asked(look watch.Lookup) Run {
	if !r.asking {
		return r
	}
	r.asking, r.done = false, r.satisfied(look)
	return r
}

func (r Run) satisfied(look watch.Lookup) bool { return !r.Step().Asks() || r.until.Holds(look) }

// Notice looks whether the task is done. acted says that the learner has done
// something since the last look.
func (r Run) Notice(look watch.Lookup, acted bool) Run {
	if !r.ready || r.done {
		return r
	}
	r.text = r.text.Freeze(look) // what was still being computed when the scene was set
	if r.asking {
		return r
	}
	if r.until.Holds(look) {
		r.done = true
		return r
	}
	if acted {
		r.acted++
	}
	if s := r.Step(); r.acted >= s.Patience && r.hints < len(s.Hints) {
		r.hints, r.acted = r.hints+1, 0
	}
	return r
}

// Hint is the hint to show, nil while there is none.
func (r Run) Hint() Prose {
	if r.hints == 0 || r.done {
		return nil
	}
	return r.Step().Hints[r.hints-1]
}

// To goes to a step, whose scene is then to be set; false where there is none.
func (r Run) To(step int) (Run, bool) {
	if step < 0 || step >= len(r.lesson.Steps) {
		return r, false
	}
	return Run{lesson: r.lesson, at: step}, true
}
