package planning

import "slices"

// findTwins fills twin. Exact parameters in one order of the states do not
// depend on a₋, so that all contexts are twins of the first: a factor |A| less
// work wherever the truth is planned for.
func (p *Problem) findTwins() {
	p.twin = make([]int, p.contexts)
	for q := range p.twin {
		p.twin[q] = q
		for other := range q {
			if p.twin[other] == other && p.sameContext(other, q) {
				p.twin[q] = other
				break
			}
		}
	}
}

// Agrees says whether the numbers are the same whatever was done before: there is nothing then that Levelled could
// average.
func (p *Problem) Agrees() bool {
	for q, twin := range p.twin {
		if twin != 0 {
			return false
		}
		for k := range p.slots {
			if !slices.Equal(p.initial[q*p.slots+k], p.initial[k]) {
				return false
			}
		}
	}
	return true
}

func (p *Problem) sameContext(q, other int) bool {
	for a := range p.actions {
		u, v := p.unit(q, a), p.unit(other, a)
		if !slices.Equal(p.leaf[u], p.leaf[v]) {
			return false
		}
		for i := range p.outcomes * p.slots {
			x, y := p.links[u*p.outcomes*p.slots+i], p.links[v*p.outcomes*p.slots+i]
			if !slices.Equal(x.gain, y.gain) || !slices.Equal(x.start, y.start) ||
				!slices.Equal(x.col, y.col) || !slices.Equal(x.val, y.val) {
				return false
			}
		}
	}
	return true
}
