package tui

import (
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// drawBottom draws what stands below the scrub bar.
func drawBottom(l layout, all canvas.Area, spots []kit.Spot, g glance) {
	if !g.banner.shown || g.banner.mode == yours {
		drawBelow(l, all, spots, g)
	}
	switch {
	case !g.banner.shown:
	case g.banner.mode == yours:
		foot := l.hints.of(all).Rows(l.hints.h-1, 1)
		g.banner.drawKeys(foot, foot.W()-yoursRoom+1, g)
	default:
		g.banner.draw(all.Sub(0, l.account.y, all.W(), l.account.h+l.hints.h), g)
	}
}

// drawBelow draws the rows under the timeline: the probability being changed, or what is
// focused, or else what just happened and what to press.
func drawBelow(l layout, all canvas.Area, spots []kit.Spot, g glance) {
	if g.edit.open {
		g.edit.draw(all.Sub(0, l.account.y, all.W(), 3), g)
		keyRow(l.hints.of(all).Rows(1, 1), 1, g.edit.keys(g.ink))
		return
	}
	if !focusShown(g) {
		drawAccount(l.account.of(all), g)
		drawHints(l.hints.of(all), g)
		return
	}
	last := l.hints.y + l.hints.h - 1
	g.focus.draw(all.Sub(0, l.account.y, all.W(), last-l.account.y), spots, g)
	drawFocusHints(l.hints.of(all), g)
}

// focusShown says whether the rows under the panes speak of the focused figure.
func focusShown(g glance) bool {
	return g.focus.on && !g.covered && g.overlay == noOverlay && g.progress == nil
}
