package moments

import (
	"eeporl/moments/num"
	"eeporl/pomdp"
)

// Earned are the episodes behind the triples of a model, with what the first action earned: that is not in a
// triple. Each cell is split among the reward levels by their exact probabilities given the cell, drawn from a
// stream of its own, so that the counts stay what they are; exact counts are split exactly.
func Earned(m *pomdp.POMDP, counts *Counts, seed uint64) *Episodes {
	n := m.Sizes()
	rng := num.NewRand(seed, pomdp.StreamLeap, earnedStream)
	belief, after, chance := make([]float64, n.S), make([]float64, n.S), make([]float64, n.R)
	return NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for cell, k := range counts.Cells {
			acts := cellActs(n, n.CellAt(cell))
			total := 0.0
			for r := range chance {
				acts[0].Reward = r
				copy(belief, m.InitialBelief())
				for _, a := range acts[:3] {
					unnormalisedStep(m, belief, after, a)
				}
				chance[r] = 0
				for s, x := range belief {
					chance[r] += x * m.R(acts[3].Action, s, acts[3].Reward)
				}
				total += chance[r]
			}
			going := true
			share := func(r int, k float64) {
				if going && k > 0 {
					acts[0].Reward = r
					going = yield(acts, k)
				}
			}
			if counts.Exact() {
				for r, p := range chance {
					share(r, k*p/total)
				}
			} else {
				num.Multinomial(rng, k, chance, share)
			}
			if !going {
				return
			}
		}
	})
}

// earnedStream separates the first rewards from the counts in the same stream.
const earnedStream = 1 << 34

// cellActs are the four steps of a triple: without the first reward and the last observation, which it does not hold.
func cellActs(n pomdp.Sizes, c pomdp.Cell) []pomdp.Act {
	acts := make([]pomdp.Act, 4)
	for t := range acts {
		acts[t] = pomdp.Act{Action: c.Actions[t], Reward: -1, Observation: -1}
		if t > 0 {
			acts[t-1].Observation, acts[t].Reward = n.OutcomeAt(c.Outcomes[t-1])
		}
	}
	return acts
}

// unnormalisedStep takes a belief through what was done and seen; its sum is how probable all of that is.
func unnormalisedStep(m *pomdp.POMDP, belief, after []float64, a pomdp.Act) {
	for next := range after {
		sum := 0.0
		for s, x := range belief {
			sum += x * m.R(a.Action, s, a.Reward) * m.T(a.Action, s, next)
		}
		after[next] = sum * m.Z(a.Action, next, a.Observation)
	}
	copy(belief, after)
}
