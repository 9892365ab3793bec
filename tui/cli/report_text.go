package cli

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	page "eeporl/tui/report"
)

// writeText is the report for people: what came back, how wrong it is where
// the truth is known, what the policy is worth, and what was found.
func (r *report) writeText(w io.Writer) {
	fmt.Fprintln(w, r.title())
	var t table
	for _, section := range [][][]string{
		r.autoRow(), r.order.rows(), r.labels(), r.permutations(), r.spectrum(), r.likelihood(), r.errors(), r.intervalRows(), r.parameterRows(), r.policy(), r.actionRow(), r.findingRows(),
	} {
		for _, row := range section {
			t.add(row...)
		}
	}
	fmt.Fprintln(w)
	t.write(w, "")
}

func (r *report) autoRow() [][]string {
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
	return strings.Join(append(parts, fmt.Sprintf("H = %d", r.horizon)), " · ")
}

func (r *report) labels() [][]string {
	e := r.outcome.Estimated
	if lacks := e.By().Lacks(moments.GivesColumns); lacks != "" {
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
			lines = append(lines, []string{"", r.names.action(a) + ": " + r.states(states)})
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
		lines = append(lines, []string{"", r.names.pair(a, next) + " → " + text})
	}
	if lines != nil {
		lines[0][0] = heading
	}
	return lines
}

func (r *report) states(order []int) string {
	called := make([]string, len(order))
	for j, s := range order {
		called[j] = r.names.state(s)
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
	rows := [][]string{{"policy", text}, {"", fmt.Sprintf("first action %s; planner %s", r.names.action(o.Planned.First[1]), o.Planned.Planner)}}
	switch {
	case r.logSteps > r.horizon:
		rows = append(rows, []string{"", fmt.Sprintf("planned for %d of the %d steps that most episodes have; --horizon %d plans for all", r.horizon, r.logSteps, r.logSteps)})
	case r.logSteps > 0:
		rows = append(rows, []string{"", fmt.Sprintf("planned for %s, as many as most episodes have; --horizon H for others", figure.Counted(r.horizon, "step", "steps"))})
	}
	if r.worth != nil {
		rows = append(rows, []string{"it is worth", r.worthText()})
	}
	if text := r.byLogText(); text != "" {
		rows = append(rows, []string{"", "the log itself says " + text})
	}
	return append(rows, r.today()...)
}

func (r *report) worthText() string {
	w := r.worth
	return fmt.Sprintf("%s to %s with %g %% probability, by %s of what the episodes leave open", figure.Value(w.Low), figure.Value(w.High), 100*experiment.WorthLevel, figure.Counted(w.Draws, "draw", "draws"))
}

// byLogText is what the log itself says of the policy; "" for nothing.
func (r *report) byLogText() string {
	j := r.byLog
	if j == nil || math.IsNaN(j.Value) {
		return ""
	}
	return fmt.Sprintf("%s by reweighting its episodes (standard error %s), as much as %s under it would tell; it was made from the same episodes", figure.Value(j.Value), figure.Number(j.StandardError), figure.Counted(int(j.Effective), "episode", "episodes"))
}

// then says what the second action is, by what the first one brought: "; then B after (1, smile), else A".
func (r *report) then() string {
	t := r.outcome.Planned.Tree
	after := map[int][]string{}
	for outcome, next := range t.Nodes[0].Next {
		z, earned := outcome, ""
		if t.Observe != planning.ObserveZ {
			var level int
			z, level = t.Sizes.OutcomeAt(outcome)
			earned = r.names.reward(level) + ", "
		}
		a := t.Nodes[next].Action
		after[a] = append(after[a], "("+earned+r.names.observation(z)+")")
	}
	if len(after) == 0 {
		return ""
	}
	actions := slices.Sorted(maps.Keys(after))
	slices.SortStableFunc(actions, func(a, b int) int { return len(after[b]) - len(after[a]) })
	if len(actions) == 1 {
		return "; then " + r.names.action(actions[0]) + ", whatever is earned and seen"
	}
	var parts []string
	for _, a := range actions[1:] {
		parts = append(parts, r.names.action(a)+" after "+strings.Join(after[a], " or "))
	}
	return "; then " + strings.Join(parts, ", ") + ", else " + r.names.action(actions[0])
}

// decision is for somebody who has to decide; nil where nothing but a model's promise is known.
func (r *report) decision() []page.Fact {
	if r.worth == nil {
		return nil
	}
	p := r.outcome.Planned
	first := r.names.action(p.First[1])
	facts := []page.Fact{
		{Name: "first", Value: first + r.then(), Brief: first},
		{Name: "it is worth", Value: r.worthText(), Brief: figure.Value(r.worth.Low) + " to " + figure.Value(r.worth.High)},
	}
	if b := r.behaviour; b.Episodes > 0 {
		_, low, high := r.worth.Gain(b)
		facts = append(facts, page.Fact{Name: "the log earns", Value: r.todayText(), Brief: figure.Value(b.Value)},
			page.Fact{Name: "against that", Value: r.gained(), Brief: figure.Value(low) + " to " + figure.Value(high) + " more"})
	}
	if text := r.byLogText(); text != "" {
		facts = append(facts, page.Fact{Name: "the log itself says", Value: text})
	}
	if s := r.support; s != nil && s.Share > .005 {
		facts = append(facts, page.Fact{Name: "rests on", Value: fmt.Sprintf("parameters that hardly any data tell, for %s of its value", figure.Percent(float64(s.Share)))})
	}
	return facts
}

// today is what the log's own policy earns, and what the learned one promises more.
func (r *report) today() [][]string {
	b := r.behaviour
	if b.Episodes == 0 {
		return nil
	}
	text := r.todayText()
	if r.worth != nil {
		return [][]string{{"the log earns", text}, {"", r.gained()}}
	}
	more, word := moreOrLess(r.outcome.Planned.Best().Low - b.Value)
	return [][]string{{"the log earns", text}, {"", fmt.Sprintf("the policy promises %s %s, by what was learned", more, word)}}
}

func (r *report) todayText() string {
	b := r.behaviour
	return fmt.Sprintf("%s in %s, the mean of %s (standard error %s)", figure.Value(b.Value),
		figure.Counted(r.horizon, "step", "steps"), figure.Counted(int(b.Episodes), "episode", "episodes"), figure.Number(b.StandardError))
}

func moreOrLess(x float64) (much, word string) {
	if x < 0 {
		return figure.Value(-x), "less"
	}
	return figure.Value(x), "more"
}

// gained says whether the policy is better than what was done, as far as the episodes tell.
func (r *report) gained() string {
	gain, low, high := r.worth.Gain(r.behaviour)
	much, word := moreOrLess(gain)
	text := fmt.Sprintf("the policy is worth %s %s, with %g %% probability between %s and %s", much, word, 100*experiment.WorthLevel, figure.Value(low), figure.Value(high))
	if low <= 0 && high >= 0 {
		text += ": these episodes do not tell which is better"
	}
	return text
}

// actionRow says which action each number in a finding means. They start at 1, as in
// the paper.
func (r *report) actionRow() [][]string {
	if len(r.findings()) == 0 {
		return nil
	}
	var called []string
	for a := range r.outcome.Estimated.Sizes.A {
		called = append(called, fmt.Sprintf("%d %s", a+1, r.names.action(a)))
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
