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

// edit is a probability of the model being changed where it stands.
type edit struct {
	open  bool
	entry why.Editable
	line  field
}

// editOf opens a focused probability for a change; false where the figure is none.
func editOf(s model.Session, at why.Target) (edit, bool) {
	k, ok := why.EditableOf(s, at)
	if !ok {
		return edit{}, false
	}
	value := k.In(s.Config().Model)[k.At]
	return edit{open: true, entry: k, line: valueField(strconv.FormatFloat(value, 'g', -1, 64))}, true
}

func (e edit) setting() string { return e.entry.Name + "=" + e.line.text() }

// key answers a key while a probability is being changed.
func (e edit) key(msg tea.KeyPressMsg, g glance) (edit, []ask, bool) {
	switch msg.String() {
	case "ctrl+c":
		return e, nil, false
	case "esc":
		return edit{}, nil, true
	case "enter":
		if _, err := g.session.Trial(e.setting()); err != nil {
			return e, nil, true // the row under the panes says why
		}
		return edit{}, []ask{acting{model.Intent{Verb: model.Set, Arg: e.setting()}, "Enter"}}, true
	case "up":
		e.line = nudged(e.line, .01)
	case "down":
		e.line = nudged(e.line, -.01)
	default:
		e.line, _ = e.line.typed(msg)
	}
	return e, nil, true
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
func (e edit) trial(s model.Session) *pomdp.POMDP {
	if !e.open {
		return nil
	}
	m, err := s.Trial(e.setting())
	if err != nil {
		return nil
	}
	return m
}

// draw draws the line being typed and what becomes of its row.
func (e edit) draw(b canvas.Area, g glance) {
	k := e.entry
	x := b.Text(1, 0, k.Name+" = ", bold)
	x = e.line.draw(b, x, 0, mark, g.ink)
	before, after := k.In(g.session.Config().Model), e.trial(g.session)
	b.Text(x+2, 0, "was "+figure.Precise(before[k.At]), dim)
	if after == nil {
		_, err := g.session.Trial(e.setting())
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

// keys are the keys of an edit.
func (e edit) keys(k ink) [][2]string {
	return [][2]string{{"digits", "a probability"}, {k.arrows(), "± .01"}, {"Enter", "start a branch with it"}, {"Esc", "leave it"}}
}
