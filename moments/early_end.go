package moments

import (
	"math"
)

// EarlyEnd says of what in a step its being the last of its episode hangs on most.
type EarlyEnd struct {
	Of     EndsOf
	Index  int     // of the action, the reward level or the observation
	Share  float64 // of the steps that have it, those that were the last
	Others float64 // the same share of all other steps
	Steps  float64 // that have it
}

// EndsOf is what of a step an end hangs on.
type EndsOf int

// The kinds of it.
const (
	EndsByAction EndsOf = iota
	EndsByReward
	EndsByObservation
)

// EarlyEnd looks for an action, a reward level or an observation that ends episodes: of the steps that have it at least a
// tenth are the last, at most half as many of the others, and at the same step of the episode more than chance makes them in
// 10⁹ logs. Steps at which the longest episodes end do not count. What is missing is no sign: the last step often lacks what
// came after it.
func (e *Episodes) EarlyEnd() (most EarlyEnd, found bool) {
	n := e.sizes
	var all, here [3][]ends // [kind][index], of all steps and of those at one place in the episode
	for kind, count := range [3]int{n.A, n.R, n.Z} {
		all[kind], here[kind] = make([]ends, count), make([]ends, count)
	}
	total := 0.0
	for t := 1; t < len(e.Levels)-1; t++ {
		l := &e.Levels[t]
		ended, steps := 0.0, 0.0
		for kind := range here {
			clear(here[kind])
		}
		for i, through := range l.Through {
			act := ActOf(n, int(l.Act[i]))
			ended, steps = ended+l.Ended[i], steps+through
			for kind, index := range [3]int{act.Action, act.Reward, act.Observation} {
				if index >= 0 {
					here[kind][index].last += l.Ended[i]
					here[kind][index].steps += through
				}
			}
		}
		total += steps
		for kind := range here {
			for index, x := range here[kind] {
				if x.steps == 0 {
					continue
				}
				rate, sum := ended/steps, &all[kind][index]
				sum.last, sum.steps = sum.last+x.last, sum.steps+x.steps
				sum.beyond += x.last - x.steps*rate
				sum.variance += x.steps * (1 - x.steps/steps) * rate * (1 - rate)
				sum.others += ended - x.last
			}
		}
	}
	const sure, least, fewest = 6.1, .1, 20 // standard errors: one in 10⁹; a share; steps
	strongest := sure
	for kind := range all {
		for index, x := range all[kind] {
			if x.steps < fewest || total-x.steps < fewest {
				continue
			}
			share, others := x.last/x.steps, x.others/(total-x.steps)
			if z := x.beyond / math.Sqrt(x.variance); share >= least && others <= share/2 && z > strongest {
				strongest, found = z, true
				most = EarlyEnd{Of: EndsOf(kind), Index: index, Share: share, Others: others, Steps: x.steps}
			}
		}
	}
	return most, found
}

// ends is how often steps are the last.
type ends struct {
	last, steps, others float64 // the last of those steps, all of those, and the last of other steps
	beyond, variance    float64 // how many more are last than chance makes them at the same steps, and its variance
}

// Final returns the episodes as ones that earn nothing more once they have ended early.
func (e *Episodes) Final() *Episodes {
	out := *e
	out.final = true
	return &out
}
