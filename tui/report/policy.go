package report

import (
	"fmt"
	"math"
	"strings"

	"eeporl/planning/export"
	"eeporl/pomdp/figure"
)

// treeLimit is how many nodes a policy may have to be written out.
const treeLimit = 60

func (r *Run) policy() section {
	s := section{title: "Policy"}
	o := r.Outcome
	if o.Planned == nil {
		return s
	}
	p := o.Planned
	t := &table{head: []string{"of an episode of phase 2", "value"}, right: []bool{1: true}}
	promised := "as estimated, b̂·β"
	if !p.Problem.HasStates() {
		promised = "as promised"
	}
	t.rows = append(t.rows, cells(promised, p.Best().Text(figure.Value)))
	if !math.IsNaN(p.ValueTrue) {
		t.rows = append(t.rows, cells("true value of the learned policy", figure.Value(p.ValueTrue)))
	}
	if o.Optimal != nil {
		t.rows = append(t.rows, cells("optimum", o.Optimal.Best().Text(figure.Value)),
			cells("regret", o.Regret().Text(figure.Regret)))
	}
	if r.Truth != nil && !math.IsNaN(r.Truth.ExploreValue) {
		t.rows = append(t.rows, cells("for comparison: an episode of exploration", figure.Value(r.Truth.ExploreValue)))
	}
	if r.Outcome.Prediction != nil {
		t.rows = append(t.rows, cells("predictions off by, in total variation a step", figure.Number(r.Outcome.Prediction.TV)))
	}
	if p.Problem.HasStates() {
		t.rows = append(t.rows, cells("mass of the learned tree's leaves", figure.Number(p.Mass)))
	}
	s.add(block{table: t})
	s.add(paragraph(fmt.Sprintf("First action: %s. Planner: %s.", r.Names.Action(p.First[1]), p.Planner)))
	if n := len(p.Tree.Nodes); n <= treeLimit {
		var text strings.Builder
		if export.Text(&text, p.Tree, r.Names) == nil {
			s.add(block{heading: "The tree, by what was earned and seen"}, block{lines: strings.Split(strings.TrimSpace(text.String()), "\n")})
		}
	}
	return s
}

func trimmed(line string) string { return strings.TrimRight(line, " ") }
