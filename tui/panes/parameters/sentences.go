package parameters

import (
	"strings"

	"eeporl/pomdp/figure"
	"eeporl/tui/panes/kit"
)

// Told are the learned probabilities, each with the true one.
func Told(scene kit.Scene) []string {
	s := pane{scene}
	e := s.Now.Estimate
	if e == nil || e.Mean == nil {
		return nil
	}
	m, n := s.Model(), s.Sizes()
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
