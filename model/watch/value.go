// Package watch is a small language for conditions on a session: `N >= 10^5 and
// labels_right = k`, `finding(complex-eigenvalues)`, `beat = count and action =
// offer-tea`. Lessons wait for such conditions, a run stops at one. It draws
// nothing and changes nothing.
package watch

import (
	"math"

	"eeporl/pomdp/figure"
)

// Kind is what a value is.
type Kind int

// The kinds of value.
const (
	Number Kind = iota
	Text
	Truth
)

func (k Kind) String() string { return [...]string{"a number", "a word", "a condition"}[k] }

// Value is a figure, a word or a truth. Unknown ones make every comparison that
// they enter false.
type Value struct {
	Kind    Kind
	Number  float64
	Text    string // the word; of a number how it is written, "" for figure.Number
	Truth   bool
	Unknown bool
}

// Of is a number; NaN is unknown.
func Of(x float64) Value { return Value{Kind: Number, Number: x, Unknown: math.IsNaN(x)} }

// Count is a number of things, written in full or as a power of ten.
func Count(n float64) Value { return Written(n, figure.Count(n)) }

// Written is a number that is not written as figure.Number has it.
func Written(x float64, text string) Value {
	v := Of(x)
	v.Text = text
	return v
}

// Word is a word.
func Word(text string) Value { return Value{Kind: Text, Text: text} }

// Is is the value of a condition.
func Is(truth bool) Value { return Value{Kind: Truth, Truth: truth} }

// Unknown is a value of that kind which is not known.
func Unknown(k Kind) Value { return Value{Kind: k, Number: math.NaN(), Unknown: true} }

// String is the value as it stands on a screen.
func (v Value) String() string {
	switch {
	case v.Unknown:
		return "unknown"
	case v.Kind == Truth && v.Truth:
		return "yes"
	case v.Kind == Truth:
		return "no"
	case v.Kind == Text || v.Text != "":
		return v.Text
	}
	return figure.Number(v.Number)
}

// Lookup gives the value of a name and its arguments; false for a name that it
// does not know.
type Lookup func(name string, args []Value) (Value, bool)

// Or asks another lookup for what this one does not know.
func (l Lookup) Or(other Lookup) Lookup {
	return func(name string, args []Value) (Value, bool) {
		if v, ok := l(name, args); ok {
			return v, true
		}
		return other(name, args)
	}
}
