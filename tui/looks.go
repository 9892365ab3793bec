package tui

import (
	"fmt"

	"eeporl/tui/panes/kit"
)

// window is the terminal's size. worded says that there is no terminal: commands are typed as words,
// and messages name commands where they would name keys.
type window struct {
	width, height int
	worded        bool
}

// looks are how the session is looked at.
type looks struct {
	view   kit.View // the view in hand: the one that keys such as m act on
	zoom   bool
	more   int // which part a view shows first
	veiled bool
	preset Preset
}

// Preset is what the screen is laid out for.
type Preset string

// The presets.
const (
	Standard  Preset = "standard"
	Student   Preset = "student"   // Episode large, Moments beside it
	Debug     Preset = "debug"     // Recovery, Parameters and Moments, dense
	Projector Preset = "projector" // one view, much space, nothing dim
)

// Presets lists the presets, the default first.
func Presets() []Preset { return []Preset{Standard, Student, Debug, Projector} }

// The smallest terminal in which the explorer is usable.
const (
	minWidth  = 80
	minHeight = 24
)

// A window of fewer rows than this one gives up whatever a lesson or a question can do without.
const lowWindow = 30

// commands lead to the view in hand and to the part that it shows.
func (l looks) commands() []string {
	out := []string{"view " + l.view.Word()}
	switch {
	case l.more == kit.LastPage:
		out = append(out, "more "+lastPage)
	case l.more > 0:
		out = append(out, fmt.Sprintf("more %d", l.more))
	}
	return out
}

// lastPage is PAGE of the command more where the last one is meant.
const lastPage = "last"

// lessonRows is the height of a lesson's panel: its title, three rows of text,
// the task, and what came of it.
const lessonRows = 6
