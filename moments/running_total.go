package moments

import "math"

// RunningTotal says whether the rewards of nearly all episodes rise from step to step and never fall, as a score that
// is kept does: of at least 20 episodes of three rewards or more, 19 in 20, and of those all but a tenth end higher than
// they begin, most of them before their last row. rewards are the levels' values; two levels alone tell nothing.
func (e *Episodes) RunningTotal(rewards []float64) bool {
	const fewest, levels = 20, 3
	var all, rising, higher, early float64
	e.Leaves(func(root int32, acts []int32, k float64) {
		first, before, last, known, falls := math.NaN(), math.NaN(), math.NaN(), 0, false
		for _, code := range acts {
			act := ActOf(e.sizes, int(code))
			if act.Reward < 0 || act.Reward >= len(rewards) {
				continue
			}
			x := rewards[act.Reward]
			if known++; known == 1 {
				first = x
			}
			falls = falls || x < last
			before, last = last, x
		}
		if root != 0 || known < levels {
			return
		}
		if all += k; !falls {
			rising += k
			if last > first {
				higher += k
				if before > first {
					early += k
				}
			}
		}
	})
	return len(rewards) >= levels && all >= fewest && rising >= .95*all && higher >= .9*rising && early >= .5*higher
}
