package tui

import (
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/class"
	"eeporl/tui/theme"
)

// Shown is what an explorer shows, for others to look at beside it. It is a value: the explorer's own
// next step does not change it.
type Shown struct {
	app    App
	frames *drawings // as they are drawn for those who look
}

// shows is what the explorer shows now, without what its user types and what stands on its computer.
func (a App) shows() Shown {
	a.palette, a.picker, a.search, a.typed, a.note = palette{}, picker{}, nil, 0, ""
	a.recording, a.opened, a.attending = recording{}, opened{}, attending{}
	switch a.overlay {
	case openOverlay, classOverlay, settingsOverlay:
		a.overlay = noOverlay
	}
	a.edit = edit{}
	return Shown{a, &drawings{drawn: map[sight]tea.View{}}}
}

// asks is the question that is open for the class, nil for none.
func (s Shown) asks() *class.Question {
	p := s.app.prediction
	if !p.open {
		return nil
	}
	q := &p.questions[p.at]
	out := class.Question{ID: q, Kind: q.Kind, Ask: q.Ask, Choices: q.Choices, Right: -1}
	if p.answer != nil {
		out.Right = p.answer.Right
	}
	return &out
}

// beside is the explorer with what another one shows, in its own window and colours; and looked at in its
// own way where that is kept.
func (a App) beside(s Shown, keep bool) App {
	next := s.app
	next.window, next.colours, next.work = a.window, a.colours, a.work
	next.opened, next.attending, next.score, next.note = a.opened, a.attending, a.score, a.note
	if keep {
		next.looks, next.overlaid, next.twin, next.watches = a.looks, a.overlaid, a.twin, a.watches
	}
	return next.asked(s.app.prediction, a.prediction)
}

// asked opens the presenter's question with the guest's own answer to it.
func (a App) asked(theirs, own prediction) App {
	if !theirs.open {
		if !own.open || own.theirs {
			a.prediction = prediction{}
		}
		return a
	}
	same := own.open && &own.questions[own.at] == &theirs.questions[theirs.at]
	theirs.said, theirs.marked, theirs.cancel, theirs.theirs = -1, -1, nil, true
	if same {
		theirs.said, theirs.marked = own.said, own.marked
	}
	if theirs.answer != nil && theirs.said >= 0 && !(same && own.answer != nil) {
		a.score.made++
		if theirs.said == theirs.answer.Right {
			a.score.right++
		}
	}
	a.prediction, a.overlay, a.question.open, a.palette = theirs, noOverlay, false, palette{}
	return a
}

// Sentence says what just happened, as lines of text tell it.
func (s Shown) Sentence() string {
	sentence, equation := s.app.session.Account(s.app.veiled)
	if equation != "" {
		sentence += " " + equation
	}
	return sentence
}

// Why says why the question that is shown came out as it did; "" before it has.
func (s Shown) Why() string {
	if p := s.app.prediction; p.answer != nil {
		return p.answer.Why
	}
	return ""
}

// sight is all that the frames of guests who see the same may differ in.
type sight struct {
	window
	hues
	said, marked int // in the open question
}

// hues are the colours of a terminal.
type hues struct {
	profile                              colorprofile.Profile
	look                                 theme.Look
	chosenLook, paper, paperKnown, ascii bool
}

func (c colours) of() hues {
	return hues{c.theme.Profile, c.look, c.chosenLook, c.paper, c.paperKnown, c.ascii}
}

// drawings are those of one thing that is shown. Each is drawn once.
type drawings struct {
	mu    sync.Mutex
	drawn map[sight]tea.View
}

// mostSights bounds the frames that are kept; a class of as many different terminals draws some twice.
const mostSights = 64

func (f *drawings) of(s sight, draw func() tea.View) tea.View {
	f.mu.Lock()
	defer f.mu.Unlock()
	v, ok := f.drawn[s]
	if !ok {
		if v = draw(); len(f.drawn) < mostSights {
			f.drawn[s] = v
		}
	}
	return v
}
