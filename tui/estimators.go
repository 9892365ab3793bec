package tui

import (
	"slices"

	"eeporl/moments"
)

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
