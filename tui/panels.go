package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
)

// glance is what the panels see now.
func (a App) glance() panel.Glance {
	return panel.Glance{
		Session: a.session, Window: a.Window, Looks: a.Looks, Ink: a.Ink, Typed: a.typed, Note: a.note, Banner: a.banner, Covered: a.layers.alone(a), Progress: a.work.progress(), Scroll: a.scroll, Focus: a.focus, Explained: a.question.Open, Class: a.attending, Tour: a.tour.LessonPanel,
		Asked: a.prediction, Edit: a.edit, Bare: a.overlay == noOverlay, Score: a.score, Watches: a.watches, Keys: a.lines, Off: func(k panel.KeyLine) string { return a.table[k.At].off(a) }, KeyFor: a.keyFor, Lookup: a.Lookup, Means: a.means, Spots: a.spots, Reproduces: a.Line,
		Commands: ownCommands, Exports: exportsTo,
	}
}

// keyLines are the rows of a key table as panels show them.
func keyLines(table []binding) []panel.KeyLine {
	out := make([]panel.KeyLine, len(table))
	for i, b := range table {
		out[i] = panel.KeyLine{At: i, Name: b.long(), Keys: b.keys, Does: b.does, Hint: b.hint, Group: b.group, Common: b.common(), Hidden: b.hidden, Runs: b.verb != ""}
	}
	return out
}

// keyed is a layer's answer by a panel: what the panel becomes, and what it asks for.
func keyed[P any](of func(*App) *P, answer func(P, tea.KeyPressMsg, panel.Glance) (P, []panel.Ask, bool)) func(App, tea.KeyPressMsg) (App, tea.Cmd, bool) {
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
func pictured[P any](of func(*App) *P, draw func(P, canvas.Area, panel.Glance)) func(App, canvas.Area) {
	return func(a App, b canvas.Area) { draw(*of(&a), b, a.glance()) }
}

// answer does what a panel asks for, one after the other.
func (a App) answer(asks []panel.Ask) (App, tea.Cmd) {
	var cmds []tea.Cmd
	for _, x := range asks {
		var cmd tea.Cmd
		a, cmd = a.answerOne(x)
		cmds = append(cmds, cmd)
	}
	return a, tea.Batch(cmds...)
}

func (a App) answerOne(x panel.Ask) (App, tea.Cmd) {
	switch x := x.(type) {
	case panel.Act:
		return a.ask(x.Intent, x.Label)
	case panel.Do:
		next, cmd, err := a.do(string(x))
		if err != nil {
			next.note = err.Error()
		}
		return next, cmd
	case panel.Press:
		if b, ok := lookup(a.table, x.Key); ok {
			return a.obey(b, 0, x.Label)
		}
	case panel.Say:
		a.note = string(x)
	case panel.Copy:
		a.note = "copied " + string(x)
		return a, tea.SetClipboard(string(x))
	case panel.Export:
		return a.export(string(x))
	case panel.Close:
		a.overlay = noOverlay
	case panel.ScrollBy:
		a = a.scrollBy(int(x))
	case panel.ScrollToTop:
		a.scroll = panel.Scroll{}
	case panel.Turn:
		a.focus.Ref = why.Ref(x)
	case panel.Move:
		for range x.Count {
			a = a.moveFocus(x.Dx, x.Dy)
		}
	case panel.Explain:
		a.question, a.scroll = panel.Question{Open: true}, panel.Scroll{}
	case panel.LightUp:
		a = a.point(glossary.Term(x))
		return a, a.work.start(a.session.Jobs())
	case panel.Foretell:
		return a.foretell()
	case panel.Follow:
		a = a.showAnswer(predict.Answer(x))
		return a, a.work.start(a.session.Jobs())
	case panel.Resume:
		a = a.takeUp()
	}
	return a, nil
}
