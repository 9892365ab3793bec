package tui

import (
	"slices"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// glance is what a panel sees of the explorer: a value, made anew for every key and every frame.
type glance struct {
	session model.Session
	window
	looks
	ink
	typed  int // a count typed before a key
	note   string
	banner banner
	// covered says that what lies over the views names its keys itself; progress is what somebody waits for.
	covered    bool
	progress   *progress
	scroll     scroll
	focus      focus
	explaining bool // all is said about the focused figure
	class      attending
	tour       tour
	asked      prediction
	edit       edit
	overlay    overlay
	score      score
	watches    watch.List
	// keys are the key table, keyFor the label of the key with a long name, lookup what conditions ask about.
	keys       []keyLine
	off        func(keyLine) string // why a key can do nothing now, "" when it can
	keyFor     func(name string) string
	lookup     func() watch.Lookup
	means      func(line string) string // what a line does that was typed in full, "" for nothing
	reproduces func() string            // the command line that opens this screen
	spots      func() []kit.Spot        // where the figures of the view in hand stand
	// commands are those of the screen, exports what a file of that name would be, or any for "".
	commands func() []Command
	exports  func(path string) string
}

// keyLine is a key as panels show it.
type keyLine struct {
	at         int      // in the table
	name       string   // in commands and lessons
	keys       []string // as the terminal library names them
	does, hint string
	group      string
	common     bool
	hidden     bool
	runs       bool // it does something to the session, not to the screen alone
}

// label is the first of a key's names as it stands on keyboards, labels are all.
func (k keyLine) label(ascii bool) string { return keyLabel(k.keys[0], ascii) }

func (k keyLine) labels(ascii bool) string {
	out := k.label(ascii)
	for _, name := range k.keys[1:] {
		out += " " + keyLabel(name, ascii)
	}
	return out
}

// scroll is how far what lies over the views is scrolled.
type scroll struct {
	rows int
	end  *int // where drawing notes how far it can be scrolled; nil but for that
}

// ink is what a terminal can show.
type ink struct {
	theme *theme.Theme
	ascii bool
}

func (k ink) glyph(unicode, ascii rune) rune {
	if k.ascii {
		return ascii
	}
	return unicode
}

func (k ink) pick(unicode, ascii string) string {
	if k.ascii {
		return ascii
	}
	return unicode
}

func (k ink) arrows() string { return k.pick("↑↓", "Up Down") }

// glance is what the panels see now.
func (a App) glance() glance {
	return glance{
		session: a.session, window: a.window, looks: a.looks, ink: a.ink, typed: a.typed, note: a.note, banner: a.banner, covered: a.layers.alone(a), progress: a.work.progress(), scroll: a.scroll, focus: a.focus, explaining: a.question.open, class: a.attending, tour: a.tour,
		asked: a.prediction, edit: a.edit, overlay: a.overlay, score: a.score, watches: a.watches, keys: a.lines, off: func(k keyLine) string { return a.table[k.at].off(a) }, keyFor: a.keyFor, lookup: a.Lookup, means: a.means, spots: a.spots, reproduces: a.Line,
		commands: ownCommands, exports: exportsTo,
	}
}

// keyLines are the rows of a key table as panels show them.
func keyLines(table []binding) []keyLine {
	out := make([]keyLine, len(table))
	for i, b := range table {
		out[i] = keyLine{at: i, name: b.long(), keys: b.keys, does: b.does, hint: b.hint, group: b.group, common: b.common(), hidden: b.hidden, runs: b.verb != ""}
	}
	return out
}

// key is what the table says of a key; false for one that it does not have.
func (g glance) key(key string) (keyLine, bool) {
	for _, k := range g.keys {
		if slices.Contains(k.keys, key) {
			return k, true
		}
	}
	return keyLine{}, false
}

// named is what the table says of the key with a long name.
func (g glance) named(name string) (keyLine, bool) {
	for _, k := range g.keys {
		if k.name == name {
			return k, true
		}
	}
	return keyLine{}, false
}

// pictured draws a panel of the explorer.
func pictured[P any](panel func(*App) *P, draw func(P, canvas.Area, glance)) func(App, canvas.Area) {
	return func(a App, b canvas.Area) { draw(*panel(&a), b, a.glance()) }
}
