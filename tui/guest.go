package tui

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/class"
	"eeporl/tui/panel"
)

// Guest is a Bubble Tea model: an explorer that shows what a presenter's does, until its user does
// something of their own.
type Guest struct {
	app   App
	seat  *class.Seat
	stage class.Stage
	known bool        // a stage has come
	full  func() bool // the class has no room for a further step on a copy
}

// guestLine opens what a class was shown elsewhere.
func guestLine(s model.Session) string { return "eeporl explore " + Quote(s.Config().Called()) }

// NewGuest makes a guest's explorer. A guest reads and writes no file.
func NewGuest(seat *class.Seat, s model.Session, o Options) Guest {
	o.Recorders, o.Open, o.File, o.Command = nil, Openable{}, "", guestLine(s)
	g := Guest{app: NewApp(s, o), seat: seat, full: o.Full}
	if g.full == nil {
		g.full = func() bool { return false }
	}
	g.app.attending.Guest, g.app.work.held = true, true
	g.app.note = "you follow the presenter; a key that acts explores a copy of your own, Ctrl+G comes back"
	return g
}

// Init starts nothing: the presenter's explorer works for all.
func (g Guest) Init() tea.Cmd { return nil }

func (g Guest) Left() bool { return g.app.leaving }

// View is the explorer's. Those who see the same share a frame.
func (g Guest) View() tea.View {
	shown, ok := g.stage.Shown.(Shown)
	if a := g.app; ok && g.app.attending.Where == panel.Beside && a.note == "" && a.typed == 0 && !a.attending.Hand {
		p := a.prediction
		return shown.frames.of(sight{a.Window, of(a.Colours), p.Said, p.Marked, a.score}, a.View)
	}
	return g.app.View()
}

// Update answers a message.
func (g Guest) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case class.Stage:
		return g.attend(msg), nil
	case tea.KeyPressMsg:
		return g.press(msg)
	}
	return g.pass(msg)
}

// attend takes in what the presenter shows.
func (g Guest) attend(s class.Stage) Guest {
	switch {
	case !g.known:
	case s.Recall != g.stage.Recall:
		g = g.back()
		g.app.note = "the presenter called you back"
	case s.Hand != g.stage.Hand && s.Hand != "" && g.app.attending.Where != panel.Away:
		g.app.note = s.Hand + " has the presenter's keyboard"
	default:
		g.app.note = ""
	}
	g.stage, g.known = s, true
	g.app.attending.Tally, g.app.attending.Hand = s.Tally, s.Hand == g.seat.Name()
	if g.app.attending.Where == panel.Away {
		return g.placed()
	}
	return g.join()
}

// join stands beside the presenter again, or goes on looking at the same beat.
func (g Guest) join() Guest {
	if shown, ok := g.stage.Shown.(Shown); ok {
		g.app.work.cancelAll()
		g.app.work.held = true
		g.app = g.app.beside(shown, g.app.attending.Look, g.app.attending.Where == panel.Looking && g.app.busy())
	}
	return g.placed()
}

// back stands beside the presenter, and looks as the presenter does.
func (g Guest) back() Guest {
	g.app.attending.Where, g.app.attending.Look, g.app.note = panel.Beside, false, ""
	return g
}

// placed tells the class where the guest is.
func (g Guest) placed() Guest {
	place := ""
	if g.app.attending.Where == panel.Away {
		place = panel.Where(g.app.session.Now())
		if g.app.tour.Open {
			place = "lesson " + g.app.tour.Run.Lesson().Name
		}
	}
	g.seat.At(place)
	return g
}

// press answers a key.
func (g Guest) press(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	key := msg.String()
	switch {
	case key == "ctrl+z": // it would stop everybody's
		g.app.note = "a guest's explorer is not suspended; q leaves it"
		return g, nil
	case key == takeUp && !g.app.attending.Alone:
		return g.back().join(), nil
	case g.app.Width < panel.MinWidth || g.app.Height < panel.MinHeight:
		if !leaves(key) {
			return g, nil
		}
	case g.app.attending.Where != panel.Away && g.app.attending.Hand && key != "ctrl+c" && (key != "q" || g.app.layers.typing(g.app)):
		g.app.note = ""
		g.seat.Press(msg)
		return g, nil
	case g.app.attending.Where != panel.Away && g.app.prediction.Open && g.app.prediction.Theirs && key != "q" && key != "ctrl+c":
		return g.answer(key), nil
	}
	return g.pass(msg)
}

// answer answers the presenter's question.
func (g Guest) answer(key string) Guest {
	p := &g.app.prediction
	q := p.Questions[p.At]
	g.app.note = ""
	choice := -1
	n, err := strconv.Atoi(key)
	switch {
	case !g.stage.Tally.Open:
		g.app.note = "the presenter goes on from here"
	case p.Said >= 0:
		g.app.note = fmt.Sprintf("you have answered %d; the presenter closes the question", p.Said+1)
	case err == nil && n >= 1 && n <= len(q.Choices):
		choice = n - 1
	case key == "down", key == "j":
		p.Marked = min(p.Marked+1, len(q.Choices)-1)
	case key == "up", key == "k":
		p.Marked = max(p.Marked-1, 0)
	case key == "enter" && p.Marked >= 0:
		choice = p.Marked
	default:
		g.app.note = fmt.Sprintf("answer first: 1 to %d", len(q.Choices))
	}
	if choice >= 0 && g.seat.Vote(g.stage.Tally.Number, choice) {
		p.Said, p.Marked = choice, choice
	}
	return g
}

// pass hands a message to the explorer. What changes the session, or asks for work, leaves the presenter.
func (g Guest) pass(msg tea.Msg) (tea.Model, tea.Cmd) {
	before := g.app
	next, cmd := g.app.after(msg)
	if !next.session.Follows(before.session) && g.full() {
		before.note = "the class has no more memory for copies; Ctrl+G goes back to the presenter"
		g.app = before
		return g, nil
	}
	g.app = next
	if g.app.attending.Where == panel.Away || g.app.leaving {
		return g.placed(), cmd
	}
	switch {
	case !g.app.session.Follows(before.session):
		g.app.attending.Where, g.app.work.held, g.app.session = panel.Away, false, g.app.session.Within(guestSession)
		g.app.banner = panel.Banner{}
		cmd = tea.Batch(cmd, g.app.work.start(g.app.session.Jobs()))
	case g.app.Looks != before.Looks:
		g.app.attending.Where, g.app.attending.Look = panel.Looking, true
	case g.app.busy():
		g.app.attending.Where = panel.Looking
	case g.app.attending.Where == panel.Looking && !g.app.attending.Look: // what was opened is closed
		g.app.attending.Where = panel.Beside
		return g.join(), cmd
	}
	return g.placed(), cmd
}

// guestSession is what a guest's own steps may take, in bytes.
const guestSession = 16 << 20

// busy says whether something is open that the presenter's next beat would put away.
func (a App) busy() bool {
	_, over := a.layers.over(a)
	return over || a.layers.typing(a) || a.typed > 0 || a.focus.On || a.prediction.Open && !a.prediction.Theirs
}

// Alone is the guest's explorer where nobody presents: it begins with the list of lessons beside it.
func (g Guest) Alone() Guest {
	g.app.attending.Where, g.app.work.held, g.app.attending.Alone = panel.Away, false, true
	g.app.session = g.app.session.Within(guestSession)
	g.app.note = "an explorer of your own; L lists the lessons"
	return g.placed()
}
