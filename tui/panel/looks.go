package panel

import (
	"fmt"

	"eeporl/tui/panes/kit"
)

// Window is the terminal's size. worded says that there is no terminal: commands are typed as words,
// and messages name commands where they would name keys.
type Window struct {
	Width, Height int
	InWords       bool
}

// Looks are how the session is looked at.
type Looks struct {
	InHand kit.View // the view in hand: the one that keys such as m act on
	Zoom   bool
	More   int // which part a view shows first
	Veiled bool
	Preset Preset
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
	MinWidth  = 80
	MinHeight = 24
)

// A window of fewer rows than this one gives up whatever a lesson or a question can do without.
const LowWindow = 30

// wideWindow is how many columns leave room for more than what has to be said.
const wideWindow = 100

// Commands lead to the view in hand and to the part that it shows.
func (l Looks) Commands() []string {
	out := []string{"view " + l.InHand.Word()}
	switch {
	case l.More == kit.LastPage:
		out = append(out, "more "+LastPage)
	case l.More > 0:
		out = append(out, fmt.Sprintf("more %d", l.More))
	}
	return out
}

// LastPage is PAGE of the command more where the last one is meant.
const LastPage = "last"

// LessonRows is the height of a lesson's panel: its title, three rows of text,
// the task, and what came of it.
const LessonRows = 6
