// Package tui is the explorer's terminal side: keys become intents, a session
// becomes cells. It computes nothing that a session does not hold.
package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/tui/class"
	"eeporl/tui/panel"
	"eeporl/tui/recording"
	"eeporl/tui/theme"
)

// Options are how the explorer starts.
type Options struct {
	Unveiled bool // hidden states are shown from the start
	NoColor  bool
	Theme    theme.Look   // how to colour the screen; "" follows the terminal's background
	ASCII    bool         // no box drawing, blocks or braille
	SevenBit bool         // the terminal shows nothing but ASCII
	Command  string       // the command line that starts the session, for y
	Preset   panel.Preset // how the screen is laid out; "" is Standard
	File     string       // where s saves the session; "" for a name made from the scenario's
	Screen   []string     // commands that lead to the first screen
	CutOff   string       // a session that was cut off and can be gone on with, in words; "" for none
	Note     string       // said at the start
	// Recorders are told of all that is done.
	Recorders []recording.Recorder
	Open      Openable    // what can be opened beside the session
	Tour      *Tour       // the lessons, and whether to begin with them; nil for the built-in ones, none begun
	Room      *class.Room // the class that sees what this explorer shows; nil for none
	Turn      Turn        // when a guest's explorer may work, or, beside Room, what a guest with the keyboard began; nil for at once
	Full      func() bool // no memory is left for a guest's steps; nil for never
	// Clock times the estimators that Compare holds side by side; nil: no time
	// is shown, and frames depend on the session alone.
	Clock func() time.Time
}

// NewApp makes the explorer that shows a session: a Bubble Tea model.
func NewApp(s model.Session, o Options) App {
	a := App{
		session: s, work: newWork(o.Clock), table: bindings(),
		Colours: panel.Colours{Look: o.Theme, ChosenLook: o.Theme != "", Ink: panel.Ink{ASCII: o.ASCII}},
		Looks:   panel.Looks{Veiled: !o.Unveiled},
		opened:  opened{path: o.File, started: o.Command}, attending: panel.Class{Room: o.Room, Bars: true},
	}
	a.lines, a.layers = keyLines(a.table), layers()
	if s.Place() > 0 {
		a = a.follow(s.Now().Kind)
	}
	a = a.arranged(o.Preset)
	profile := colorprofile.TrueColor
	if o.NoColor {
		profile = colorprofile.ASCII
	}
	a.Colours = a.On(profile)
	if o.Room == nil {
		a.work.turn = o.Turn
	}
	if o.Tour == nil {
		o.Tour = &Tour{}
	}
	a.tour = newTour(*o.Tour)
	a = a.restore(o.Screen)
	a.Veiled = a.Veiled && !o.Unveiled
	a.recorders, a.note, a.openable = o.Recorders, o.Note, o.Open
	if a.cutOff = o.CutOff; a.cutOff != "" {
		a.note = "your last session was cut off; :recover goes on with it"
	}
	return a.atTour(*o.Tour)
}

// Init starts the work that the session waits for.
func (a App) Init() tea.Cmd {
	return tea.Batch(a.work.start(a.session.Jobs()), a.tour.cmd)
}

// receive answers a message.
func (a App) receive(msg tea.Msg) (App, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.Width, a.Height = msg.Width, msg.Height
		// What was written for the size before may arrive after the renderer has cleared the screen.
		return a, tea.Batch(a.work.start(a.session.Jobs()), tea.ClearScreen)
	case tea.ColorProfileMsg:
		if a.Theme.Profile != colorprofile.ASCII {
			a.Colours = a.On(msg.Profile)
		}
	case tea.BackgroundColorMsg:
		a.Paper, a.PaperKnown = !msg.IsDark(), true
		a.Colours = a.Usual(a.Preset == panel.Projector)
	case doneMsg:
		a = a.deliver(msg)
	case tickMsg:
		if a.work.idle() {
			return a, nil
		}
		a.work.at(msg.at)
		return a, a.work.tick()
	case soughtMsg:
		var err error
		if a, err = a.sought(msg); err != nil {
			a.note = err.Error()
		}
	case savedMsg:
		a = a.saved(msg)
	case panel.Answered:
		a.prediction, a.score = a.prediction.Foretold(msg, a.score)
	case tea.MouseWheelMsg, tea.MouseClickMsg, tea.MouseMotionMsg:
		return a.mouse(msg)
	case tea.KeyPressMsg:
		return a.press(msg)
	case tea.PasteMsg:
		return a.pasted(msg)
	default:
		return a, nil
	}
	return a, a.work.start(a.session.Jobs())
}

// press answers a key.
func (a App) press(msg tea.KeyPressMsg) (App, tea.Cmd) {
	key := msg.String()
	a.note = ""
	for _, l := range a.layers {
		if !l.on(a) {
			continue
		}
		next, cmd, ok := l.key(a, msg)
		if ok {
			return next, cmd
		}
		a = next
	}
	typed := a.typed
	a.typed = 0
	b, ok := lookup(a.table, key)
	if !ok {
		a.note = panel.KeyLabel(key, a.ASCII) + " does nothing here; ? lists the keys"
		return a, nil
	}
	return a.obey(b, typed, panel.KeyLabel(key, a.ASCII))
}

// obey does what a binding says.
func (a App) obey(b binding, typed int, label string) (App, tea.Cmd) {
	switch {
	case b.idle != nil && b.idle(a) != "":
		a.note = label + ": " + b.idle(a)
		return a, nil
	case b.command != nil:
		return b.command(a)
	case b.act != nil:
		before := a.InHand
		if a = b.act(a); a.focus.On && a.InHand != before {
			a = a.startFocus()
		}
		if a.leaving {
			a.work.cancelAll()
			return a, tea.Quit
		}
		return a, a.work.start(a.session.Jobs())
	}
	if b.lists != nil && typed == 0 {
		return b.lists(a), nil
	}
	a.overlay = noOverlay
	return a.ask(b.intent(typed), label)
}

// escape does the first of these that it can: it closes the overlay, gives up the search, gives up
// the work that the timeline waits for, leaves the lesson.
func (a App) escape() App {
	if a.overlay != noOverlay {
		a.overlay = noOverlay
		return a
	}
	if a.search != nil {
		a = a.dropSearch()
		a.note = "given up"
		return a
	}
	if why := a.session.Disabled(model.Cancel); why != "" {
		if a.tour.Open {
			return a.leaveLesson()
		}
		a.note = "Esc: " + why
		return a
	}
	return a.cancel()
}

func (a App) deliver(msg doneMsg) App {
	if a.work.finish(msg) {
		a.session = a.session.Deliver(msg.result)
		if msg.ended != nil {
			a.note = msg.ended.Error()
		}
	}
	return a
}
