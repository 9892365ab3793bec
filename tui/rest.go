package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// Obey does what a line asks for, as a user would by keys, and then AtRest; an empty
// line is Enter. It is how the explorer is led without a screen.
func (a App) Obey(ctx context.Context, line string) (App, error) {
	next, err := a.obeyed(line)
	rested, late := next.Acted(ctx)
	if err == nil {
		err = late
	}
	return rested, err
}

// Acted lets a lesson see that the learner did something, and does what follows.
func (a App) Acted(ctx context.Context) (App, error) {
	a, _ = a.noticed(tea.KeyPressMsg{})
	return a.AtRest(ctx)
}

// Answer makes a choice, from 0, where a question is open and none was made.
func (a App) Answer(choice int) App {
	if !a.prediction.Open || a.prediction.Said >= 0 {
		return a
	}
	a.prediction, _, _ = a.prediction.Saying(choice)
	a, _ = a.foretell()
	return a
}

// Cleared puts away what lies over the views, and the focus unless it is to stay; an open
// question about what comes next stays.
func (a App) Cleared(focus bool) App {
	a.question, a.focus.On = panel.Question{}, a.focus.On && focus
	a.overlay, a.glossaryList, a.note = noOverlay, panel.GlossaryList{}, ""
	return a
}

// obeyed does a line. An empty line, or continue, is the Enter key where a lesson waits
// for it.
func (a App) obeyed(line string) (App, error) {
	if line == "" {
		line = string(model.Continue)
	}
	if line == string(model.Continue) && a.prediction.Open { // whoever goes on does not want to guess
		a.prediction = a.prediction.Closed()
		a, _ = a.noticed(nil)
	}
	if line == string(model.Continue) && a.tour.Open {
		return a.pressed("enter"), nil
	}
	next, _, err := a.Do(line)
	return next, err
}

// AtRest does on the spot what somebody waits for: a lesson's scene, a search, the
// answer to a prediction, the timeline's work, what conditions and the view in hand
// ask about.
func (a App) AtRest(ctx context.Context) (App, error) {
	var err error
	out := a
	if ended := a.work.turn.do(ctx, func(ctx context.Context) { out, err = a.atRest(ctx) }); ended != nil {
		a.work.cancelAll()
		if a.session.Disabled(model.Cancel) == "" {
			a = a.cancel() // or the next line would begin it anew
		}
		return a, ended
	}
	return out, err
}

func (a App) atRest(ctx context.Context) (App, error) {
	for {
		a, _ = a.noticed(nil)
		switch p := &a.prediction; {
		case a.search != nil:
			var err error
			if a, err = a.searched(ctx); err != nil {
				return a, err
			}
			continue
		case p.Open && p.Said >= 0 && p.Answer == nil && p.Failed == nil:
			q := &p.Questions[p.At]
			answer, err := q.Answer(ctx, a.session)
			a.prediction, a.score = p.Foretold(panel.Answered{Question: q, Answer: answer, Err: err}, a.score)
			continue
		}
		next, did, err := model.Work(ctx, a.session, wanted(a.tour.Open, a.InHand), model.Unheard)
		if err != nil {
			return a, err
		}
		if !did {
			a.work.cancelAll() // nothing of it has run
			return a, nil
		}
		a.session = next
	}
}

// wanted is the work that somebody waits for.
func wanted(lesson bool, v kit.View) func(model.JobKind) bool {
	switch {
	case lesson:
		return model.JobKind.Asked
	case v.Asks() != "":
		return model.JobKind.Compared
	}
	return model.JobKind.Awaited
}
