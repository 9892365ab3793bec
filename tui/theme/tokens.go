// Package theme says how the explorer's semantic tokens look: in light and
// dark terminals, in true colour, 256, 16 colours and none. Hue never carries
// a meaning alone; a glyph, letter or sign stands beside it.
package theme

import "eeporl/tui/canvas"

// The tokens with one fixed meaning each.
const (
	Plain  canvas.Token = iota // the terminal's own colour
	Dim                        // secondary text
	Title                      // a pane's question, answered
	Key                        // a key to press
	Rule                       // lines between things
	Good                       // holds, right
	Warn                       // a finding
	Bad                        // fails, wrong
	Fresh                      // touched by this beat
	Recent                     // touched by the episode counted last, not by this beat
	Active                     // background of the current tab
	Zero                       // a structural zero
	Curve                      // a plotted line
	Marker                     // a point on a plot
	fixed                      // number of the tokens above
)

// The families of tokens follow one another.
const (
	States     = 8 // states with a colour of their own; further ones repeat
	Estimators = len(estimatorColours)
	HeatSteps  = 16 // magnitude ramp
	DiffSteps  = 17 // diverging ramp, the middle one neutral

	firstState     = fixed
	firstEstimator = firstState + States
	firstHeat      = firstEstimator + canvas.Token(Estimators)
	firstDiff      = firstHeat + HeatSteps
	firstSign      = firstDiff + DiffSteps
)

// State is the colour of a state. Actions have none: a digit, underlined, is an action.
func State(s int) canvas.Token { return firstState + canvas.Token(s%States) }

// Estimator is the colour of an estimator, by its number.
func Estimator(i int) canvas.Token { return firstEstimator + canvas.Token(i%Estimators) }

// StateLetter and ActionDigit are the marks that states and actions bear
// everywhere, whatever the colours: letters for the one, digits for the other.
func StateLetter(s int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if s < len(letters) {
		return letters[s : s+1] // a string of its own would take memory
	}
	return string(rune('A'+s/26-1)) + string(rune('A'+s%26))
}

// ActionDigit counts from 1; beyond nine it goes on with small letters, and after z it
// repeats from a.
func ActionDigit(a int) string {
	const digits = "123456789abcdefghijklmnopqrstuvwxyz"
	if a >= 9 {
		a = 9 + (a-9)%26
	}
	return digits[a : a+1]
}
