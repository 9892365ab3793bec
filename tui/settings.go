package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// settingsList is the list of settings, one of them being changed.
type settingsList struct {
	at   int
	line field
}

// chosenSetting is the list at a setting, with its value to be changed.
func chosenSetting(s model.Session, i int) settingsList {
	all := s.Settings()
	i = min(max(i, 0), len(all)-1)
	return settingsList{at: i, line: valueField(all[i].Value)}
}

// valueField is a setting's value being typed.
func valueField(text string) field {
	f := newField(text, 40)
	f.replaces = true
	return f
}

// key answers a key while the list is open.
func (l settingsList) key(msg tea.KeyPressMsg, g glance) (settingsList, []ask, bool) {
	switch msg.String() {
	case "ctrl+c":
		return l, nil, false
	case "esc":
		return l, []ask{closing{}}, true
	case "up", "shift+tab":
		return chosenSetting(g.session, l.at-1), nil, true
	case "down", "tab":
		return chosenSetting(g.session, l.at+1), nil, true
	case "enter":
		set := model.Intent{Verb: model.Set, Arg: l.typed(g)}
		switch {
		case !l.line.touched:
			return l, []ask{closing{}}, true
		case g.session.Refusal(set) != "":
			return l, nil, true // the list says why
		}
		return l, []ask{closing{}, acting{set, "Enter"}}, true
	}
	l.line, _ = l.line.typed(msg)
	return l, nil, true
}

// typed is the setting as it would be.
func (l settingsList) typed(g glance) string {
	return g.session.Settings()[l.at].Name + "=" + l.line.text()
}

// draw lists the settings: name, value, what it does; under them what the
// typed value would do, or why it cannot be made.
func (l settingsList) draw(b canvas.Area, g glance) {
	const value, does, under = 19, 34, 3 // columns; rows for what is said of the setting in hand
	all := g.session.Settings()
	b = g.box(b, len(all)+under, "Settings", [][2]string{{g.arrows(), "choose"}, {"letters", "a value"}, {"Enter", "a branch with it"}, {"Esc", "close"}})
	rows := max(b.H()-under, 1)
	first := min(max(l.at-rows+1, 0), max(len(all)-rows, 0))
	y := 0
	for i, s := range all[first:min(first+rows, len(all))] {
		values, style := b.Sub(0, 0, does-1, b.H()), canvas.Style{}
		if first+i == l.at {
			style = bold
			b.Text(0, y, g.pick("▸", ">"), key)
			l.line.draw(values, value, y, style, g.ink)
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
	if l.line.touched {
		if why := g.session.Refusal(model.Intent{Verb: model.Set, Arg: l.typed(g)}); why != "" {
			kit.Wrap(b, 3, y, b.W()-4, why, warn)
		} else {
			kit.Wrap(b, 3, y, b.W()-4, "Enter starts a branch with "+l.typed(g)+"; the branch before stays, u goes back.", canvas.Style{})
		}
		return
	}
	for _, s := range g.session.Fixed() {
		y = kit.Wrap(b, 3, y, b.W()-4, "No "+s.Name+": "+s.Does+".", dim)
	}
	if g.session.Truth().Unknown == "" {
		kit.Wrap(b, 3, y, b.W()-4, "A probability of the model is changed where it stands: w, go to it, c.", dim)
	}
}
