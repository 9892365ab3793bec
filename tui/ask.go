package tui

import (
	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/model/why"
)

// ask is what a panel asks of the explorer, beside the panel that it has become: a value of one of the
// types below.
type ask any

type (
	// acting hands an intent to the session; label says what asked for it.
	acting struct {
		intent model.Intent
		label  string
	}
	// doing does a line as if it was typed.
	doing string
	// pressing does what the table says of a key.
	pressing struct{ key, label string }
	// noting is said where messages stand.
	noting string
	// copying puts a text on the clipboard.
	copying string
	// exporting shares the screen or its session as a file.
	exporting string
	// closing puts away the overlay; the panels that are none close themselves.
	closing struct{}
	// scrolling scrolls what lies over the views by so many rows.
	scrolling int
	// topping scrolls it back to its top.
	topping struct{}
	// turning focuses another figure while one is explained.
	turning why.Ref
	// moving goes to the nearest figure to one side, so many times; explaining says all about the focused one.
	moving     struct{ dx, dy, count int }
	explaining struct{}
	// lighting lights a term wherever it stands.
	lighting glossary.Term
	// foretelling finds the answer to the question that is open, for the choice that was made.
	foretelling struct{}
	// following goes on as an answer did.
	following predict.Answer
	// resuming takes up the lesson that was left.
	resuming struct{}
)
