// Package lesson holds the lessons of the tour: what a lesson is, how one is
// read from a text file and checked, and how far a learner is in it. It draws
// nothing and presses no keys; what it needs to know of the screen it is told.
package lesson

import (
	"strings"

	"eeporl/model/watch"
)

// Lesson is a sequence of steps on the live explorer.
type Lesson struct {
	Name  string // one word, what is typed
	Title string
	Model string // the model that it is played on unless another is asked for
	Seed  uint64
	Steps []Step

	Minutes int    // about how long it takes, 0 for not said
	Gist    string // what it is about, in a sentence
	Moral   string // what to keep of it, in a sentence
	Core    bool   // one of those that make the short path
}

// Step is one thing to see and one thing to do.
type Step struct {
	Title    string
	Scene    []Command // what is done before the learner sees the step
	Text     Prose
	Task     Prose      // what to do
	Until    watch.Expr // holds once the learner has done it; the zero Expr asks for nothing
	Done     Prose      // what is said then, half a sentence
	Hints    []Prose    // one after the other, each after Patience actions that did not do it
	Patience int
	Onward   bool     // once done the next step follows at once
	Predict  string   // a kind of question that comes before the step's task; "" for none
	Try      []string // what does the task: names of keys and commands, the last one repeated until it is done
	Line     int      // of the file
}

// Command is a line that prepares a step's scene: a long name with its argument, as in
// `leap 1000`, or a model to open (see Opens). It is left out if the condition If does not
// hold.
type Command struct {
	Line string
	If   watch.Expr
	open bool // it opens a fresh session; Line is then the model
}

// Opens says whether the command is a fresh session, and of which model: ""
// stands for the lesson's own.
func (c Command) Opens() (model string, ok bool) {
	if !c.open {
		return "", false
	}
	return c.Line, true
}

// Asks says whether the step waits for something.
func (s Step) Asks() bool { return s.Until.String() != "" }

// Focuses says whether the step puts the focus on a figure itself.
func (s Step) Focuses() bool {
	focused := false
	for _, c := range s.Scene {
		if to, ok := strings.CutPrefix(c.Line, "focus "); ok {
			focused = to != "off"
		}
	}
	return focused
}

// DefaultPatience is how many actions pass before a hint.
const DefaultPatience = 5
