package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
)

// knobs is the list of settings, one of them being changed.
type knobs struct {
	at   int
	line entryLine
}

func (a App) openKnobs() App {
	a = a.toggle(knobsOverlay)
	a.knobs = knobs{}
	return a.chooseKnob(0)
}

// chooseKnob turns to a setting with its value to be changed.
func (a App) chooseKnob(i int) App {
	all := a.session.Settings()
	i = min(max(i, 0), len(all)-1)
	a.knobs = knobs{at: i, line: entryLine{text: all[i].Value}}
	return a
}

// knobKey answers a key while the knobs are open; false for what closes them
// first.
func (a App) knobKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch msg.String() {
	case "esc":
		a.overlay = noOverlay
	case "up", "shift+tab":
		a = a.chooseKnob(a.knobs.at - 1)
	case "down", "tab":
		a = a.chooseKnob(a.knobs.at + 1)
	case "enter":
		setting := a.knobSetting()
		if !a.knobs.line.touched {
			a.overlay = noOverlay
			return a, nil
		}
		if a.session.Refusal(model.Intent{Verb: model.Set, Arg: setting}) != "" {
			return a, nil // the list says why
		}
		a.overlay = noOverlay
		return a.ask(model.Intent{Verb: model.Set, Arg: setting}, "Enter")
	default:
		if line, ok := a.knobs.line.typed(msg); ok {
			a.knobs.line = line
		}
	}
	return a, nil
}

func (a App) knobSetting() string {
	return a.session.Settings()[a.knobs.at].Name + "=" + a.knobs.line.text
}

// drawKnobs lists the settings: name, value, what it does; under them what the
// typed value would do.
func (a App) drawKnobs(b canvas.Area) {
	b.Repeat(0, 0, b.W(), a.glyph('─', '-'), rule)
	b.Text(1, 0, " Settings: type a value, Enter starts a branch with it, Esc closes. ", bold)
	y := 2
	for i, s := range a.session.Settings() {
		style, value := canvas.Style{}, s.Value
		if i == a.knobs.at {
			style, value = bold, a.knobs.line.text
			b.Text(1, y, a.pick("▸", ">"), key)
		}
		b.Text(3, y, s.Name, style)
		x := b.Sub(0, 0, 28, b.H()).Text(14, y, value, style)
		if i == a.knobs.at {
			b.Set(x, y, a.glyph('▏', '|'), mark)
		}
		y = panes.Wrap(b, 29, y, b.W()-30, s.Does, dim)
	}
	y++
	if a.knobs.line.touched {
		if why := a.session.Refusal(model.Intent{Verb: model.Set, Arg: a.knobSetting()}); why != "" {
			y = panes.Wrap(b, 3, y, b.W()-4, why, warn)
		} else {
			y = panes.Wrap(b, 3, y, b.W()-4, "Enter re-lays the timeline with "+a.knobSetting()+"; the branch before stays, u goes back.", canvas.Style{})
		}
		y++
	}
	for _, s := range a.session.Fixed() {
		y = panes.Wrap(b, 3, y, b.W()-4, "No "+s.Name+": "+s.Does+".", dim)
	}
	if a.session.Truth().Unknown == "" {
		panes.Wrap(b, 3, y, b.W()-4, "A probability of the model is changed where it stands: w, go to it, c.", dim)
	}
}
