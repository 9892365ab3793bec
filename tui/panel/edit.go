package panel

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

// Edit is a probability of the model being changed where it stands.
type Edit struct {
	Open  bool
	entry why.Editable
	Line  Field
}

// EditOf opens a focused probability for a change; false where the figure is none.
func EditOf(s model.Session, at why.Target) (Edit, bool) {
	k, ok := why.EditableOf(s, at)
	if !ok {
		return Edit{}, false
	}
	value := k.In(s.Config().Model)[k.At]
	return Edit{Open: true, entry: k, Line: ValueField(strconv.FormatFloat(value, 'g', -1, 64))}, true
}

func (e Edit) setting() string { return e.entry.Name + "=" + e.Line.Text() }

// Key answers a key while a probability is being changed.
func (e Edit) Key(msg tea.KeyPressMsg, g Glance) (Edit, []Ask, bool) {
	switch msg.String() {
	case "ctrl+c":
		return e, nil, false
	case "esc":
		return Edit{}, nil, true
	case "enter":
		if _, err := g.Session.Trial(e.setting()); err != nil {
			return e, nil, true // the row under the panes says why
		}
		return Edit{}, []Ask{Act{model.Intent{Verb: model.Set, Arg: e.setting()}, "Enter"}}, true
	case "up":
		e.Line = nudged(e.Line, .01)
	case "down":
		e.Line = nudged(e.Line, -.01)
	default:
		e.Line, _ = e.Line.Typed(msg)
	}
	return e, nil, true
}

// nudged moves a typed probability by a step, inside [0, 1], and rounds it to three decimals.
func nudged(e Field, by float64) Field {
	if p, err := strconv.ParseFloat(e.Text(), 64); err == nil {
		p = min(max(p+by, 0), 1)
		e = e.With(strconv.FormatFloat(float64(int(1000*p+.5))/1000, 'g', -1, 64))
		e.Touched = true
	}
	return e
}

// Trial is the model as it would be after the change that is being typed; nil where none
// is being typed, or where the value typed is not possible.
func (e Edit) Trial(s model.Session) *pomdp.POMDP {
	if !e.Open {
		return nil
	}
	m, err := s.Trial(e.setting())
	if err != nil {
		return nil
	}
	return m
}

// Draw draws the line being typed and what becomes of its row.
func (e Edit) Draw(b canvas.Area, g Glance) {
	k := e.entry
	x := b.Text(1, 0, k.Name+" = ", Bold)
	x = e.Line.draw(b, x, 0, Mark, g.Ink)
	before, after := k.In(g.Session.Config().Model), e.Trial(g.Session)
	b.Text(x+2, 0, "was "+figure.Precise(before[k.At]), Dim)
	if after == nil {
		_, err := g.Session.Trial(e.setting())
		for y, line := range cut(kit.Lines(fmt.Sprint(err), b.W()-2), 2) {
			b.Text(1, 1+y, line, Warn)
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
	b.Text(1, 1, row, Dim)
	b.Text(1, 2, now, canvas.Style{})
}

// Keys are the keys of an edit.
func (e Edit) Keys(k Ink) [][2]string {
	return [][2]string{{"digits", "a probability"}, {k.arrows(), "± .01"}, {"Enter", "start a branch with it"}, {"Esc", "leave it"}}
}
