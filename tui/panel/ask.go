package panel

import (
	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/model/why"
)

// Ask is what a panel asks of the explorer, beside the panel that it has become: a value of one of the
// types below.
type Ask any

type (
	// Act hands an intent to the session; label says what asked for it.
	Act struct {
		Intent model.Intent
		Label  string
	}
	// Do does a line as if it was typed.
	Do string
	// Press does what the table says of a key.
	Press struct{ Key, Label string }
	// Say is said where messages stand.
	Say string
	// Copy puts a text on the clipboard.
	Copy string
	// Export shares the screen or its session as a file.
	Export string
	// Close puts away the overlay; the panels that are none close themselves.
	Close struct{}
	// ScrollBy scrolls what lies over the views by so many rows.
	ScrollBy int
	// ScrollToTop scrolls it back to its top.
	ScrollToTop struct{}
	// Turn focuses another figure while one is explained.
	Turn why.Ref
	// Move goes to the nearest figure to one side, so many times.
	Move struct{ Dx, Dy, Count int }
	// Explain says all about the focused figure.
	Explain struct{}
	// LightUp lights a term wherever it stands.
	LightUp glossary.Term
	// Foretell finds the answer to the question that is open, for the choice that was made.
	Foretell struct{}
	// Follow goes on as an answer did.
	Follow predict.Answer
	// Resume takes up the lesson that was left.
	Resume struct{}
)
