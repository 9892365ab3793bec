package panel

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// SettingsList is the list of settings, one of them being changed.
type SettingsList struct {
	at   int
	Line Field
}

// ChosenSetting is the list at a setting, with its value to be changed.
func ChosenSetting(s model.Session, i int) SettingsList {
	all := s.Settings()
	i = min(max(i, 0), len(all)-1)
	return SettingsList{at: i, Line: ValueField(all[i].Value)}
}

// ValueField is a setting's value being typed.
func ValueField(text string) Field {
	f := NewField(text, 40)
	f.replaces = true
	return f
}

// Key answers a key while the list is open.
func (l SettingsList) Key(msg tea.KeyPressMsg, g Glance) (SettingsList, []Ask, bool) {
	switch msg.String() {
	case "ctrl+c":
		return l, nil, false
	case "esc":
		return l, []Ask{Close{}}, true
	case "up", "shift+tab":
		return ChosenSetting(g.Session, l.at-1), nil, true
	case "down", "tab":
		return ChosenSetting(g.Session, l.at+1), nil, true
	case "enter":
		set := model.Intent{Verb: model.Set, Arg: l.typed(g)}
		switch {
		case !l.Line.Touched || l.Line.Text() == g.Session.Settings()[l.at].Value:
			return l, []Ask{Close{}}, true
		case g.Session.Refusal(set) != "":
			return l, nil, true // the list says why
		}
		return l, []Ask{Close{}, Act{set, "Enter"}}, true
	}
	l.Line, _ = l.Line.Typed(msg)
	return l, nil, true
}

// typed is the setting as it would be.
func (l SettingsList) typed(g Glance) string {
	return g.Session.Settings()[l.at].Name + "=" + l.Line.Text()
}

// Draw lists the settings: name, value, what it does; under them what the
// typed value would do, or why it cannot be made.
func (l SettingsList) Draw(b canvas.Area, g Glance) {
	const value, does, under = 19, 34, 3 // columns; rows for what is said of the setting in hand
	all := g.Session.Settings()
	b = g.box(b, len(all)+under, "Settings", [][2]string{{g.arrows(), "choose"}, {"letters", "a value"}, {"Enter", "a branch with it"}, {"Esc", "close"}})
	rows := max(b.H()-under, 1)
	first := min(max(l.at-rows+1, 0), max(len(all)-rows, 0))
	y := 0
	for i, s := range all[first:min(first+rows, len(all))] {
		values, style := b.Sub(0, 0, does-1, b.H()), canvas.Style{}
		if first+i == l.at {
			style = Bold
			b.Text(0, y, g.pick("▸", ">"), Key)
			l.Line.draw(values, value, y, style, g.Ink)
		} else {
			values.Text(value, y, s.Value, style)
		}
		b.Text(2, y, s.Name, style)
		b.Text(does, y, s.Does, Dim)
		y++
	}
	if y+under < b.H() {
		y++
	}
	if l.Line.Touched {
		if why := g.Session.Refusal(model.Intent{Verb: model.Set, Arg: l.typed(g)}); why != "" {
			kit.Wrap(b, 3, y, b.W()-4, why, Warn)
		} else {
			kit.Wrap(b, 3, y, b.W()-4, "Enter starts a branch with "+l.typed(g)+"; the branch before stays, u goes back.", canvas.Style{})
		}
		return
	}
	for _, s := range g.Session.Fixed() {
		y = kit.Wrap(b, 3, y, b.W()-4, "No "+s.Name+": "+s.Does+".", Dim)
	}
	if g.Session.Truth().Unknown == "" {
		kit.Wrap(b, 3, y, b.W()-4, "A probability of the model is changed where it stands: w, go to it, c.", Dim)
	}
}
