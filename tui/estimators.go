package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/moments"
)

// listEstimators lists what can learn from these episodes, each with what it does, the one that is set chosen.
func (a App) listEstimators() App {
	names := a.session.EstimatorNames()
	p := picker{title: "The algorithm of the next estimate", verb: "choose", none: "No algorithm has these letters.", line: newField("", 20), act: App.chooseEstimator}
	for _, name := range names {
		by, _ := moments.Named(name)
		p.list = append(p.list, Choice{Name: name, Words: by.Does})
	}
	p.chosen = max(slices.Index(names, a.session.Method()), 0)
	a.picker = p
	return a.lay(estimatorsOverlay)
}

// chooseEstimator sets the estimator of the next estimate.
func (a App) chooseEstimator(name string) (App, tea.Cmd) {
	n := moments.Number(name) + 1
	if n == 0 {
		a.note = a.picker.none
		return a, nil
	}
	next, cmd := a.ask(model.Intent{Verb: model.Choose, N: float64(n)}, name)
	return next.(App), cmd
}
