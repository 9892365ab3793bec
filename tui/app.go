// Package tui is the explorer's terminal side: keys become intents, a session
// becomes cells. It computes nothing that a session does not hold.
package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/watch"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/theme"
)

// overlay is what lies over the panes.
type overlay int

const (
	noOverlay overlay = iota
	helpOverlay
	findingsOverlay
	branchesOverlay
	watchesOverlay
	lessonsOverlay
	lineOverlay
	settingsOverlay
	overlays // how many there are
)

// App is the Bubble Tea model: a session and how it is looked at.
type App struct {
	session model.Session
	work    *work
	table   []binding
	window
	colours
	looks
	overlaid
	tour    tour
	twin    twin // the branch shown beside the active one
	watches watch.List
	search  *search // under way
	opened
	reply
	recording
	frame *frame
}

// window is the terminal's size.
type window struct{ width, height int }

// colours are how the screen is coloured.
type colours struct {
	theme      *theme.Theme
	look       theme.Look
	chosenLook bool // by the user: the terminal's own background no longer decides
	paper      bool // the terminal's background is light
	paperKnown bool // for the terminal told it
	ascii      bool
}

// looks are how the session is looked at.
type looks struct {
	view   panes.View // the view in hand
	side   panes.View // what the right column shows where there are three panes
	zoom   bool
	more   int // which part a view shows first
	veiled bool
	preset Preset
}

// overlaid is the state of what may lie over the views; see layers.
type overlaid struct {
	overlay      overlay
	scroll       int // rows that the overlay is scrolled down
	palette      palette
	focus        focus
	question     question
	edit         edit
	settingsList settingsList
	prediction   prediction
	score        score
	glossaryList glossaryList
	lit          []glossary.Term // lit on the screen until the next key
}

// opened is where the session came from and goes to.
type opened struct {
	started string // the command line that starts the session
	path    string // where the session is saved
}

// reply is what the last message came to, and what waits for the next.
type reply struct {
	typed   int    // a count typed before a key
	note    string // why the last key did nothing
	leaving bool
	banner  banner // what a script lays over the bottom rows
}

// recording is who is told of what is done.
type recording struct {
	recorders []Recorder
	steps     []model.Step // taken while the present message was answered
}

// frame keeps the last drawing, since View is asked for after every message.
type frame struct {
	canvas *canvas.Canvas
	bytes  []byte
	text   string
	valid  bool
	twin   *model.Now  // what the other branch showed last
	spots  panes.Spots // of the view in hand, while a figure is focused
}

// Options are how the explorer starts.
type Options struct {
	Unveiled bool // hidden states are shown from the start
	NoColor  bool
	Theme    theme.Look // how to colour the screen; "" follows the terminal's background
	ASCII    bool       // no box drawing, blocks or braille
	Command  string     // the command line that starts the session, for y
	Preset   Preset     // how the screen is laid out; "" is Standard
	File     string     // where s saves the session; "" for a name made from the scenario's
	Screen   string     // commands that lead to the first screen, a line each
	// Recorders are told of all that is done.
	Recorders []Recorder
	Tour      *Tour // nil for the tour's own lessons, none begun
	// Clock times the estimators that Compare holds side by side; nil: no time
	// is shown, and frames depend on the session alone.
	Clock func() time.Time
}

// NewApp makes the program's model.
func NewApp(s model.Session, o Options) App {
	a := App{
		session: s, work: newWork(o.Clock), table: bindings(), frame: newFrame(),
		colours: colours{look: o.Theme, chosenLook: o.Theme != "", ascii: o.ASCII},
		looks:   looks{veiled: !o.Unveiled, side: panes.Recovery},
		opened:  opened{path: o.File, started: o.Command},
	}
	if s.Place() > 0 {
		a = a.follow(s.Now().Kind)
	}
	a = a.arranged(o.Preset)
	profile := colorprofile.TrueColor
	if o.NoColor {
		profile = colorprofile.ASCII
	}
	a.theme = theme.New(profile, a.look, a.ascii)
	if o.Tour == nil {
		o.Tour = &Tour{}
	}
	a.tour = newTour(*o.Tour)
	a = a.restore(o.Screen)
	a.veiled = a.veiled && !o.Unveiled
	a.recorders = o.Recorders
	return a.atTour(*o.Tour)
}

// Init starts the work that the session waits for.
func (a App) Init() tea.Cmd {
	return tea.Batch(a.work.start(a.session.Jobs()), a.tour.cmd, tea.RequestBackgroundColor)
}

