package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/model/why"
)

// answer does what a panel asks for, one after the other.
func (a App) answer(asks []ask) (App, tea.Cmd) {
	var cmds []tea.Cmd
	for _, x := range asks {
		var cmd tea.Cmd
		a, cmd = a.answerOne(x)
		cmds = append(cmds, cmd)
	}
	return a, tea.Batch(cmds...)
}

func (a App) answerOne(x ask) (App, tea.Cmd) {
	switch x := x.(type) {
	case acting:
		return a.ask(x.intent, x.label)
	case doing:
		next, cmd, err := a.do(string(x))
		if err != nil {
			next.note = err.Error()
		}
		return next, cmd
	case pressing:
		if b, ok := lookup(a.table, x.key); ok {
			return a.obey(b, 0, x.label)
		}
	case noting:
		a.note = string(x)
	case copying:
		a.note = "copied " + string(x)
		return a, tea.SetClipboard(string(x))
	case exporting:
		return a.export(string(x))
	case closing:
		a.overlay = noOverlay
	case scrolling:
		a = a.scrollBy(int(x))
	case topping:
		a.scroll = scroll{}
	case turning:
		a.focus.ref = why.Ref(x)
	case moving:
		for range x.count {
			a = a.moveFocus(x.dx, x.dy)
		}
	case explaining:
		a.question, a.scroll = question{open: true}, scroll{}
	case lighting:
		a = a.point(glossary.Term(x))
		return a, a.work.start(a.session.Jobs())
	case foretelling:
		return a.foretell()
	case following:
		a = a.showAnswer(predict.Answer(x))
		return a, a.work.start(a.session.Jobs())
	case resuming:
		a = a.takeUp()
	}
	return a, nil
}
