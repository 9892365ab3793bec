package moments

import (
	"math"

	"eeporl/pomdp"
)

// Most is the largest share of negative mass that normalising removed from any
// distribution, 0 where there is none to remove.
func (m *NegativeMass) Most() float64 {
	if m == nil {
		return 0
	}
	most := 0.0
	for _, kind := range append([][]float64{m.Initial, m.Observation, m.Reward}, m.Transition...) {
		for _, x := range kind {
			if !math.IsNaN(x) {
				most = max(most, x)
			}
		}
	}
	return most
}

// MassBelow0 is the share of negative mass of parameters from which nothing was removed,
// the largest of each pair's distributions.
func MassBelow0(p *pomdp.PairParameters, n pomdp.Sizes) *NegativeMass {
	m := newNegativeMass(n)
	columns := func(rows [][]float64, worst *float64) {
		for j := range rows[0] {
			below, all := 0.0, 0.0
			for i := range rows {
				below, all = below+math.Max(-rows[i][j], 0), all+math.Abs(rows[i][j])
			}
			if all > 0 {
				*worst = max(*worst, below/all)
			}
		}
	}
	for pair := range m.Initial {
		rows := make([][]float64, n.S)
		for s, x := range p.Initial[pair] {
			rows[s] = []float64{x}
		}
		columns(rows, &m.Initial[pair])
		columns(p.Observation[pair], &m.Observation[pair])
		columns(p.Reward[pair], &m.Reward[pair])
		for after := range n.A {
			columns(p.Transition[pair][after], &m.Transition[pair][after])
		}
	}
	return m
}
