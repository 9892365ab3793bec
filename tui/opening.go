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
	"eeporl/moments/estimators"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// change opens what the focused figure can be changed by: a line of its own for a
// probability of the model, the list of settings for all else.
func (a App) change() App {
	if a.focus.On {
		if e, ok := panel.EditOf(a.session, a.focus.Ref.Target); ok {
			a.edit = e
			return a
		}
	}
	return a.openSettings()
}

func (a App) openSettings() App {
	a = a.toggle(settingsOverlay)
	a.settingsList = panel.ChosenSetting(a.session, 0)
	return a
}

// define opens the glossary, at a term where one is named.
func (a App) define(word string) (App, error) {
	l, err := panel.GlossaryOver(a.shown(), word)
	if err != nil {
		return a, err
	}
	a.glossaryList, a.overlay, a.scroll = l, noOverlay, panel.Scroll{}
	return a, nil
}

// shown is the text of the screen.
func (a App) shown() string {
	c := canvas.New(a.Width, a.Height)
	a.draw(c.All())
	var b strings.Builder
	for y := range a.Height {
		b.WriteString(c.All().Line(y))
		b.WriteByte('\n')
	}
	return b.String()
}

// point lights a term wherever it stands; where it does not stand on this screen, the view where it
// is met comes to hand.
func (a App) point(t glossary.Term) App {
	one := []glossary.Term{t}
	a.note = "" // in which the term may stand, too
	if len(glossary.On(one, a.shown())) == 0 {
		for v := range kit.Views {
			if v.String() == t.View {
				a = a.turn(v)
			}
		}
	}
	found := len(glossary.On(one, a.shown())) > 0
	a.lit, a.note = one, t.Name+" is lit where it stands"
	if !found {
		a.note = t.Name + " does not stand on this screen: " + t.View + " shows it, once it is there"
	}
	return a
}

// predict opens the questions about what comes after this beat, at the one of a kind
// where a kind is named.
func (a App) predict(kind string) (App, error) {
	if kind != "" && !slices.Contains(predict.Kinds(), kind) {
		return a, fmt.Errorf("found the prediction %q, expected one of %s", kind, strings.Join(predict.Kinds(), ", "))
	}
	p := panel.Prediction{Open: true, Questions: predict.Questions(a.session), Said: -1, Marked: -1}
	if len(p.Questions) == 0 {
		return a, errors.New(nothingToPredict)
	}
	if kind != "" {
		if p.At = slices.IndexFunc(p.Questions, func(q predict.Question) bool { return q.Kind == kind }); p.At < 0 {
			return a, fmt.Errorf("%s cannot be predicted at this beat", kind)
		}
	}
	a.prediction, a.overlay, a.question.Open, a.scroll = p, noOverlay, false, panel.Scroll{}
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
const nothingToPredict = "nothing to predict at this beat; once x_t can be told, or after a leap"

// foretell lets a copy of the session run on to the answer.
func (a App) foretell() (App, tea.Cmd) {
	ctx, cancel := context.WithCancel(context.Background())
	a.prediction.Cancel = cancel
	q, s, turn := &a.prediction.Questions[a.prediction.At], a.session, a.work.turn
	return a, func() tea.Msg {
		done := panel.Answered{Question: q}
		ended := turn.do(ctx, func(ctx context.Context) { done.Answer, done.Err = q.Answer(ctx, s) })
		done.Err = cmp.Or(ended, done.Err)
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
	p := panel.Picker{Title: "The algorithm of the next estimate", Verb: "choose", Command: "estimator", None: "No algorithm has these letters.", Finder: panel.Finder{Line: panel.NewField("", 20)}}
	for _, name := range names {
		by, _ := estimators.Named(name)
		p.List = append(p.List, panel.Choice{Name: name, Words: by.Does})
	}
	p.Chosen = max(slices.Index(names, a.session.Method()), 0)
	a.picker = p
	return a.lay(estimatorsOverlay)
}
