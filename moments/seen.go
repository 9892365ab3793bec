package moments

// seenCell is a cell of a path by where its α₂ and β₃ begin among the path's, and its count.
type seenCell struct {
	alpha, beta int32
	k           float64
}

// listSeen lists the cells that were seen.
func (l *likelihood) listSeen(c *Counts) {
	s, o := l.n.S, l.n.Outcomes()
	l.seen = make([][]seenCell, len(c.paths))
	for i, t := range c.paths {
		if t == nil {
			continue
		}
		for at, k := range t.each {
			if k > 0 {
				l.seen[i] = append(l.seen[i], seenCell{int32(at / o * s), int32(at % o * s), k})
			}
		}
	}
}
