package tui

import (
	"strings"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/tui/panel"
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
	Choices   []panel.Choice // what can be chosen, while a list is open
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
		Session: a.session, View: a.InHand, More: a.More, Sentences: panes.Sentences(a.InHand, a.scene(a.InHand, nil)), Veiled: a.Veiled, Overlay: overlayNames()[a.overlay], Note: a.note,
		Watches: a.watches, Made: a.score.Made, Right: a.score.Right, Number: a.tour.Number, Word: a.tour.Word,
	}
	if a.twin.pairing != alone {
		s.Twin = a.twin.number(a.session)
	}
	if a.focus.On {
		s.Figure, s.Why = &a.focus.Ref.Target, a.question.Open
	}
	if g := a.glossaryList; g.Open {
		s.Term = &g.Terms[g.Chosen]
	}
	if a.overlay.picks() {
		s.Choices = a.picker.Matches()
	}
	if p := a.prediction; p.Open {
		s.Asked = &Asked{p.Questions[p.At], p.Said, p.Answer, p.Failed}
	}
	if a.tour.Open {
		s.Lesson = &a.tour.Run
	}
	return s
}

// Targets lists what can be asked about on the view in hand, in reading order.
func (a App) Targets() []why.Target { return a.glance().Targets() }

// Lessons lists the tour's lessons, which are read when they are first asked for.
func (a App) Lessons() ([]lesson.Lesson, error) {
	err := a.tour.all()
	return a.tour.Lessons, err
}

// Worded is the explorer for a front end of words: keys go by their long names. It has
// a size all the same, since figures have a place on a screen alone.
func (a App) Worded() App {
	a.Window = panel.Window{Width: 120, Height: 40, InWords: true}
	return a
}

// Prose is a lesson's text with what is typed in place of its keys.
func (a App) Prose(p lesson.Prose) string {
	text := p.String(a.keyFor, a.Lookup())
	if a.InWords {
		text = strings.NewReplacer("Press ", "Type ", "press ", "type ").Replace(text)
	}
	return text
}
