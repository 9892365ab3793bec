package params

import "eeporl/pomdp"

// Average brings pair-indexed parameters into the POMDP's own order of the
// states and averages the copies that the pairs hold of one entry: every entry
// of b and T_a has |A|² copies, of Z_a and R_a |A|. order must be complete.
func Average(p *pomdp.PairParameters, order pomdp.Order) *Entries {
	l := NewLayout(p.Sizes)
	return l.Entries(l.Averaged(p, order))
}

// Averaged is Average as one vector.
func (l *Layout) Averaged(p *pomdp.PairParameters, order pomdp.Order) []float64 {
	n, x := p.Sizes, make([]float64, l.Size)
	one, two := 1/float64(n.A), 1/float64(n.A*n.A)
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		for j, s := range order[pair] {
			x[l.initial(s)] += two * p.Initial[pair][j]
			for z := range n.Z {
				x[l.Obs(a, s, z)] += one * p.Observation[pair][z][j]
			}
			for r := range n.R {
				x[l.Rew(leave, s, r)] += one * p.Reward[pair][r][j]
			}
			for next := range n.A {
				for j2, s2 := range order[n.Pair(leave, next)] {
					x[l.Trans(leave, s, s2)] += two * p.Transition[pair][next][j2][j]
				}
			}
		}
	}
	return x
}
