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

// shows is what the explorer shows now, without what stands on its computer, and without what its user
// types; what a guest types who has the keyboard is shown to that guest.
func (a App) shows(handed bool) Shown {
	if !handed {
		a.palette, a.typed, a.note = palette{}, 0, ""
	}
	a.picker, a.search = picker{}, nil
	a.heard, a.opened, a.attending = heard{}, opened{}, attending{}
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

// beside is the explorer with what another one shows, in its own window and colours; looked at in its own
// way, or with what lies over it, where these are kept.
func (a App) beside(s Shown, look, over bool) App {
	next := s.app
	if !a.attending.hand {
		next.palette, next.typed = palette{}, 0
	}
	if a.attending.hand && next.note != "" {
		a.note = next.note
	}
	next.window, next.colours, next.work = a.window, a.colours, a.work
	next.opened, next.attending, next.score, next.note = a.opened, a.attending, a.score, a.note
	if look {
		next.looks, next.twin, next.watches = a.looks, a.twin, a.watches
	}
	if over {
		next.overlaid = a.overlaid
	}
	if theirs := s.app.prediction; theirs.open || !a.prediction.open || a.prediction.theirs {
		next.prediction, next.score = a.prediction.asked(theirs, a.attending.hand, next.score)
		if theirs.open && !a.attending.hand {
			next.overlay, next.question.open, next.palette = noOverlay, false, palette{}
		}
	}
	return next
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
	score        score
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

// Caption is what a talk says now, "" for nothing.
func (s Shown) Caption() string {
	if !s.app.banner.shown {
		return ""
	}
	return s.app.banner.caption
}
