package cli

import (
	"fmt"
	"io"
	"math"
	"strings"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// writeText is the report for people: what came back, how wrong it is where
// the truth is known, what the policy is worth, and what was found.
func (r *report) writeText(w io.Writer) {
	fmt.Fprintln(w, r.title())
	var t table
	learned := [][][]string{r.autoRow(), orderRows(r.order), r.labels(), r.permutations(), r.spectrum(), r.likelihood(), r.probeRows(), r.errors(), r.intervalRows(), r.parameterRows()}
	told := append(learned, r.policy())
	if r.worth != nil { // somebody has to decide
		told = append([][][]string{r.policy()}, learned...)
	}
	for _, section := range append(told, r.actionRow(), r.findingRows()) {
		for _, row := range section {
			t.add(row...)
		}
	}
	fmt.Fprintln(w)
	t.write(w, "")
}

func (r *report) autoRow() [][]string {
	if e := r.outcome.Estimated; e.Estimator == moments.Theirs {
		var given []string
		for _, stage := range e.Theirs {
			given = append(given, stage.String())
		}
		if given == nil {
			return [][]string{{"by the program", "nothing that the figures below are made of: they are full's own formulas"}}
		}
		return [][]string{{"by the program", strings.Join(given, ", ") + "; what it did not give is by full's own formulas"}}
	}
	if r.learnedBy == "" {
		return nil
	}
	return [][]string{{"learned by", r.learnedBy}}
}

func (r *report) title() string {
	parts := []string{r.outcome.Estimated.Estimator, "N = " + figure.Count(r.episodes), fmt.Sprintf("seed %d", r.seed)}
	if r.scenario != "" {
		parts = append([]string{r.scenario}, parts...)
	}
	if !math.IsNaN(r.c) {
		parts = append(parts, "c = "+figure.Number(r.c))
	}
	parts = append(parts, fmt.Sprintf("H = %d", r.horizon))
	if p := r.outcome.Planned; p != nil && p.Plan != nil && p.Discount < 1 {
		parts = append(parts, "γ = "+figure.Number(p.Discount))
	}
	return strings.Join(parts, " · ")
}

func (r *report) labels() [][]string {
	e := r.outcome.Estimated
	if lacks := estimators.By(e.Estimate).Lacks(moments.GivesColumns); lacks != "" {
		return [][]string{{"columns", "none: " + lacks}}
	}
	if e.Labels == nil {
		return [][]string{{"labels", "none: the estimate ended at the stage " + e.Stage.String()}}
	}
	return [][]string{{"columns labelled", e.Labelling(e.Comparison).Words()}}
}

func (r *report) permutations() [][]string {
	e := r.outcome.Estimated
	if e.Comparison == nil {
		return nil
	}
	const heading = "states came back as"
	order := e.Comparison.Order
	if e.Orders != nil {
		var lines [][]string
		for a, states := range e.Orders {
			lines = append(lines, []string{"", r.names.Action(a) + ": " + r.states(states)})
		}
		lines[0][0] = heading
		return lines
	}
	if e.Model != nil && len(order) > 0 && order[0] != nil {
		return [][]string{{heading, r.states(order[0]) + ", in one order for all pairs"}}
	}
	var lines [][]string
	for pair, states := range order {
		a, next := e.Sizes.PairActions(pair)
		text := "unknown: not |S| columns"
		if states != nil {
			text = r.states(states)
		}
		lines = append(lines, []string{"", r.names.Pair(a, next) + " → " + text})
	}
	if lines != nil {
		lines[0][0] = heading
	}
	return lines
}

func (r *report) states(order []int) string {
	called := make([]string, len(order))
	for j, s := range order {
		called[j] = r.names.State(s)
	}
	return strings.Join(called, ", ")
}

func (r *report) spectrum() [][]string {
	e := r.outcome.Estimated
	var lines [][]string
	if s := e.Spectrum; s != nil {
		noise12, noise13 := "", ""
		if e.Noise != nil {
			noise12, noise13 = ", noise "+figure.Number(e.Noise.P12.Level), ", noise "+figure.Number(e.Noise.P13.Level)
		}
		k := figure.Sub(s.K)
		lines = append(lines, []string{"spectrum", fmt.Sprintf("σ%s(P̂₁₂) = %s%s · σ%s(P̂₁₃) = %s%s",
			k, figure.Number(s.SigmaK()), noise12, k, figure.Number(s.SigmaK13()), noise13)})
	}
	if rotation, ok := chosen(e.Estimate); ok {
		lines = append(lines, []string{"eigenvalues", fmt.Sprintf("gap %s · cond(R) = %s · largest |Im λ| %s",
			figure.Number(rotation.Gap), figure.Number(rotation.Cond), figure.Number(rotation.MaxImaginary))})
	}
	if e.Negative != nil {
		mass := "none"
		if most := e.Negative.Most(); most > 1e-12 {
			mass = "at most " + figure.Percent(most) + " of a distribution"
		}
		lines = append(lines, []string{"negative mass", mass})
	}
	return lines
}

func (r *report) likelihood() [][]string {
	l := r.outcome.Estimated.Likelihood
	if l == nil || len(l.Trace) == 0 {
		return nil
	}
	how := "converged"
	if !l.Converged {
		how = "not converged"
	}
	if r.outcome.Estimated.Estimator == moments.WholeName {
		return [][]string{{"likelihood", fmt.Sprintf("log p of all episodes, given their actions: %.8g · %s after %s", l.Last(), how, figure.Counted(len(l.Trace)-1, "cycle", "cycles"))}}
	}
	return [][]string{{"likelihood", fmt.Sprintf("%s below the saturated model's · %s after %s", figure.Number(-l.Last()), how, figure.Counted(len(l.Trace)-1, "iteration", "iterations"))}}
}

func (r *report) errors() [][]string {
	lines := r.columnErrors()
	if p := r.outcome.Prediction; p != nil {
		lines = append(lines, []string{"predictions", fmt.Sprintf("off by %s a step in total variation · KL %s", figure.Number(p.TV), figure.Number(p.KL))})
	}
	return lines
}

func (r *report) columnErrors() [][]string {
	c := r.outcome.Estimated.Comparison
	if c == nil {
		return nil
	}
	lines := [][]string{{"errors", fmt.Sprintf("‖Ô−O‖max %s · ‖Ô−O‖₂ %s · ‖T̂−T‖₂ %s · ‖ŵ−w‖₂ %s",
		figure.Number(c.OMax), figure.Number(c.O2), figure.Number(c.T2), figure.Number(c.W2))}}
	if p := c.Parameters; p != nil {
		lines = append(lines, []string{"parameters", fmt.Sprintf("off by at most: belief %s · observation %s · reward %s · transition %s; RMSE %s",
			figure.Number(p.Initial), figure.Number(p.Observation), figure.Number(p.Reward), figure.Number(p.Transition), figure.Number(p.RMSE))})
	}
	if f := r.outcome.AgainstBound; f != nil {
		text := fmt.Sprintf("RMSE %s is %s × the Cramér–Rao bound %s", figure.Number(f.RMSE), figure.Number(f.Ratio()), figure.Number(f.CramerRao))
		if f.Samples > 0 {
			text += fmt.Sprintf(", which %s drawn triples tell within some %s", figure.Count(float64(f.Samples)), figure.Percent(2*f.MonteCarlo))
		}
		lines = append(lines, []string{"Cramér–Rao", text})
	}
	return lines
}

func (r *report) policy() [][]string {
	o := r.outcome
	if o.Planned == nil {
		return [][]string{{"policy", "none"}}
	}
	text := "b̂·β "
	if !o.Planned.Problem.HasStates() {
		text = "promises "
	}
	text += spanText(figure.Value, o.Planned.Best())
	if l := o.Planned.Levelled; !math.IsNaN(l) && figure.Value(l) != figure.Value(o.Planned.Value) {
		text += " · levelled " + figure.Value(l)
	}
	if !math.IsNaN(o.Planned.ValueTrue) {
		text += " · true value " + figure.Value(o.Planned.ValueTrue)
	}
	if o.Optimal != nil {
		text += fmt.Sprintf(" · optimum %s · regret %s", spanText(figure.Value, o.Optimal.Best()), spanText(figure.Regret, o.Regret()))
	}
	rows := [][]string{{"policy", text}, {"", fmt.Sprintf("first action %s; planner %s", r.names.Action(o.Planned.First[1]), o.Planned.Planner)}}
	if r.worth != nil {
		rows = [][]string{{"what to do", "first action " + r.names.Action(o.Planned.First[1]) + r.then()}}
	}
	if text := r.leadText(); text != "" {
		rows = append(rows, []string{"", text})
	}
	switch {
	case r.length.Commonest > r.horizon:
		rows = append(rows, []string{"", fmt.Sprintf("planned for %d of the %s; --horizon %d plans for all", r.horizon, r.lengthText(), r.length.Commonest)})
	case r.length.Commonest > 0:
		rows = append(rows, []string{"", fmt.Sprintf("planned for the %s; --horizon H for others", r.lengthText())})
	}
	rows = append(rows, r.rules.rows()...)
	if r.worth != nil {
		rows = append(rows, []string{"it is worth", r.worthText()})
	}
	if text := r.byLogText(); text != "" {
		rows = append(rows, []string{"", "the log itself says " + text})
	}
	if text := r.heldOutText(); text != "" {
		rows = append(rows, []string{"kept back", text})
	}
	rows = append(rows, r.today()...)
	if r.worth == nil {
		return rows
	}
	rows = append(rows, []string{"policy", fmt.Sprintf("%s, the estimate's own promise, by planner %s", text, o.Planned.Planner)})
	if r.rules == nil {
		rows = append(rows, []string{"", "--rules 5 says it as a list of decisions, --report FILE.html begins with what to decide, 'eeporl more' says how many more episodes would tell"})
	}
	return rows
}

// actionRow says which action each number in a finding means. They start at 1, as in
// the paper.
func (r *report) actionRow() [][]string {
	if len(r.findings()) == 0 {
		return nil
	}
	var called []string
	for a := range r.outcome.Estimated.Sizes.A {
		called = append(called, fmt.Sprintf("%d %s", a+1, r.names.Action(a)))
	}
	return [][]string{{"actions", strings.Join(called, " · ")}}
}

func (r *report) findingRows() [][]string {
	rows := foundRows(r.findings())
	if rows == nil {
		rows = [][]string{{"", "none"}}
	}
	rows[0][0] = "findings"
	return rows
}

// foundRows are findings by cause; the first cell of each row is left for a heading.
func foundRows(found []finding.Finding) [][]string {
	var rows [][]string
	for _, g := range finding.Groups(found, finding.Few) {
		for _, f := range g.Shown {
			rows = append(rows, []string{"", string(f.Code) + ": " + f.Detail})
		}
		if g.More > 0 {
			rows = append(rows, []string{"", fmt.Sprintf("%s: %d more like these (--json has all)", g.Code, g.More)})
		}
	}
	return rows
}

// writeFound ends an answer with what was found on the way to it.
func writeFound(w io.Writer, found []finding.Finding) {
	if len(found) == 0 {
		return
	}
	fmt.Fprintln(w)
	for _, row := range foundRows(found) {
		fmt.Fprintln(w, row[1])
	}
}

// lengthText says how long the log's episodes are.
func (r *report) lengthText() string {
	l, all := r.length, int(r.episodes)
	steps := figure.Counted(l.Commonest, "step", "steps")
	switch {
	case all == 1:
		return steps + " that the one episode has"
	case int(l.Episodes) == all:
		return steps + " that every episode has"
	}
	return fmt.Sprintf("%s of the commonest length (%d of %d episodes; the mean is %s)", steps, int(l.Episodes), all, figure.Number(l.Mean))
}
