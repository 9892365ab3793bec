package pomdp

// Learned is what a way of learning came to, whether it found states or not: how probable everything is that can
// be seen next, after whatever was done and seen (the controlled sequence law). PairParameters and POMDP are
// Learned, and so are operators that name no state.
//
// A situation stands for what was done and seen. Its numbers mean something to the Learned alone. The outcomes of
// an action have weights that sum to 1 but for errors of learning; some may be negative where nothing forbids
// it, as with operators.
type Learned interface {
	// Alphabet is the sizes, and what the reward levels are worth. S says nothing about a situation's length.
	Alphabet() (Sizes, []float64)
	// Start is the situation before the first action.
	Start() []float64
	// Outcomes are the weights of what can be seen after an action, by Sizes.Outcome.
	Outcomes(situation []float64, action int) []float64
	// Next is the situation once an action earned a reward level and an observation was seen; a reward of −1 was
	// not looked at. It is nil where that has no positive weight.
	Next(situation []float64, action, reward, observation int) []float64
}

// Alphabet is the model's sizes and rewards.
func (m *POMDP) Alphabet() (Sizes, []float64) { return m.sizes, m.spec.Rewards }

// Start is the initial belief. A situation of a POMDP is a belief.
func (m *POMDP) Start() []float64 { return m.InitialBelief() }

// Outcomes are p(r, z | belief, action).
func (m *POMDP) Outcomes(belief []float64, action int) []float64 {
	out := make([]float64, m.sizes.Outcomes())
	for s, x := range belief {
		for next := range belief {
			moves := x * m.T(action, s, next)
			if moves == 0 {
				continue
			}
			for o := range out {
				z, r := m.sizes.OutcomeAt(o)
				out[o] += moves * m.R(action, s, r) * m.Z(action, next, z)
			}
		}
	}
	return out
}

// Next is the belief after a step.
func (m *POMDP) Next(belief []float64, action, reward, observation int) []float64 {
	after, _ := m.After(belief, Act{action, reward, observation})
	return after
}

// Alphabet is the parameters' sizes and rewards.
func (p *PairParameters) Alphabet() (Sizes, []float64) { return p.Sizes, p.RewardValues }

// Start keeps b̂ in the coordinates of every pair. A situation begins with the last action, −1 before the first;
// then come, for each next action, the belief in that pair's own order of the states. All are
// estimates of one belief: where pairs disagree, their mean counts.
func (p *PairParameters) Start() []float64 {
	out := []float64{-1}
	for _, b := range p.Initial {
		for _, x := range b {
			out = append(out, x/float64(p.Sizes.A))
		}
	}
	return out
}

// Outcomes average over the coordinates of each next action.
func (p *PairParameters) Outcomes(situation []float64, action int) []float64 {
	n := p.Sizes
	out := make([]float64, n.Outcomes())
	for r := range n.R {
		after := p.moved(situation, action, r)
		for next := range n.A {
			for z, seen := range p.Observation[n.Pair(action, next)] {
				for j, x := range after[next*n.S : (next+1)*n.S] {
					out[n.Outcome(z, r)] += x * seen[j] / float64(n.A)
				}
			}
		}
	}
	return out
}

// Next goes from the coordinates that the action reads to those of every action after it.
func (p *PairParameters) Next(situation []float64, action, reward, observation int) []float64 {
	n := p.Sizes
	after := p.moved(situation, action, reward)
	for next := range n.A {
		seen := p.Observation[n.Pair(action, next)][observation]
		for j := range n.S {
			after[next*n.S+j] *= seen[j]
		}
	}
	if after = weighing(after, n.A); after == nil {
		return nil
	}
	return append([]float64{float64(action)}, after...)
}

// moved is, for each next action, the unnormalised belief once an action earned a reward, before anything is seen.
func (p *PairParameters) moved(situation []float64, action, reward int) []float64 {
	n := p.Sizes
	out := make([]float64, n.A*n.S)
	first, last := int(situation[0]), int(situation[0])
	if first < 0 {
		first, last = 0, n.A-1
	}
	for before := first; before <= last; before++ {
		pair := n.Pair(before, action)
		at := 1 + ((before-first)*n.A+action)*n.S
		for j, x := range situation[at : at+n.S] {
			if reward >= 0 {
				x *= p.Reward[pair][reward][j]
			}
			if x == 0 {
				continue
			}
			for next := range n.A {
				for k, row := range p.Transition[pair][next] {
					out[next*n.S+k] += x * row[j]
				}
			}
		}
	}
	return out
}

// weighing scales a situation whose numbers sum to its weight times copies; nil where that is not positive.
func weighing(x []float64, copies int) []float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	if !(sum > 0) {
		return nil
	}
	for i := range x {
		x[i] *= float64(copies) / sum
	}
	return x
}
