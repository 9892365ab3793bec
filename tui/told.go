package tui

import (
	"strings"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
)

// State is what the explorer shows, as values: for a front end that tells it in words and
// draws no cells.
type State struct {
	Session model.Session
	View    kit.View
	More    int // which part of it
	// Sentences tell what that part shows in pictures.
	Sentences []string
	Veiled    bool
	Overlay   string // what lies over the views, "none" for nothing
	Note      string // why the last command did nothing, or what it did beside
	Watches   watch.List
	Twin      int            // the branch beside the active one, 0 for none
	Figure    *why.Target    // the focused one
	Why       bool           // it is explained
	Term      *glossary.Term // the one that the glossary was opened at
	Choices   []Choice       // what can be chosen, while a list is open
	Asked     *Asked         // the open question about what comes next
	Made      int            // how many predictions were made; Right of them came true
	Right     int
	Lesson    *lesson.Run // nil where none is under way
	Number    int         // of that lesson, from 0
	Word      string      // what the finished step said where the next one followed at once
}

// Asked is a question and what became of it.
type Asked struct {
	predict.Question
	Said   int // the choice that was made, -1 before
	Answer *predict.Answer
	Failed error
}

// State is what the explorer shows now.
func (a App) State() State {
	s := State{
		Session: a.session, View: a.view, More: a.more, Sentences: panes.Sentences(a.view, a.scene(a.view, nil)), Veiled: a.veiled, Overlay: overlayNames()[a.overlay], Note: a.note,
		Watches: a.watches, Made: a.score.made, Right: a.score.right, Number: a.tour.number, Word: a.tour.word,
	}
	if a.twin.pairing != alone {
		s.Twin = a.twin.number(a.session)
	}
	if a.focus.on {
		s.Figure, s.Why = &a.focus.ref.Target, a.question.open
	}
	if g := a.glossaryList; g.open {
		s.Term = &g.terms[g.chosen]
	}
	if a.overlay.picks() {
		s.Choices = a.picker.matches()
	}
	if p := a.prediction; p.open {
		s.Asked = &Asked{p.questions[p.at], p.said, p.answer, p.failed}
	}
	if a.tour.open {
		s.Lesson = &a.tour.run
	}
	return s
}

// Lessons lists the tour's lessons, which are read when they are first asked for.
func (a App) Lessons() ([]lesson.Lesson, error) {
	err := a.tour.all()
	return a.tour.lessons, err
}

// Worded is the explorer for a front end of words: keys go by their long names. It has
// a size all the same, since figures have a place on a screen alone.
func (a App) Worded() App {
	a.window = window{width: 120, height: 40, worded: true}
	return a
}

// Prose is a lesson's text with what is typed in place of its keys.
func (a App) Prose(p lesson.Prose) string {
	text := p.String(a.keyFor, a.Lookup())
	if a.worded {
		text = strings.NewReplacer("Press ", "Type ", "press ", "type ").Replace(text)
	}
	return text
}
