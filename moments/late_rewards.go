package moments

import "math"

// LateRewards says whether rewards seem to stand a row late, beside the action after the one that earned them: all
// episodes' first rows then earn the same, and at later rows the same actions earn that seldom. level is what they earn, and
// other the share of later rows that earn something else. Of at least 20 episodes, chance does that in one of 10⁹ logs.
func (e *Episodes) LateRewards() (level int, other float64, late bool) {
	const fewest, most, chance = 20, .7, 1e-9
	n := e.sizes
	first, later, same := make([]float64, n.A), make([]float64, n.A), make([]float64, n.A)
	episodes, all, alike := 0.0, 0.0, 0.0
	level = -1
	for t := 1; t < len(e.Levels); t++ {
		l := &e.Levels[t]
		for i, through := range l.Through {
			act := ActOf(n, int(l.Act[i]))
			switch {
			case act.Action < 0 || act.Reward < 0:
			case t > 1:
				later[act.Action] += through
				if all += through; act.Reward == level {
					same[act.Action] += through
					alike += through
				}
			case level >= 0 && act.Reward != level:
				return level, 0, false
			default:
				level, episodes = act.Reward, episodes+through
				first[act.Action] += through
			}
		}
	}
	if episodes < fewest || alike > most*all || all == 0 {
		return level, 0, false
	}
	luck := 0.0 // its logarithm
	for a, k := range first {
		if later[a] > 0 {
			luck += k * math.Log((same[a]+1)/(later[a]+1))
		}
	}
	return level, 1 - alike/all, luck < math.Log(chance)
}
