package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/predict"
)

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
