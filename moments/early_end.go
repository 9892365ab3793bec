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

// EarlyEnd looks for an action, a reward level or an observation that ends episodes: at least half of the steps that
// have it are the last, and at most half as many of the others, by more than chance does in 10⁹ logs. Steps at which
// the longest episodes end do not count. What is missing is no sign: the last step often lacks what came after it.
func (e *Episodes) EarlyEnd() (most EarlyEnd, found bool) {
	n := e.sizes
	var last, steps [3][]float64
	for kind, count := range [3]int{n.A, n.R, n.Z} {
		last[kind], steps[kind] = make([]float64, count), make([]float64, count)
	}
	allLast, all := 0.0, 0.0
	for t := 1; t < len(e.Levels)-1; t++ {
		l := &e.Levels[t]
		for i, through := range l.Through {
			act := ActOf(n, int(l.Act[i]))
			allLast, all = allLast+l.Ended[i], all+through
			for kind, index := range [3]int{act.Action, act.Reward, act.Observation} {
				if index >= 0 {
					last[kind][index] += l.Ended[i]
					steps[kind][index] += through
				}
			}
		}
	}
	const sure, fewest = 6.1, 20 // standard errors: one in 10⁹; steps
	strongest := sure
	for kind := range steps {
		for index, k := range steps[kind] {
			if k < fewest || all-k < fewest {
				continue
			}
			share, others := last[kind][index]/k, (allLast-last[kind][index])/(all-k)
			spread := math.Sqrt(allLast / all * (1 - allLast/all) * (1/k + 1/(all-k)))
			if z := (share - others) / spread; share >= .5 && others <= share/2 && z > strongest {
				strongest, found = z, true
				most = EarlyEnd{Of: EndsOf(kind), Index: index, Share: share, Others: others, Steps: k}
			}
		}
	}
	return most, found
}

// Final returns the episodes as ones that earn nothing more once they have ended early.
func (e *Episodes) Final() *Episodes {
	out := *e
	out.final = true
	return &out
}
