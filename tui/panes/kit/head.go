package kit

import (
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/canvas"
)

// Head draws a pane's title and, after it, the answer to the pane's question, on a rule.
// The figures in the answer show refs.
func (s Scene) Head(a canvas.Area, view View, answer string, style canvas.Style, refs ...why.Ref) {
	a.Repeat(0, 0, a.W(), s.Glyph('─', '-'), Rule)
	name := Bold
	if s.Focused && !s.Alone { // a view on its own is lit in the row of names above
		name = s.Theme.Lit()
	}
	x := a.Text(1, 0, " "+view.String()+" ", name)
	if answer = Clipped(answer, a.W()-x-2); answer != "" {
		s.Say(a, x, 0, " "+answer+" ", style, refs...)
	}
}

// Clipped is an answer without the last of its clauses, as many as a width has no room for: never cut inside a
// figure. An answer of which not even the first clause has room ends at a word.
func Clipped(answer string, width int) string {
	for _, between := range []string{" · ", "; ", ", ", ": ", " "} {
		for canvas.Width(answer) > width {
			at := strings.LastIndex(answer, between)
			if at < 0 {
				break
			}
			answer = answer[:at]
		}
	}
	if canvas.Width(answer) > width {
		return ""
	}
	return strings.TrimRight(answer, " =×+-,;:·")
}

// Empty says what will fill a pane and which key does that, and returns the row
// after it.
func (s Scene) Empty(a canvas.Area, y int, what, press, does string, refs ...why.Ref) int {
	y = s.Wrap(a, 1, y, a.W()-2, what, Dim, refs...)
	if press != "" && y < a.H() {
		a.Text(a.Text(1, y+1, press, Key)+1, y+1, does, Plain)
		y += 2
	}
	return y
}

// Turn says what m does in a view. Where another view has the keys, the letter that brings
// this one to hand stands before it. It returns the column after the words.
func (s Scene) Turn(a canvas.Area, x, y int, view View, words string) int {
	if !s.Focused {
		letter, _ := view.Key()
		x = a.Text(a.Text(x, y, letter, Key), y, " then ", Dim)
	}
	return a.Text(a.Text(x, y, "m", Key)+1, y, words, Dim)
}

// TooLarge says, in place of a view, why a model is too large to be learned from
// episodes. It draws nothing and returns false for one that is not.
func (s Scene) TooLarge(a canvas.Area) bool {
	why := s.Session.Truth().TooLarge
	if why == "" {
		return false
	}
	press, does := "p", "plans on the model itself"
	if s.Session.Disabled(model.RunPlan) != "" {
		press, does = "", ""
	}
	s.Empty(a, 2, "This model is too large to learn from episodes: "+why+".", press, does)
	return true
}
