package counts

import "eeporl/pomdp"

// Renumbering gives each symbol its number among fewer ones, or −1 to one that is left out.
type Renumbering struct{ Actions, Observations, Rewards []int }

// Renumbered are the new numbers of those symbols that are kept.
func Renumbered(kept []bool) []int {
	to, next := make([]int, len(kept)), 0
	for i, is := range kept {
		to[i] = -1
		if is {
			to[i] = next
			next++
		}
	}
	return to
}

// Act is a step with the new numbers; what is not known, −1, stays so.
func (r Renumbering) Act(a pomdp.Act) pomdp.Act {
	number := func(i int, to []int) int {
		if i < 0 {
			return i
		}
		return to[i]
	}
	return pomdp.Act{Action: number(a.Action, r.Actions), Reward: number(a.Reward, r.Rewards), Observation: number(a.Observation, r.Observations)}
}

// Cell is a triple of the sizes that were, with the new numbers.
func (r Renumbering) Cell(c pomdp.Cell, was pomdp.Sizes) pomdp.Cell {
	n := r.sizes()
	for i, a := range c.Actions {
		c.Actions[i] = r.Actions[a]
	}
	for i, o := range c.Outcomes {
		z, reward := was.OutcomeAt(o)
		c.Outcomes[i] = n.Outcome(r.Observations[z], r.Rewards[reward])
	}
	return c
}

// sizes are those of the symbols that are kept.
func (r Renumbering) sizes() pomdp.Sizes {
	count := func(to []int) (n int) {
		for _, i := range to {
			n = max(n, i+1)
		}
		return n
	}
	return pomdp.Sizes{A: count(r.Actions), Z: count(r.Observations), R: count(r.Rewards)}
}

func kept[T any](list []T, to []int) (out []T) {
	for i, x := range list {
		if to[i] >= 0 {
			out = append(out, x)
		}
	}
	return out
}
