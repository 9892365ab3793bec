// Package panes draws the explorer's views. A pane is a function that draws a Scene into
// an area of the canvas; it keeps no state.
package panes

import (
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// Scene is what a pane draws from.
type Scene struct {
	Session *model.Session
	Now     *model.Now
	Theme   *theme.Theme
	Veiled  bool
	More    int          // which part a view shows first where it cannot show all; LastPage for its last
	Welcome bool         // nothing has been done yet: Episode says what this is
	Asked   string       // the kind of prediction that is being asked for: no view may give its answer away
	Alone   bool         // no other pane is beside it
	Large   bool         // for a hall: one picture, in large cells
	Focused bool         // this pane is the one that keys like m speak to
	Trial   *pomdp.POMDP // the model as a change that is being typed would make it, nil for none
	Spots   *Spots       // where figures stand, if somebody asks; nil otherwise
	// Closing is how the certified interval of the plan that is being computed
	// has closed so far.
	Closing []planning.Bound
}

// LastPage is a view's last part, however many it has.
const LastPage = -1

// page is which of so many pages is shown; after the last one the first comes again.
func (s Scene) page(pages int) int { return (s.More%pages + pages) % pages }

// Styles that panes share.
var (
	text  = canvas.Style{}
	dim   = canvas.FG(theme.Dim)
	bold  = canvas.FG(theme.Title).With(canvas.Bold)
	key   = canvas.FG(theme.Key).With(canvas.Bold)
	rule  = canvas.FG(theme.Rule)
	good  = canvas.FG(theme.Good)
	warn  = canvas.FG(theme.Warn)
	bad   = canvas.FG(theme.Bad)
	fresh = canvas.FG(theme.Fresh).With(canvas.Bold)
)

// head draws a pane's title and, after it, the answer to the pane's question, on a rule.
// The figures in the answer show refs.
func (s Scene) head(a canvas.Area, view View, answer string, style canvas.Style, refs ...why.Ref) {
	a.Repeat(0, 0, a.W(), s.glyph('─', '-'), rule)
	name := bold
	if s.Focused && !s.Alone { // a view on its own is lit in the row of names above
		name = s.Theme.Lit()
	}
	x := a.Text(1, 0, " "+view.String()+" ", name)
	if answer != "" {
		s.say(a, x, 0, " "+answer+" ", style, refs...)
	}
}

// answerRoom is the width that a pane's title leaves to its answer.
func answerRoom(a canvas.Area, view View) int {
	return a.W() - len(" ") - len(view.String()) - len("    ")
}

// empty says what will fill a pane and which key does that, and returns the row
// after it.
func (s Scene) empty(a canvas.Area, y int, what, press, does string, refs ...why.Ref) int {
	y = s.wrap(a, 1, y, a.W()-2, what, dim, refs...)
	if press != "" && y < a.H() {
		a.Text(a.Text(1, y+1, press, key)+1, y+1, does, text)
		y += 2
	}
	return y
}

// turn says what m does in a view. Where another view has the keys, the letter that brings
// this one to hand stands before it. It returns the column after the words.
func (s Scene) turn(a canvas.Area, x, y int, view View, words string) int {
	if !s.Focused {
		letter, _ := view.Key()
		x = a.Text(a.Text(x, y, letter, key), y, " then ", dim)
	}
	return a.Text(a.Text(x, y, "m", key)+1, y, words, dim)
}

// turnWidth is the width that turn takes for words.
func (s Scene) turnWidth(words string) int {
	if !s.Focused {
		words = "P then " + words
	}
	return canvas.Width("m " + words)
}

// tooLarge says, in place of a view, why a model is too large to be learned from
// episodes. It draws nothing and returns false for one that is not.
func (s Scene) tooLarge(a canvas.Area) bool {
	why := s.Session.Truth().TooLarge
	if why == "" {
		return false
	}
	press, does := "p", "plans on the model itself"
	if s.Session.Disabled(model.RunPlan) != "" {
		press, does = "", ""
	}
	s.empty(a, 2, "This model is too large to learn from episodes: "+why+".", press, does)
	return true
}

func (s Scene) glyph(unicode, ascii rune) rune {
	if s.Theme.ASCII {
		return ascii
	}
	return unicode
}

// unknown is why there is no truth to show, "" where there is one.
func (s Scene) unknown() string { return s.Session.Truth().Unknown }

func (s Scene) truth() *pomdp.POMDP { return s.Session.Truth().Model }

// model is the one on trial, or the truth.
func (s Scene) model() *pomdp.POMDP {
	if s.Trial != nil {
		return s.Trial
	}
	return s.truth()
}

func (s Scene) sizes() pomdp.Sizes { return s.Session.Truth().Model.Sizes() }

// Wrap draws text word by word from (x, y) in lines of a width and returns the
// row after the last one.
func Wrap(a canvas.Area, x, y, width int, words string, style canvas.Style) int {
	for _, line := range Lines(words, width) {
		a.Text(x, y, line, style)
		y++
	}
	return y
}

// Lines cuts text at spaces into lines of at most width columns; a longer word has a line
// of its own. Runs of white space become one space.
func Lines(words string, width int) []string {
	words = strings.Join(strings.Fields(words), " ")
	var out []string
	start, end, used := 0, 0, 0 // the line so far and its columns
	for at := 0; at < len(words); {
		next := len(words)
		if n := strings.IndexByte(words[at:], ' '); n >= 0 {
			next = at + n
		}
		wide := canvas.Width(words[at:next])
		if at > start && used+1+wide > width {
			out = append(out, words[start:end])
			start = at
		}
		if at > start {
			used++
		} else {
			used = 0
		}
		used, end, at = used+wide, next, next+1
	}
	if end > start {
		out = append(out, words[start:end])
	}
	return out
}

// state draws a state's letter in its colour, or the veil, and returns the
// column after it.
func (s Scene) state(a canvas.Area, x, y, state int, known bool) int {
	if !known {
		return a.Text(x, y, "?", dim)
	}
	return a.Text(x, y, theme.StateLetter(state), canvas.FG(theme.State(state)).With(canvas.Bold))
}

// action draws an action's digit in its colour.
func (s Scene) action(a canvas.Area, x, y, action int) int {
	return a.Text(x, y, theme.ActionDigit(action), actionStyle(action))
}

func actionStyle(action int) canvas.Style {
	return canvas.FG(theme.Action(action)).With(canvas.Bold | canvas.Underline)
}

// pair draws an action pair as two digits: (a, a') is 12.
func (s Scene) pair(a canvas.Area, x, y, pair int) int {
	if pair < 0 {
		return a.Text(x, y, "??", bad)
	}
	first, second := s.sizes().PairActions(pair)
	return s.action(a, s.action(a, x, y, first), y, second)
}

// bar draws a horizontal bar of a share of width columns, in eighths.
func (s Scene) bar(a canvas.Area, x, y, width int, share float64, style canvas.Style) {
	eighths := int(share*float64(8*width) + .5)
	eighths = min(max(eighths, 0), 8*width)
	full := eighths / 8
	if s.Theme.ASCII {
		a.Repeat(x, y, (eighths+4)/8, '#', style)
		return
	}
	a.Repeat(x, y, full, '█', style)
	if rest := eighths % 8; rest > 0 {
		a.Set(x+full, y, '█'+rune(8-rest), style)
	}
}
