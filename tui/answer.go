package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/model/why"
	"eeporl/tui/panel"
)

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
