// Package kit holds what the explorer's views share: the scene that they draw from, their names, and how figures,
// states, tables and heat maps are drawn. It knows no view.
package kit

import (
	"eeporl/model"
	"eeporl/planning"
	"eeporl/pomdp"
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

// Page is which of so many pages is shown; after the last one the first comes again.
func (s Scene) Page(pages int) int { return (s.More%pages + pages) % pages }

func (s Scene) Glyph(unicode, ascii rune) rune {
	if s.Theme.ASCII {
		return ascii
	}
	return unicode
}

// Unknown is why there is no truth to show, "" where there is one.
func (s Scene) Unknown() string { return s.Session.Truth().Unknown }

func (s Scene) Truth() *pomdp.POMDP { return s.Session.Truth().Model }

// Model is the one on trial, or the truth.
func (s Scene) Model() *pomdp.POMDP {
	if s.Trial != nil {
		return s.Trial
	}
	return s.Truth()
}

func (s Scene) Sizes() pomdp.Sizes { return s.Session.Truth().Model.Sizes() }
