package tui

import (
	"slices"

	"eeporl/tui/theme"
)

// arranged lays the screen out for a purpose; the projector's has colours of its
// own unless some were chosen.
func (a App) arranged(p Preset) App {
	if p == "" {
		p = Standard
	}
	a.preset, a.twin.pairing = p, alone
	return a.relook()
}

// rearrange turns to the next preset.
func (a App) rearrange() App {
	all := Presets()
	a = a.arranged(all[(slices.Index(all, a.preset)+1)%len(all)])
	a.note = "layout: " + string(a.preset)
	return a
}

// autoLook stands in commands for the look of the terminal's own background.
const autoLook = "auto"

// relook colours the screen for the terminal's background and the preset, where
// the user has not chosen.
func (a App) relook() App {
	if !a.chosenLook {
		a.look = theme.For(a.paper, a.preset == Projector)
	}
	if a.theme != nil {
		a.theme = theme.New(a.theme.Profile, a.look, a.ascii)
	}
	return a
}
