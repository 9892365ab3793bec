package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
)

// glance is what the panels see now.
func (a App) glance() glance {
	return glance{
		session: a.session, window: a.window, looks: a.looks, ink: a.ink, typed: a.typed, note: a.note, banner: a.banner, covered: a.layers.alone(a), progress: a.work.progress(), scroll: a.scroll, focus: a.focus, explained: a.question.open, class: a.attending, tour: a.tour.lessonPanel,
		asked: a.prediction, edit: a.edit, bare: a.overlay == noOverlay, score: a.score, watches: a.watches, keys: a.lines, off: func(k keyLine) string { return a.table[k.at].off(a) }, keyFor: a.keyFor, lookup: a.Lookup, means: a.means, spots: a.spots, reproduces: a.Line,
		commands: ownCommands, exports: exportsTo,
	}
}

// keyLines are the rows of a key table as panels show them.
func keyLines(table []binding) []keyLine {
	out := make([]keyLine, len(table))
	for i, b := range table {
		out[i] = keyLine{at: i, name: b.long(), keys: b.keys, does: b.does, hint: b.hint, group: b.group, common: b.common(), hidden: b.hidden, runs: b.verb != ""}
	}
	return out
}

// keyed is a layer's answer by a panel: what the panel becomes, and what it asks for.
func keyed[P any](of func(*App) *P, answer func(P, tea.KeyPressMsg, glance) (P, []ask, bool)) func(App, tea.KeyPressMsg) (App, tea.Cmd, bool) {
	return func(a App, msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
		p := of(&a)
		next, asks, ok := answer(*p, msg, a.glance())
		if *p = next; ok {
			a.typed = 0
		}
		a, cmd := a.answer(asks)
		return a, cmd, ok
	}
}

// pictured draws a panel of the explorer.
func pictured[P any](of func(*App) *P, draw func(P, canvas.Area, glance)) func(App, canvas.Area) {
	return func(a App, b canvas.Area) { draw(*of(&a), b, a.glance()) }
}
