package experiment

import "eeporl/pomdp"

// ExplorationValue is what an episode of phase 1 earns on average: the exact
// expectation of its discounted rewards under π_explore and, beyond the fourth
// action, the uniform π_rest.
func ExplorationValue(m *pomdp.POMDP, e pomdp.Exploration) float64 {
	n := m.Sizes()
	// weight[(a₋₂·|A| + a₋₁)·|S| + s]: the joint law of the last two actions and
	// the state; before the first step both actions are 0.
	weight := make([]float64, n.Pairs()*n.S)
	copy(weight, m.InitialBelief())
	past := make([]pomdp.Step, 0, m.Horizon())
	probs := make([]float64, n.A)
	total, discount := 0.0, 1.0
	for range m.Horizon() {
		next := make([]float64, len(weight))
		past = append(past, pomdp.Step{})
		t := len(past) - 1
		for i, w := range weight {
			if w == 0 {
				continue
			}
			s, last, before := i%n.S, i/n.S%n.A, i/n.S/n.A
			if t >= 2 {
				past[t-2].Action.Value = before
			}
			e.Next(past[:t], probs)
			for a, p := range probs {
				total += discount * w * p * m.MeanReward(a, s)
				for s2 := range n.S {
					next[(last*n.A+a)*n.S+s2] += w * p * m.T(a, s, s2)
				}
			}
		}
		weight = next
		discount *= m.Discount()
	}
	return total
}
