package recovery

import (
	"eeporl/tui/panes/kit"
)

// fit is the largest density at which a grid takes at most w × h cells; ok is
// false when none does.
func (s pane) fit(g kit.Grid, w, h int) (d kit.Density, ok bool) {
	for _, d = range s.Densities() {
		if gw, gh := g.Size(d); gw <= w && gh <= h {
			return d, true
		}
	}
	return d, false
}
