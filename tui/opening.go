package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/moments"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// change opens what the focused figure can be changed by: a line of its own for a
// probability of the model, the list of settings for all else.
func (a App) change() App {
	if a.focus.on {
		if e, ok := editOf(a.session, a.focus.ref.Target); ok {
			a.edit = e
			return a
		}
	}
	return a.openSettings()
}

func (a App) openSettings() App {
	a = a.toggle(settingsOverlay)
	a.settingsList = chosenSetting(a.session, 0)
	return a
}

// define opens the glossary, at a term where one is named.
func (a App) define(word string) (App, error) {
	l, err := glossaryOver(a.shown(), word)
	if err != nil {
		return a, err
	}
	a.glossaryList, a.overlay, a.scroll = l, noOverlay, scroll{}
	return a, nil
}

// shown is the text of the screen.
func (a App) shown() string {
	c := canvas.New(a.width, a.height)
	a.draw(c.All())
	var b strings.Builder
	for y := range a.height {
		b.WriteString(c.All().Line(y))
		b.WriteByte('\n')
	}
	return b.String()
}

// point lights a term wherever it stands; where it does not stand on this screen, the view where it
// is met comes to hand.
func (a App) point(t glossary.Term) App {
	one := []glossary.Term{t}
	if len(glossary.On(one, a.shown())) == 0 {
		for v := range kit.Views {
			if v.String() == t.View {
				a = a.turn(v)
			}
		}
	}
	a.lit, a.note = one, t.Name+" is lit where it stands"
	if len(glossary.On(one, a.shown())) == 0 {
		a.note = t.Name + " does not stand on this screen"
	}
	return a
}

// predict opens the questions about what comes after this beat, at the one of a kind
// where a kind is named.
func (a App) predict(kind string) (App, error) {
	if kind != "" && !slices.Contains(predict.Kinds(), kind) {
		return a, fmt.Errorf("found the prediction %q, expected one of %s", kind, strings.Join(predict.Kinds(), ", "))
	}
	p := prediction{open: true, questions: predict.Questions(a.session), said: -1, marked: -1}
	if len(p.questions) == 0 {
		return a, errors.New(nothingToPredict)
	}
	if kind != "" {
		if p.at = slices.IndexFunc(p.questions, func(q predict.Question) bool { return q.Kind == kind }); p.at < 0 {
			return a, fmt.Errorf("%s cannot be predicted at this beat", kind)
		}
	}
	a.prediction, a.overlay, a.question.open, a.scroll = p, noOverlay, false, scroll{}
	return a, nil
}

// noPrediction is why there is nothing to predict, "" where there is.
func noPrediction(a App) string {
	if !predict.Any(a.session) {
		return nothingToPredict
	}
	return ""
}

// nothingToPredict says that there is no question now, and when there will be one.
const nothingToPredict = "nothing to predict at this beat; once x_t can be told, or after a leap, there is"

// foretell lets a copy of the session run on to the answer.
func (a App) foretell() (App, tea.Cmd) {
	ctx, cancel := context.WithCancel(context.Background())
	a.prediction.cancel = cancel
	q, s, work := &a.prediction.questions[a.prediction.at], a.session, a.work
	return a, func() tea.Msg {
		done := foretoldMsg{question: q}
		ended := work.turned(ctx, func(ctx context.Context) { done.answer, done.err = q.Answer(ctx, s) })
		done.err = cmp.Or(ended, done.err)
		return done
	}
}

// showAnswer goes on as an answer did, with the work that was done for it.
func (a App) showAnswer(answer predict.Answer) App {
	kind := a.session.Now().Kind
	a.session, a.steps = answer.Session, append(slices.Clone(a.steps), answer.Steps...)
	if now := a.session.Now().Kind; now != kind {
		a = a.follow(now)
	}
	return a
}

// listEstimators lists what can learn from these episodes, each with what it does, the one that is set chosen.
func listEstimators(a App) App {
	names := a.session.EstimatorNames()
	p := picker{title: "The algorithm of the next estimate", verb: "choose", command: "estimator", none: "No algorithm has these letters.", line: newField("", 20)}
	for _, name := range names {
		by, _ := moments.Named(name)
		p.list = append(p.list, Choice{Name: name, Words: by.Does})
	}
	p.chosen = max(slices.Index(names, a.session.Method()), 0)
	a.picker = p
	return a.lay(estimatorsOverlay)
}
