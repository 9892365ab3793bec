package panes

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
)

// toldStates are the hidden states of the episode so far, where they are shown.
func (s Scene) toldStates() []string {
	n := s.Now
	if n.Episode == nil || s.Veiled {
		return nil
	}
	var states []string
	for t, step := range n.Episode.Steps {
		if t > 0 && !n.Drawn(model.BeatMove, t) || step.State < 0 {
			break
		}
		states = append(states, "s"+figure.Sub(t+1)+" "+s.truth().StateName(step.State))
	}
	if len(states) == 0 {
		return nil
	}
	return []string{"in truth: " + strings.Join(states, ", ")}
}

// toldMoments is how far the counted tables are from the law, or how well turned factors fit.
func (s Scene) toldMoments() []string {
	if s.Now.N == 0 {
		return nil
	}
	if s.page(turnedPage+1) == turnedPage {
		turned := s.turnedFactors()
		if turned == nil {
			return []string{s.notTurned()}
		}
		_, pairs := unexplained(turned)
		return []string{
			"share left unexplained by factors turned by an angle, pairs" + pairs,
			fmt.Sprintf("triples: %s at 0°, the truth; %s at 45°; %s at 90°, where two states have changed names",
				misfitAt(turned, 0), misfitAt(turned, 45), misfitAt(turned, 90)),
		}
	}
	c, law, n := s.Now.Counts, s.Session.Truth().Law(), s.sizes()
	if law == nil || n.D() > 200 {
		return nil
	}
	exact, worst12, worst13 := s.Session.Truth().Exact(), 0.0, 0.0
	for x := range n.D() {
		for y := range n.D() {
			worst12 = math.Max(worst12, math.Abs(c.P12(x, y)-exact.P12(x, y)))
			worst13 = math.Max(worst13, math.Abs(c.P13(x, y)-exact.P13(x, y)))
		}
	}
	return []string{fmt.Sprintf("largest errors against the limit: P̂₁₂ %s, P̂₁₃ %s", figure.Number(worst12), figure.Number(worst13))}
}

func misfitAt(t *moments.Turned, degrees float64) string {
	for i, d := range t.Degrees {
		if d == degrees {
			return unexplainedText(t.Triples[i])
		}
	}
	return "unknown"
}

// toldRecovery is how the blocks stand where they are shown, or else the orders of the states.
func (s Scene) toldRecovery() []string {
	if out := s.toldBlocks(); out != nil {
		return out
	}
	return s.toldOrders()
}

// toldOrders is the order in which each pair's states came back.
func (s Scene) toldOrders() []string {
	e := s.Now.Estimate
	if e == nil || e.Comparison == nil || e.Columns == nil {
		return nil
	}
	var out []string
	for a, order := range e.Orders { // of actions learned alone
		var names []string
		for place, state := range order {
			names = append(names, fmt.Sprintf("%d is %s, b̂ %s", place+1, s.truth().StateName(state), figure.Probability(e.Beliefs[a][place])))
		}
		out = append(out, s.truth().ActionName(a)+" alone: "+strings.Join(names, "; "))
	}
	for pair, order := range e.Comparison.Order {
		a, next := s.sizes().PairActions(pair)
		words := "no order: it has not |S| columns"
		if order != nil {
			var names []string
			for _, state := range order {
				names = append(names, s.truth().StateName(state))
			}
			words = "came back as " + strings.Join(names, ", ")
		}
		out = append(out, fmt.Sprintf("pair (%s, %s): %s", s.truth().ActionName(a), s.truth().ActionName(next), words))
	}
	return out
}

// toldBlocks are T̂'s blocks, where Recovery is turned to them.
func (s Scene) toldBlocks() []string {
	if s.page(2) == 0 || !s.betweenOrders() {
		return nil
	}
	n, m := s.sizes(), s.truth()
	state := func(pair, j int) string {
		if at, known := s.stateAt(pair, j); known {
			return m.StateName(at)
		}
		return fmt.Sprintf("state %d", j+1)
	}
	out := []string{"T̂'s blocks, normalised"}
	tell := func(entries betweenEntries) {
		for pair := range n.Pairs() {
			first, second := n.PairActions(pair)
			for after := range n.A {
				into := n.Pair(second, after)
				var words []string
				for j := range n.S {
					var row []string
					for j2 := range n.S {
						v, _ := entries(pair, after, j2, j)
						row = append(row, fixed(v)+" "+state(into, j2))
					}
					words = append(words, state(pair, j)+" to "+strings.Join(row, ", "))
				}
				out = append(out, fmt.Sprintf("from (%s, %s) into (%s, %s): %s", m.ActionName(first), m.ActionName(second),
					m.ActionName(second), m.ActionName(after), strings.Join(words, "; ")))
			}
		}
	}
	tell(s.normalised())
	if solved := s.solved(); solved != nil {
		out = append(out, s.solvedTitle())
		tell(solved)
	}
	return out
}

