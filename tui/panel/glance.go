// Package panel holds what stands around the views and over them: header, timeline, hints, and the panels that
// answer keys. A panel is a value that sees a Glance of the explorer and asks for what it wants (Ask); it knows
// nothing of the explorer itself.
package panel

import (
	"slices"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/tui/panes/kit"
)

// Glance is what a panel sees of the explorer: a value, made anew for every key and every frame.
type Glance struct {
	Session model.Session
	Window
	Looks
	Ink
	Typed  int // a count typed before a key
	Note   string
	Banner Banner
	// Covered says that what lies over the views names its keys itself; Progress is what somebody waits for.
	Covered   bool
	Progress  *Progress
	Scroll    Scroll
	Focus     Focus
	Explained bool // all is said about the focused figure
	Class     Class
	Tour      LessonPanel
	Asked     Prediction
	Edit      Edit
	Bare      bool // nothing lies over the views
	Score     Score
	Watches   watch.List
	// Keys are the key table, KeyFor the label of the key with a long name, Lookup what conditions ask about.
	Keys       []KeyLine
	Off        func(KeyLine) string // why a key can do nothing now, "" when it can
	KeyFor     func(name string) string
	Lookup     func() watch.Lookup
	Means      func(line string) string // what a line does that was typed in full, "" for nothing
	Reproduces func() string            // the command line that opens this screen
	Spots      func() []kit.Spot        // where the figures of the view in hand stand
	// Commands are those of the screen, Exports what a file of that name would be, or any for "".
	Commands func() []Command
	Exports  func(path string) string
}

// Scroll is how far what lies over the views is scrolled.
type Scroll struct {
	Rows int
	End  *int // where drawing notes how far it can be scrolled; nil but for that
}

// key is what the table says of a key; false for one that it does not have.
func (g Glance) key(key string) (KeyLine, bool) {
	for _, k := range g.Keys {
		if slices.Contains(k.Keys, key) {
			return k, true
		}
	}
	return KeyLine{}, false
}

// named is what the table says of the key with a long name.
func (g Glance) named(name string) (KeyLine, bool) {
	for _, k := range g.Keys {
		if k.Name == name {
			return k, true
		}
	}
	return KeyLine{}, false
}
