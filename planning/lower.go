package planning

import (
	"math"

	"eeporl/planning/vectors"
)

// lowerBound is a growing set of vectors. Its branches are slot·2³² + index:
// indices that do not move when a set grows.
type lowerBound struct {
	values  []float64
	actions []int32
	next    []int64
}

const slotShift = 32

// raise adds the vector that is best at a belief against the vectors of the
// level below, if it is better there than what the set has.
func (s *point) raise(t, set int, belief []float64) {
	p := s.p
	first, count := p.setUnits(set)
	bestValue, bestUnit := math.Inf(-1), 0
	var bestNext []int64
	for u := first; u < first+count; u++ {
		sum := 0.0
		next := make([]int64, p.outcomes)
		for outcome := range next {
			top := math.Inf(-1)
			for k := range p.slots {
				l := p.link(u, outcome, k)
				x := vectors.Dot(belief, l.gain)
				l.forward(s.belief, belief)
				s.steps += len(l.val) + 2*p.states
				i, v := s.best(t-1, p.nextSet(u, k), s.belief)
				if x += s.o.Discount * v; x > top {
					top, next[outcome] = x, int64(k)<<slotShift|int64(i)
				}
			}
			sum += top
		}
		if sum > bestValue {
			bestValue, bestUnit, bestNext = sum, u, next
		}
	}
	b := &s.lower[t-1][set]
	if len(b.actions) > 0 {
		if _, have := s.best(t, set, belief); bestValue <= have+1e-14*math.Abs(have) {
			return
		}
	}
	beta := make([]float64, p.states)
	part := make([]float64, p.states)
	for outcome, code := range bestNext {
		k, i := int(code>>slotShift), int(code&(1<<slotShift-1))
		below := s.lower[t-2][p.nextSet(bestUnit, k)].values
		p.link(bestUnit, outcome, k).back(part, below[i*p.states:(i+1)*p.states], s.o.Discount)
		for j, x := range part {
			beta[j] += x
		}
	}
	b.values = append(b.values, beta...)
	b.actions = append(b.actions, int32(p.unitAction(bestUnit)))
	b.next = append(b.next, bestNext...)
}

// levels writes the lower bound as sets.
func (s *point) levels() []Level {
	levels := s.p.newLevels(s.o.Horizon)
	copy(levels, s.known)
	for t := len(s.known); t < len(levels); t++ {
		for set := range levels[t].Sets {
			b, out := &s.lower[t][set], &levels[t].Sets[set]
			out.values = b.values
			if out.action < 0 {
				out.actions = b.actions
			}
			for i, code := range b.next {
				u := s.p.unit(set/s.p.slots, int(b.actions[i/s.p.outcomes]))
				k := int(code >> slotShift)
				index := int32(code & (1<<slotShift - 1))
				for slot := range k {
					index += int32(len(s.lower[t-1][s.p.nextSet(u, slot)].actions))
				}
				out.next = append(out.next, index)
			}
		}
	}
	return levels
}
