package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/panel"
)

// mouse answers the mouse. A click or a drag on the timeline goes there; a click on a tab or a
// pane brings its view to hand, one on a figure focuses it; the wheel steps, or scrolls an overlay.
func (a App) mouse(msg tea.Msg) (App, tea.Cmd) {
	if a.Width < panel.MinWidth || a.Height < panel.MinHeight || a.layers.alone(a) || a.layers.typing(a) {
		return a, nil
	}
	a.note = ""
	l := a.layout()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		verb := model.Forward
		if msg.Button == tea.MouseWheelUp {
			verb = model.Back
		}
		if a.overlay != noOverlay {
			return a.scrollBy(map[model.Verb]int{model.Forward: 1, model.Back: -1}[verb]), nil
		}
		return a.ask(model.Intent{Verb: verb}, "wheel")
	case tea.MouseClickMsg:
		return a.pointed(msg.X, msg.Y, l)
	case tea.MouseMotionMsg:
		if msg.Button == tea.MouseLeft && l.scrub.holds(msg.X, msg.Y) {
			return a.pointed(msg.X, msg.Y, l)
		}
	}
	return a, nil
}

func (a App) pointed(x, y int, l layout) (App, tea.Cmd) {
	if l.scrub.holds(x, y) {
		if place, ok := panel.ScrubPlace(a.session, x, l.scrub.w); ok {
			return a.ask(model.Intent{Verb: model.GoTo, N: float64(place) + 1}, "click")
		}
		return a, nil
	}
	if l.header.holds(x, y) && x < len("eeporl ")+30 {
		return said(func(a App) (App, error) { return a.openNamed("") })(a), nil
	}
	if l.tabs.holds(x, y) {
		for _, t := range panel.Tabs() {
			if x >= t.From && x < t.To {
				return a.turn(t.View), a.work.start(a.session.Jobs())
			}
		}
		return a, nil
	}
	for _, p := range l.panes {
		if p.place.holds(x, y) && a.overlay == noOverlay {
			a = a.turn(p.view)
			a.focus.On = false
			if s, ok := a.focus.SpotAt(a.spots(), x, y); ok {
				a.focus = panel.Focused(s)
			}
		}
	}
	return a, nil
}

func (r rect) holds(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}
