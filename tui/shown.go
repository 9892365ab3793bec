package tui

import (
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/class"
	"eeporl/tui/panel"
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
		a.palette, a.typed, a.note = panel.Palette{}, 0, ""
	}
	a.picker, a.search = panel.Picker{}, nil
	a.heard, a.opened, a.attending = heard{}, opened{}, panel.Class{}
	switch a.overlay {
	case openOverlay, classOverlay, settingsOverlay:
		a.overlay = noOverlay
	}
	a.edit = panel.Edit{}
	return Shown{a, &drawings{drawn: map[sight]tea.View{}}}
}

// asks is the question that is open for the class, nil for none.
func (s Shown) asks() *class.Question {
	p := s.app.prediction
	if !p.Open {
		return nil
	}
	q := &p.Questions[p.At]
	out := class.Question{ID: q, Kind: q.Kind, Ask: q.Ask, Choices: q.Choices, Right: -1}
	if p.Answer != nil {
		out.Right = p.Answer.Right
	}
	return &out
}

// beside is the explorer with what another one shows, in its own window and colours; looked at in its own
// way, or with what lies over it, where these are kept.
func (a App) beside(s Shown, look, over bool) App {
	next := s.app
	if !a.attending.Hand {
		next.palette, next.typed = panel.Palette{}, 0
	}
	if a.attending.Hand && next.note != "" {
		a.note = next.note
	}
	next.Window, next.Colours, next.work = a.Window, a.Colours, a.work
	next.opened, next.attending, next.score, next.note = a.opened, a.attending, a.score, a.note
	if look {
		next.Looks, next.twin, next.watches = a.Looks, a.twin, a.watches
	}
	if over {
		next.overlaid = a.overlaid
	}
	if theirs := s.app.prediction; theirs.Open || !a.prediction.Open || a.prediction.Theirs {
		next.prediction, next.score = a.prediction.Asked(theirs, a.attending.Hand, next.score)
		if theirs.Open && !a.attending.Hand {
			next.overlay, next.question.Open, next.palette = noOverlay, false, panel.Palette{}
		}
	}
	return next
}

// Sentence says what just happened, as lines of text tell it.
func (s Shown) Sentence() string {
	sentence, equation := s.app.session.Account(s.app.Veiled)
	if equation != "" {
		sentence += " " + equation
	}
	return sentence
}

// Why says why the question that is shown came out as it did; "" before it has.
func (s Shown) Why() string {
	if p := s.app.prediction; p.Answer != nil {
		return p.Answer.Why
	}
	return ""
}

// sight is all that the frames of guests who see the same may differ in.
type sight struct {
	panel.Window
	hues
	said, marked int // in the open question
	score        panel.Score
}

// hues are the colours of a terminal.
type hues struct {
	profile                              colorprofile.Profile
	look                                 theme.Look
	chosenLook, paper, paperKnown, ascii bool
}

func of(c panel.Colours) hues {
	return hues{c.Theme.Profile, c.Look, c.ChosenLook, c.Paper, c.PaperKnown, c.ASCII}
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
	if !s.app.banner.Shown {
		return ""
	}
	return s.app.banner.Caption
}
