package tui

import (
	"slices"
)

// arranged lays the screen out for a purpose; the projector's has colours of its
// own unless some were chosen.
func (a App) arranged(p Preset) App {
	if p == "" {
		p = Standard
	}
	a.preset, a.twin.pairing = p, alone
	a.colours = a.usual(p == Projector)
	return a
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
