package experiment

import (
	"eeporl/moments"
	"eeporl/pomdp"
)

// Average brings pair-indexed parameters into the POMDP's own order of the
// states and averages the copies that the pairs hold of one entry: every entry
// of b and T_a has |A|² copies, of Z_a and R_a |A|. order must be complete.
func Average(p *pomdp.PairParameters, order pomdp.Order) *moments.Entries {
	n := p.Sizes
	e := &moments.Entries{Initial: make([]float64, n.S)}
	for range n.A {
		e.Transition = append(e.Transition, table(n.S, n.S))
		e.Observation = append(e.Observation, table(n.S, n.Z))
		e.Reward = append(e.Reward, table(n.S, n.R))
	}
	one, two := 1/float64(n.A), 1/float64(n.A*n.A)
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		for j, s := range order[pair] {
			e.Initial[s] += two * p.Initial[pair][j]
			for z := range n.Z {
				e.Observation[a][s][z] += one * p.Observation[pair][z][j]
			}
			for r := range n.R {
				e.Reward[leave][s][r] += one * p.Reward[pair][r][j]
			}
			for next := range n.A {
				for j2, s2 := range order[n.Pair(leave, next)] {
					e.Transition[leave][s][s2] += two * p.Transition[pair][next][j2][j]
				}
			}
		}
	}
	return e
}

func table(rows, cols int) [][]float64 {
	x := make([][]float64, rows)
	for i := range x {
		x[i] = make([]float64, cols)
	}
	return x
}
