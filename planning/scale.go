package planning

import "math"

// size is a power of two above every reward and at most twice the largest one; 1 where nothing is earned.
// Tolerances are in this unit, and planning in it changes no digit.
func (p *Problem) size() float64 {
	largest := 0.0
	for _, rewards := range p.leaf {
		for _, x := range rewards {
			largest = max(largest, math.Abs(x))
		}
	}
	for _, l := range p.links {
		for _, x := range l.gain {
			largest = max(largest, math.Abs(x))
		}
	}
	if !p.HasStates() {
		for _, x := range p.values {
			largest = max(largest, math.Abs(x))
		}
	}
	if largest == 0 || math.IsInf(largest, 0) {
		return 1
	}
	_, exponent := math.Frexp(largest)
	return math.Ldexp(1, exponent)
}

// in is the problem with its rewards in a unit.
func (p *Problem) in(unit float64) *Problem {
	q := *p
	q.values = scaled(p.values, unit)
	q.leaf = make([][]float64, len(p.leaf))
	for u, rewards := range p.leaf {
		q.leaf[u] = scaled(rewards, unit)
	}
	q.links = make([]*link, len(p.links))
	for i, l := range p.links {
		own := *l
		own.gain = scaled(l.gain, unit)
		q.links[i] = &own
	}
	return &q
}

// offset is what all rewards have in common, where that takes digits from what they differ by: where they lie far
// from 0 and near each other. 0 where leaving it out would change which policy is best: parameters whose branches
// do not sum to 1 value an episode that lasts longer.
func (p *Problem) offset() float64 {
	const far = 1000
	low, high := math.Inf(1), math.Inf(-1)
	for _, rewards := range p.leaf {
		for _, x := range rewards {
			low, high = min(low, x), max(high, x)
		}
	}
	if middle := low + (high-low)/2; math.Abs(middle) > far*(high-low) && !math.IsInf(middle, 0) && p.proper() {
		return middle
	}
	return 0
}

// proper says whether the outcomes of every action sum to 1, whatever the actions after them are.
func (p *Problem) proper() bool {
	const rounding = 1e-9
	for u := range p.units() {
		for s := range p.states {
			sum := 0.0
			for outcome := range p.outcomes {
				first := p.link(u, outcome, 0).row(s)
				for k := range p.slots {
					if math.Abs(p.link(u, outcome, k).row(s)-first) > rounding {
						return false
					}
				}
				sum += first
			}
			if math.Abs(sum-1) > rounding {
				return false
			}
		}
	}
	return true
}

// row is the probability of the outcome in a state.
func (l *link) row(s int) float64 {
	sum := 0.0
	for _, x := range l.val[l.start[s]:l.start[s+1]] {
		sum += x
	}
	return sum
}

// earning is what a reward of by at each step is worth, by how many steps there are.
func earning(by float64, steps int, discount float64) []float64 {
	out := make([]float64, steps+1)
	for t := 1; t <= steps; t++ {
		out[t] = by + discount*out[t-1]
	}
	return out
}

// in has the options say of values in a unit, less by at each step, what they say of values, and report values.
func (o Options) in(unit, by float64) Options {
	o.Gap /= unit
	if report := o.Progress; report != nil {
		common := earning(by, o.Horizon, o.Discount)[o.Horizon]
		o.Progress = func(p Progress) {
			p.Lower, p.Upper = p.Lower*unit+common, p.Upper*unit+common
			report(p)
		}
	}
	return o
}

// outOf turns a plan's values in a unit, less by at each step, into values, in place.
func (p *Plan) outOf(unit, by float64) {
	common := earning(by, p.Horizon, p.Discount)
	all := common[p.Horizon]
	p.unit, p.Value, p.Upper = unit, p.Value*unit+all, p.Upper*unit+all
	for i := range p.Bounds {
		p.Bounds[i].Lower = p.Bounds[i].Lower*unit + all
		p.Bounds[i].Upper = p.Bounds[i].Upper*unit + all
	}
	scale := func(x []float64, plus float64) {
		for i := range x {
			x[i] = x[i]*unit + plus
		}
	}
	scale(p.Starts, all)
	for i := range p.Tree.Nodes {
		scale(p.Tree.Nodes[i].Beta, common[p.Tree.Nodes[i].T])
	}
	done := map[*float64]bool{} // sets of the same parameters share their vectors
	for _, level := range p.Levels {
		for i := range level.Sets {
			s := &level.Sets[i]
			if s.unit = unit; len(s.values) > 0 && !done[&s.values[0]] {
				done[&s.values[0]] = true
				scale(s.values, common[level.T])
			}
		}
	}
}
