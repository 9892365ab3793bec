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

// fewSeen is the share of all cells below which only those seen are visited.
// The log-likelihood is then summed with cancellation, which at so few episodes
// costs no digit that matters.
const fewSeen = .5

// sparse says whether only the cells that were seen are worth visiting.
func (c *Counts) sparse() bool { return !c.exact && c.mass < fewSeen*float64(c.sizes.Cells()) }

// visited is how many cells a pass over the data visits.
func (c *Counts) visited() int {
	if c.sparse() {
		return c.seen
	}
	return c.sizes.Cells()
}
