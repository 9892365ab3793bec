package planning

import "math"

// size is a power of two that no reward exceeds and that is less than twice the largest one; 1 where nothing
// is earned. Tolerances are in this unit, and planning in it changes no digit.
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
	if largest == 0 || math.IsInf(largest, 0) {
		return 1
	}
	_, exponent := math.Frexp(largest)
	return math.Ldexp(1, exponent)
}

// in is the problem with its rewards in a unit.
func (p *Problem) in(unit float64) *Problem {
	scaled := *p
	scaled.leaf = make([][]float64, len(p.leaf))
	for u, rewards := range p.leaf {
		scaled.leaf[u] = times(rewards, 1/unit)
	}
	scaled.links = make([]*link, len(p.links))
	for i, l := range p.links {
		own := *l
		own.gain = times(l.gain, 1/unit)
		scaled.links[i] = &own
	}
	return &scaled
}

func times(x []float64, by float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v * by
	}
	return out
}

// in has the options say of values in a unit what they say of values, and report values.
func (o Options) in(unit float64) Options {
	o.Gap /= unit
	if report := o.Progress; report != nil {
		o.Progress = func(p Progress) {
			p.Lower, p.Upper = p.Lower*unit, p.Upper*unit
			report(p)
		}
	}
	return o
}

// outOf turns a plan's values in a unit into values, in place.
func (p *Plan) outOf(unit float64) {
	p.unit, p.Value, p.Upper = unit, p.Value*unit, p.Upper*unit
	for i := range p.Bounds {
		p.Bounds[i].Lower *= unit
		p.Bounds[i].Upper *= unit
	}
	scale := func(x []float64) {
		for i := range x {
			x[i] *= unit
		}
	}
	scale(p.Starts)
	for i := range p.Tree.Nodes {
		scale(p.Tree.Nodes[i].Beta)
	}
	done := map[*float64]bool{} // sets of the same parameters share their vectors
	for _, level := range p.Levels {
		for i := range level.Sets {
			s := &level.Sets[i]
			if s.unit = unit; len(s.values) > 0 && !done[&s.values[0]] {
				done[&s.values[0]] = true
				scale(s.values)
			}
		}
	}
}