// toldParameters are the learned probabilities, each with the true one.
func (s Scene) toldParameters() []string {
	e := s.Now.Estimate
	if e == nil || e.Mean == nil {
		return nil
	}
	m, n := s.model(), s.sizes()
	var out []string
	row := func(what string, size int, name func(int) string, learned, truth func(int) float64) {
		var parts []string
		for i := range size {
			part := name(i) + " " + figure.Probability(learned(i))
			if s.knowsTruth() {
				part += " (true " + figure.Probability(truth(i)) + ")"
			}
			parts = append(parts, part)
		}
		out = append(out, what+": "+strings.Join(parts, ", "))
	}
	row("b", n.S, m.StateName, func(i int) float64 { return e.Mean.Initial[i] }, m.Initial)
	for a := range n.A {
		for i := range n.S {
			of := m.ActionName(a) + " in " + m.StateName(i)
			row(of+" leads to", n.S, m.StateName, func(j int) float64 { return e.Mean.Transition[a][i][j] }, func(j int) float64 { return m.T(a, i, j) })
			row(of+" earns", n.R, func(r int) string { return figure.Number(m.RewardValue(r)) }, func(r int) float64 { return e.Mean.Reward[a][i][r] }, func(r int) float64 { return m.R(a, i, r) })
			row(m.ActionName(a)+", then in "+m.StateName(i)+", shows", n.Z, m.ObservationName, func(z int) float64 { return e.Mean.Observation[a][i][z] }, func(z int) float64 { return m.Z(a, i, z) })
		}
	}
	return out
}

// toldTree is the policy tree, an action a line, deeper ones after more dashes.
func (s Scene) toldTree() []string {
	p := s.Now.Plan
	if p == nil || p.Tree == nil || s.Now.Level < p.Horizon {
		return nil
	}
	out := []string{"first " + s.truth().ActionName(p.Tree.Nodes[0].Action)}
	for _, row := range s.treeRows(mostSentences+1, s.Now.Plan.Horizon)[1:] {
		depth := p.Tree.Nodes[0].T - p.Tree.Nodes[row.node].T
		out = append(out, strings.Repeat("- ", depth)+row.branch+": "+s.truth().ActionName(p.Tree.Nodes[row.node].Action))
	}
	return out
}

// toldLemmas are the N that the theorem asks for, and the lemmas' bounds beside what was measured.
func (s Scene) toldLemmas() []string {
	th := s.Session.Theory()
	if th == nil {
		return nil
	}
	var out []string
	for _, c := range []bounds.Count{th.Episodes.Printed, th.Episodes.Appendix, th.Episodes.Chained} {
		out = append(out, fmt.Sprintf("Theorem 1, %s: N = %s", c.Name, power(c.Log10)))
	}
	if found, err := s.Session.Sufficed(); err == nil && found != nil {
		for _, r := range found.Tried {
			out = append(out, fmt.Sprintf("N = %s: %d of %d seeds have a regret of at most %s", figure.Count(r.Episodes), r.Seeds, len(r.Regrets), figure.Number(th.Episodes.Epsilon)))
		}
	}
	for _, r := range th.Rows {
		side := "at most"
		if r.AtLeast {
			side = "at least"
		}
		words := fmt.Sprintf("%s: %s %s %s", r.Lemma, r.Quantity, side, figure.Number(r.Bound))
		if !math.IsNaN(r.Measured) {
			words += ", measured " + figure.Number(r.Measured)
		}
		if !math.IsNaN(r.Factor) && !math.IsInf(r.Factor, 0) {
			words += ", looser by a factor " + figure.Number(r.Factor)
		}
		out = append(out, words+": "+r.Verdict().Words())
	}
	return out
}
