package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

func (a App) openSettings() App {
	a = a.toggle(settingsOverlay)
	a.settingsList = settingsList{}
	return a.chooseSetting(0)
}

// chooseSetting turns to a setting with its value to be changed.
func (a App) chooseSetting(i int) App {
	all := a.session.Settings()
	i = min(max(i, 0), len(all)-1)
	a.settingsList = settingsList{at: i, line: valueField(all[i].Value)}
	return a
}

// settingsKey answers a key while the list of settings is open.
func (a App) settingsKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch msg.String() {
	case "esc":
		a.overlay = noOverlay
	case "up", "shift+tab":
		a = a.chooseSetting(a.settingsList.at - 1)
	case "down", "tab":
		a = a.chooseSetting(a.settingsList.at + 1)
	case "enter":
		setting := a.settingTyped()
		if !a.settingsList.line.touched {
			a.overlay = noOverlay
			return a, nil
		}
		if a.session.Refusal(model.Intent{Verb: model.Set, Arg: setting}) != "" {
			return a, nil // the list says why
		}
		a.overlay = noOverlay
		return a.ask(model.Intent{Verb: model.Set, Arg: setting}, "Enter")
	default:
		if line, ok := a.settingsList.line.typed(msg); ok {
			a.settingsList.line = line
		}
	}
	return a, nil
}

func (a App) settingTyped() string {
	return a.session.Settings()[a.settingsList.at].Name + "=" + a.settingsList.line.text()
}

// drawSettings lists the settings: name, value, what it does; under them what the
// typed value would do, or why it cannot be made.
func (a App) drawSettings(b canvas.Area) {
	const value, does, under = 19, 34, 3 // columns; rows for what is said of the setting in hand
	all := a.session.Settings()
	b = a.box(b, len(all)+under, "Settings", [][2]string{{a.arrows(), "choose"}, {"letters", "a value"}, {"Enter", "a branch with it"}, {"Esc", "close"}})
	rows := max(b.H()-under, 1)
	first := min(max(a.settingsList.at-rows+1, 0), max(len(all)-rows, 0))
	y := 0
	for i, s := range all[first:min(first+rows, len(all))] {
		values, style := b.Sub(0, 0, does-1, b.H()), canvas.Style{}
		if first+i == a.settingsList.at {
			style = bold
			b.Text(0, y, a.pick("▸", ">"), key)
			a.settingsList.line.draw(a, values, value, y, style)
		} else {
			values.Text(value, y, s.Value, style)
		}
		b.Text(2, y, s.Name, style)
		b.Text(does, y, s.Does, dim)
		y++
	}
	if y+under < b.H() {
		y++
	}
	if a.settingsList.line.touched {
		if why := a.session.Refusal(model.Intent{Verb: model.Set, Arg: a.settingTyped()}); why != "" {
			kit.Wrap(b, 3, y, b.W()-4, why, warn)
		} else {
			kit.Wrap(b, 3, y, b.W()-4, "Enter starts a branch with "+a.settingTyped()+"; the branch before stays, u goes back.", canvas.Style{})
		}
		return
	}
	for _, s := range a.session.Fixed() {
		y = kit.Wrap(b, 3, y, b.W()-4, "No "+s.Name+": "+s.Does+".", dim)
	}
	if a.session.Truth().Unknown == "" {
		kit.Wrap(b, 3, y, b.W()-4, "A probability of the model is changed where it stands: w, go to it, c.", dim)
	}
}
