package likelihood

import "eeporl/moments"

// seenCell is a cell of a path by where its α₂ and β₃ begin among the path's, and its count.
type seenCell struct {
	alpha, beta int32
	k           float64
}

// listSeen lists the cells that were seen.
func (l *Likelihood) listSeen(c *moments.Counts) {
	s, o := l.N.S, l.N.Outcomes()
	l.seen = make([][]seenCell, len(c.Paths))
	for i, t := range c.Paths {
		if t == nil {
			continue
		}
		for at, k := range t.Each {
			if k > 0 {
				l.seen[i] = append(l.seen[i], seenCell{int32(at / o * s), int32(at % o * s), k})
			}
		}
	}
}
