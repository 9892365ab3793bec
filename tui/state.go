package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/lesson"
	"eeporl/model/seek"
	"eeporl/model/watch"
	"eeporl/tui/panel"
	"eeporl/tui/recording"
)

// App is the Bubble Tea model: a session and how it is looked at.
type App struct {
	session model.Session
	work    *work
	table   []binding
	layers  stack
	lines   []panel.KeyLine // the table as panels show it
	panel.Window
	panel.Colours
	panel.Looks
	overlaid
	tour    tour
	twin    twin // the branch shown beside the active one
	watches watch.List
	search  *search // under way
	opened
	reply
	heard
	attending panel.Class
}

// overlaid is the state of what may lie over the views; see layers.
type overlaid struct {
	overlay      overlay
	scroll       panel.Scroll
	palette      panel.Palette
	focus        panel.Focus
	question     panel.Question
	edit         panel.Edit
	settingsList panel.SettingsList
	prediction   panel.Prediction
	score        panel.Score
	glossaryList panel.GlossaryList
	picker       panel.Picker
	help         panel.Help
	lit          []glossary.Term // lit on the screen until the next key
}

// opened is where the session came from and goes to.
type opened struct {
	started  string    // the command line that starts the session
	path     string    // where the session is saved
	shelf    []shelved // sessions that were left for another, the newest last
	openable Openable
	cutOff   string // another session that can be gone on with, in words; "" for none
}

// reply is what the last message came to, and what waits for the next.
type reply struct {
	typed   int    // a count typed before a key
	note    string // what the last key or command did beside, or why it did nothing
	leaving bool
	recover bool         // on leaving: to go on with the session that was cut off
	banner  panel.Banner // what a script lays over the bottom rows
}

// heard is who is told of what is done.
type heard struct {
	recorders []recording.Recorder
	steps     []model.Step // taken while the present message was answered
}

// viewpoint is a session and how it was looked at.
type viewpoint struct {
	session model.Session
	panel.Looks
	twin twin
}

// binding is one row of the key table. What keys do, the hints, the help and README's list are all
// made from that table.
type binding struct {
	name  string   // the long name, in commands and lessons; a key with a verb goes by the verb instead
	keys  []string // as the terminal library names them; the first is shown
	group string
	does  string
	// verb is the intent that the key asks for; count, if there is one, turns a
	// typed count into the intent's N.
	verb  model.Verb
	count func(typed int) float64
	// lists is what the key of a verb does without a count, where it asks which first.
	lists func(App) App
	// act is what a key does to the screen alone.
	act func(App) App
	// command is what a key does that needs a tea.Cmd, such as saving a file.
	command func(App) (App, tea.Cmd)
	hidden  bool // not offered in the palette: it is the key that opens it
	// idle says why a key of the screen can do nothing now, "" when it can.
	idle func(App) string
	// hint is the key's words on the bottom line, "" for none. Where there is no room for
	// all, the line ends early: keys further down the table are left out.
	hint string
}

// search is a run until a condition holds, on a copy of the session.
type search struct {
	seek.Search
	from model.Session
	job  *running // nil until it is started
}

func (s search) title() string { return "running until " + s.Condition.String() }

// twin is the branch that stands beside the active one.
type twin struct {
	pairing pairing
	branch  int        // its number, from 1; not the active one's
	near    *model.Now // where it stood last, so that the next beat costs no replay; nil for nowhere
}

// pairing is how the active branch and another one are shown together.
type pairing int

const (
	alone      pairing = iota
	pictures           // the view in hand of both
	difference         // their figures, with the signed differences
)

// tour is the lesson under way on the live views, and how it came about.
type tour struct {
	panel.LessonPanel
	load  func(name string) (model.Config, error)
	model string // played on instead of the lessons' own; "" for those

	own    bool             // the program was started for the tour: there is no other session
	scene  []lesson.Command // still to be done before the step can begin
	tried  int              // how many items of the step's Try Enter has done
	starts []viewpoint      // where each step began
	home   *viewpoint       // what the explorer showed before the tour
	left   *viewpoint       // where the lesson was left
	outset model.Session    // the session before the first lesson
	cmd    tea.Cmd          // what the scene's commands have started; noticed hands it on to Bubble Tea
}
