package planning

// newLevels prepares Γ_1 … Γ_horizon with empty sets; none where there are no vectors.
func (p *Problem) newLevels(horizon int) []Level {
	if !p.HasStates() {
		return nil
	}
	counts := p.counts(horizon)
	levels := make([]Level, horizon)
	for t := range levels {
		levels[t] = Level{T: t + 1, Enumerated: counts[t], Sets: make([]Set, p.sets())}
		for set := range levels[t].Sets {
			first, count := p.setUnits(set)
			action := -1
			if count == 1 {
				action = p.unitAction(first)
			}
			levels[t].Sets[set] = Set{Pair: p.pair(set), states: p.states, outcomes: p.outcomes, action: action}
		}
	}
	return levels
}

// backProject returns the back-projections, through one outcome after unit u,
// of all vectors of the level below in the order in which Vector.Next counts
// them, row by row.
func (p *Problem) backProject(u, outcome int, below *Level, discount float64) []float64 {
	total := 0
	for k := range p.slots {
		total += len(below.Sets[p.nextSet(u, k)].values)
	}
	out := make([]float64, total)
	row := out
	for k := range p.slots {
		set := &below.Sets[p.nextSet(u, k)]
		l := p.link(u, outcome, k)
		for i := range set.Len() {
			l.back(row[:p.states], set.beta(i), discount)
			row = row[p.states:]
		}
	}
	return out
}

// at finds the vector that index i of Vector.Next means after unit u.
func (p *Problem) at(u int, below *Level, i int) (set, vector int) {
	for k := range p.slots {
		set = p.nextSet(u, k)
		n := below.Sets[set].Len()
		if i < n {
			return set, i
		}
		i -= n
	}
	panic("planning: branch beyond the level below")
}
