package cli

import (
	"fmt"
	"strings"

	"eeporl/moments/params"
	"eeporl/pomdp/figure"
)

// distributionsShown is how many learned distributions stand in the text; --parameters writes all.
const distributionsShown = 40

// parameterRows are the probabilities of a model that was learned from data, with their intervals:
// there the truth is unknown, so that they are the answer.
func (r *report) parameterRows() [][]string {
	e := r.outcome.Estimated
	if e.Model == nil || r.data == nil || r.truth != nil {
		return nil
	}
	n := e.Sizes
	if all := 1 + 3*n.A*n.S; all > distributionsShown {
		return [][]string{{"parameters", fmt.Sprintf("%d distributions: --parameters FILE.csv writes them", all)}}
	}
	order := e.Order()
	values := params.Average(e.Parameters, order)
	var low, high *params.Entries
	if r.intervals != nil {
		low, high = r.intervals.Average(n, order)
	}
	var lines [][]string
	add := func(name string, of func(i int) string, at func(*params.Entries) []float64) {
		var parts []string
		for i, v := range at(values) {
			text := of(i) + ": " + probability(v)
			if low != nil {
				text += fmt.Sprintf(" (%s to %s)", probability(at(low)[i]), probability(at(high)[i]))
			}
			parts = append(parts, text)
		}
		lines = append(lines, []string{"", name + "  " + strings.Join(parts, " · ")})
	}
	state := func(s int) string { return r.names.State(s) }
	add("first state", state, func(e *params.Entries) []float64 { return e.Initial })
	for a := range n.A {
		for s := range n.S {
			from := r.names.Action(a) + " in state " + state(s)
			add(from+", next state", state, func(e *params.Entries) []float64 { return e.Transition[a][s] })
			add(from+", reward", r.names.Reward, func(e *params.Entries) []float64 { return e.Reward[a][s] })
			add(r.names.Action(a)+" to state "+state(s)+", seen", r.names.Observation, func(e *params.Entries) []float64 { return e.Observation[a][s] })
		}
	}
	lines[0][0] = "parameters"
	return lines
}

// probability leaves out what a climb has not quite taken to 0.
func probability(p float64) string {
	if p < 1e-6 {
		p = 0
	}
	return figure.Number(p)
}
