package why

import "math"

// Part is one figure of an explanation.
type Part uint8

// The parts.
const (
	Itself Part = iota // the value, or the word of what is no number
	Truth
	Error
	Bound
	Low
	High
	parts
)

var partNames = [parts]string{"value", "truth", "error", "bound", "low", "high"}

func (p Part) String() string {
	if p >= parts {
		p = Itself
	}
	return partNames[p]
}

// Ref is a figure as it stands on a screen: a part of a target.
type Ref struct {
	Target
	Part Part
}

// Value is the Ref of a target's value; Truth, Error and Bound are those of its other
// figures.
func (t Target) Value() Ref { return Ref{t, Itself} }
func (t Target) Truth() Ref { return Ref{t, Truth} }
func (t Target) Error() Ref { return Ref{t, Error} }
func (t Target) Bound() Ref { return Ref{t, Bound} }

// Of is a part of an explanation: its number, NaN where it is unknown or no
// number, and its word, "" where it has none.
func (e Explanation) Of(p Part) (number float64, word string) {
	switch p {
	case Itself:
		return e.Value, e.Word
	case Truth:
		return e.Truth, e.TrueWord
	case Error:
		return e.Error, ""
	case Bound:
		return e.Bound, ""
	case Low:
		return e.Low, ""
	case High:
		return e.High, ""
	}
	return math.NaN(), ""
}
