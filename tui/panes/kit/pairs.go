package kit

import (
	"eeporl/model/why"
	"eeporl/moments"
)

// BlockOfPairs is P̂₁₂ where action a₂ stands between the symbols: x₁ = (a₁, o₁, a₂) down, x₂ = (a₂, o₂, a₃) across.
func (s Scene) BlockOfPairs(c *moments.Counts, a2 int) Grid {
	n := s.Sizes()
	o := n.Outcomes()
	first := func(i int) int { return n.Pair(i/o, a2)*o + i%o }
	second := func(j int) int { return a2*n.A*o + j }
	g := NewGrid(n.A*o, n.A*o, func(i, j int) float64 { return c.P12(first(i), second(j)) }).Blocked(o, o)
	g.Target = func(i, j int) why.Target { return FigureAt(why.P12, first(i), second(j)) }
	return g
}