// receive answers a message.
func (a App) receive(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		if a.theme.Profile != colorprofile.ASCII {
			a.theme = theme.New(msg.Profile, a.look, a.ascii)
		}
	case tea.BackgroundColorMsg:
		a.paper, a.paperKnown = !msg.IsDark(), true
		a = a.relook()
	case doneMsg:
		a = a.deliver(msg)
	case tickMsg:
		if a.work.idle() {
			return a, nil
		}
		a.work.now = msg.at
		a.frame.valid = a.frame.valid && !a.work.visible()
		return a, a.work.tick()
	case soughtMsg:
		a = a.sought(msg)
	case savedMsg:
		a = a.saved(msg)
	case foretoldMsg:
		a = a.foretold(msg)
	case tea.MouseWheelMsg, tea.MouseClickMsg, tea.MouseMotionMsg:
		a.frame.valid = false
		return a.mouse(msg)
	case tea.KeyPressMsg:
		return a.press(msg)
	case tea.PasteMsg:
		return a.pasted(msg)
	default:
		return a, nil
	}
	a.frame.valid = false
	return a, a.work.start(a.session.Jobs())
}

// press answers a key.
func (a App) press(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	key := msg.String()
	a.frame.valid = false
	a.note = ""
	for _, l := range layers() {
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
		a.note = keyLabel(key, a.ascii) + " does nothing here; ? lists the keys"
		return a, nil
	}
	return a.obey(b, typed, keyLabel(key, a.ascii))
}

// obey does what a binding says.
func (a App) obey(b binding, typed int, label string) (tea.Model, tea.Cmd) {
	switch {
	case b.command != nil:
		return b.command(a)
	case b.act != nil:
		before := a.view
		if a = b.act(a); a.focus.on && a.view != before {
			a = a.startFocus()
		}
		if a.leaving {
			a.work.cancelAll()
			return a, tea.Quit
		}
		return a, a.work.start(a.session.Jobs())
	}
	a.overlay = noOverlay
	return a.ask(b.intent(typed), label)
}

// ask hands an intent to the session, or says why it can do nothing now.
func (a App) ask(i model.Intent, label string) (tea.Model, tea.Cmd) {
	if why := a.session.Refusal(i); why != "" {
		a.note = label + ": " + why
		return a, nil
	}
	before := a.session.Now().Kind
	a = a.update(i)
	if now := a.session.Now().Kind; now != before && !a.focus.on { // a focus stays where it is
		a = a.follow(now)
	}
	switch i.Verb {
	case model.Set:
		a.note = fmt.Sprintf("branch %d: %s; b switches, u undoes, B compares", a.session.Branch(), i.Arg)
	case model.SwitchBranch, model.Undo:
		a.note = fmt.Sprintf("branch %d", a.session.Branch())
		for _, s := range a.session.Summaries() {
			if s.Active && s.Differs != "" {
				a.note += ": " + s.Differs
			}
		}
	case model.Choose:
		if made, next := a.session.Methods(); next != made {
			a.note = "the next estimate is by " + next
		}
	case model.SetBookmark:
		a.note = "bookmarked as " + i.Arg + "; n and N go to marks"
	}
	return a, a.work.start(a.session.Jobs())
}

// liftVeil shows the hidden states, or hides them again, where they are known.
func (a App) liftVeil() App {
	if why := a.noVeil(); why != "" {
		a.note = "v: " + why
		return a
	}
	a.veiled = !a.veiled
	return a
}

// noVeil is why the veil stays, "" where there is something under it.
func (a App) noVeil() string {
	if why := a.session.Truth().Unknown; why != "" {
		return "there is nothing under the veil; " + why
	}
	return ""
}

// follow turns to the view that speaks of a kind of segment.
func (a App) follow(kind model.Kind) App {
	return a.show(panes.Of(kind))
}

// recolour turns to the next look that can be read on this background.
func (a App) recolour() App {
	a.look = a.look.Next(a.paperKnown, a.paper)
	a.chosenLook = true
	a.theme = theme.New(a.theme.Profile, a.look, a.ascii)
	a.note = "colours: " + string(a.look)
	return a
}

// show brings a view to hand.
func (a App) show(v panes.View) App {
	if v != a.view {
		a.more = 0
	}
	a.view, a.overlay = v, noOverlay
	if v != panes.Episode && v != panes.Moments {
		a.side = v
	}
	return a
}

// turn shows a view; what it needs is asked for the first time.
func (a App) turn(v panes.View) App {
	if verb := v.Asks(); verb != "" {
		a = a.update(model.Intent{Verb: verb})
	}
	return a.show(v)
}

func (a App) toggle(o overlay) App {
	if a.overlay == o {
		o = noOverlay
	}
	a.overlay, a.scroll = o, 0
	return a
}

// escape closes an overlay, or gives up the work that the timeline waits for.
func (a App) escape() App {
	if a.overlay != noOverlay {
		a.overlay = noOverlay
		return a
	}
	if a.search != nil {
		return a.giveUpSearch()
	}
	if why := a.session.Disabled(model.Cancel); why != "" {
		if a.tour.open {
			return a.leaveLesson()
		}
		a.note = "Esc: " + why
		return a
	}
	return a.cancel()
}

// cancel gives up the work that the timeline waits for.
func (a App) cancel() App {
	a.work.cancelAll()
	a = a.update(model.Intent{Verb: model.Cancel})
	a.note = "given up"
	return a.follow(a.session.Now().Kind)
}

func (a App) deliver(msg doneMsg) App {
	if a.work.finish(msg) {
		a.session = a.session.Deliver(msg.result)
	}
	return a
}
