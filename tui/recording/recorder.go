// Package recording says what was done: to the journal, and as a script that does it again.
package recording

import "eeporl/model"

// Change is a command that was done, whether a key, the mouse, the palette or a
// line asked for it. Do does it again.
type Change struct {
	Command string
	Step    *model.Step // of an intent; nil for what concerns the screen alone
	Brought bool        // it comes by itself when the intent before it is done: another view
}

// Changes are what one message came to, and what they were done to.
type Changes struct {
	Before, After model.Session
	Screen        []string // how the session was looked at before
	Done          []Change
}

// Recorder is told of all that is done, in order and before it is seen.
type Recorder interface {
	Record(Changes) error
}
