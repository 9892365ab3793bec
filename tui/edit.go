package tui

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// valueField is a setting's value being typed.
func valueField(text string) field {
	f := newField(text, 40)
	f.replaces = true
	return f
}

func (e edit) setting() string { return e.entry.Name + "=" + e.line.text() }

// change opens what the focused figure can be changed by: a line of its own for a
// probability of the model, the list of settings for all else.
func (a App) change() App {
	if a.focus.on {
		if k, ok := why.EditableOf(a.session, a.focus.ref.Target); ok {
			value := k.In(a.session.Config().Model)[k.At]
			a.edit = edit{open: true, entry: k, line: valueField(strconv.FormatFloat(value, 'g', -1, 64))}
			return a
		}
	}
	return a.openSettings()
}

// editKey answers a key while a probability is being changed.
func (a App) editKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch msg.String() {
	case "esc":
		a.edit = edit{}
		return a, nil
	case "enter":
		setting := a.edit.setting()
		if _, err := a.session.Trial(setting); err != nil {
			return a, nil // the row under the panes says why
		}
		a.edit = edit{}
		return a.ask(model.Intent{Verb: model.Set, Arg: setting}, "Enter")
	case "up":
		a.edit.line = nudged(a.edit.line, .01)
	case "down":
		a.edit.line = nudged(a.edit.line, -.01)
	default:
		if line, ok := a.edit.line.typed(msg); ok {
			a.edit.line = line
		}
	}
	return a, nil
}

// nudged moves a typed probability by a step, inside [0, 1], and rounds it to three decimals.
func nudged(e field, by float64) field {
	if p, err := strconv.ParseFloat(e.text(), 64); err == nil {
		p = min(max(p+by, 0), 1)
		e = e.with(strconv.FormatFloat(float64(int(1000*p+.5))/1000, 'g', -1, 64))
		e.touched = true
	}
	return e
}

// trial is the model as it would be after the change that is being typed; nil where none
// is being typed, or where the value typed is not possible.
func (a App) trial() *pomdp.POMDP {
	if !a.edit.open {
		return nil
	}
	m, err := a.session.Trial(a.edit.setting())
	if err != nil {
		return nil
	}
	return m
}

// drawEdit draws the line being typed and what becomes of its row.
func (a App) drawEdit(b canvas.Area) {
	k := a.edit.entry
	x := b.Text(1, 0, k.Name+" = ", bold)
	x = a.edit.line.draw(a, b, x, 0, mark)
	before, after := k.In(a.session.Config().Model), a.trial()
	b.Text(x+2, 0, "was "+figure.Precise(before[k.At]), dim)
	if after == nil {
		_, err := a.session.Trial(a.edit.setting())
		for y, line := range cut(kit.Lines(fmt.Sprint(err), b.W()-2), 2) {
			b.Text(1, 1+y, line, warn)
		}
		return
	}
	row, now := "row before:", "row after: "
	then := k.In(after)
	for i, name := range k.Row {
		w := max(canvas.Width(name)+1+6, 12)
		row += fmt.Sprintf("  %-*s", w, name+" "+figure.Probability(before[i]))
		now += fmt.Sprintf("  %-*s", w, name+" "+figure.Probability(then[i]))
	}
	b.Text(1, 1, row, dim)
	b.Text(1, 2, now, canvas.Style{})
}

func (a App) editKeys() [][2]string {
	return [][2]string{{"digits", "a probability"}, {a.arrows(), "± .01"}, {"Enter", "start a branch with it"}, {"Esc", "leave it"}}
}
