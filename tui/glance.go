package tui

import (
	"slices"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/tui/panes/kit"
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
	covered   bool
	progress  *progress
	scroll    scroll
	focus     focus
	explained bool // all is said about the focused figure
	class     attending
	tour      lessonPanel
	asked     prediction
	edit      edit
	bare      bool // nothing lies over the views
	score     score
	watches   watch.List
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

// scroll is how far what lies over the views is scrolled.
type scroll struct {
	rows int
	end  *int // where drawing notes how far it can be scrolled; nil but for that
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
