package planning

import "eeporl/pomdp"

// Problem is what a planner plans for: one core for the paper's permuted
// coordinates and for ordinary POMDPs alike.
//
// Vectors come in sets; the vectors of one set share their coordinates and may
// be compared and pruned. A context is the last action, a₋. With pair-indexed
// parameters context a₋ has one set for each root action a; an ordinary POMDP
// has one context with one set that holds all root actions.
// A unit is one root action in one context.
type Problem struct {
	sizes    pomdp.Sizes
	observe  Observe
	states   int
	actions  int
	outcomes int
	contexts int
	slots    int // sets in a context: |A|, or 1 for an ordinary POMDP

	after   []int       // [action] the context that follows
	initial [][]float64 // [set] b̂
	leaf    [][]float64 // [unit] expected immediate reward, β₁
	links   []*link     // [(unit·outcomes + outcome)·slots + slot of the next context]

	// learned tells the same by what is seen, with rewards worth values: for what has no states it is all there
	// is, and there are no sets, links or vectors. nil where links alone tell it.
	learned pomdp.Learned
	values  []float64

	// less is the same problem with every reward less by a number.
	less func(by float64) *Problem

	// twin[context] is the first context with the same numbers: what is planned
	// there need not be planned again.
	twin []int
}

func (p *Problem) sets() int  { return p.contexts * p.slots }
func (p *Problem) units() int { return p.contexts * p.actions }

// unit is the root action a of context q.
func (p *Problem) unit(q, a int) int     { return q*p.actions + a }
func (p *Problem) unitAction(u int) int  { return u % p.actions }
func (p *Problem) unitContext(u int) int { return u / p.actions }

// nextSet is the set in slot k of the context that follows unit u's action.
func (p *Problem) nextSet(u, k int) int { return p.after[p.unitAction(u)]*p.slots + k }

func (p *Problem) link(u, outcome, k int) *link {
	return p.links[(u*p.outcomes+outcome)*p.slots+k]
}

// linkSize is how many probabilities the links through one outcome hold.
func (p *Problem) linkSize(u, outcome int) int {
	n := 0
	for k := range p.slots {
		n += len(p.link(u, outcome, k).val)
	}
	return n
}

// setUnits are the units whose vectors live in a set: first, first+1, …
func (p *Problem) setUnits(set int) (first, count int) {
	if p.slots == 1 {
		return set * p.actions, p.actions
	}
	return set, 1
}

// pair is the name of a set's coordinates in trees: a₋·|A| + a, or -1 for the
// one order of the states that an ordinary POMDP has.
func (p *Problem) pair(set int) int {
	if p.slots == 1 {
		return -1
	}
	return set
}

// coordinates says whose names those of the problem's vectors bear.
func (p *Problem) coordinates() Coordinates {
	switch {
	case !p.HasStates():
		return NoStates
	case p.slots > 1:
		return OfPairs
	}
	return OneOrder
}

// From is the problem of what was learned: FromPairs or FromModel, or, where nothing was learned of states,
// one that is told by what is seen alone. Levelling is the planner that needs no more.
func From(l pomdp.Learned, observe Observe) (*Problem, error) {
	switch l := l.(type) {
	case *pomdp.PairParameters:
		return FromPairs(l, observe)
	case *pomdp.POMDP:
		return FromModel(l, observe)
	}
	return stateless(l, observe, 0), nil
}

// stateless has every reward less by a number.
func stateless(l pomdp.Learned, observe Observe, by float64) *Problem {
	n, rewards := l.Alphabet()
	p := &Problem{
		sizes: n, observe: observe, actions: n.A, outcomes: n.Outcomes(), contexts: 1, slots: 1,
		learned: l, values: lowered(rewards, by),
	}
	if observe == ObserveZ {
		p.outcomes = n.Z
	}
	p.less = func(by float64) *Problem {
		if isWeighted(l) { // what is added to every reward counts more where weights are larger
			return p
		}
		return stateless(l, observe, by)
	}
	return p
}

// lowered are rewards less a number.
func lowered(rewards []float64, by float64) []float64 {
	out := make([]float64, len(rewards))
	for r, value := range rewards {
		out[r] = value - by
	}
	return out
}

// HasStates says whether there are states, and β-vectors over them.
func (p *Problem) HasStates() bool { return p.states > 0 }

// FromPairs reads pair-indexed parameters. Their distributions are used as
// they are; nothing is normalised. It refuses wrong sizes and entries that are
// no probabilities.
func FromPairs(par *pomdp.PairParameters, observe Observe) (*Problem, error) {
	if err := checkPairs(par); err != nil {
		return nil, err
	}
	return fromPairs(par, observe), nil
}

func fromPairs(par *pomdp.PairParameters, observe Observe) *Problem {
	n := par.Sizes
	p := &Problem{
		sizes: n, observe: observe, states: n.S, actions: n.A,
		outcomes: n.Outcomes(), contexts: n.A, slots: n.A,
		initial: par.Initial, learned: par, values: par.RewardValues,
	}
	if observe == ObserveZ {
		p.outcomes = n.Z
	}
	for a := range n.A {
		p.after = append(p.after, a)
	}
	for u := range n.Pairs() {
		mean := make([]float64, n.S)
		for r, value := range par.RewardValues {
			for j, x := range par.Reward[u][r] {
				mean[j] += x * value
			}
		}
		p.leaf = append(p.leaf, mean)
		for o := range p.outcomes {
			for next := range n.A {
				p.links = append(p.links, pairLink(par, u, next, o, observe))
			}
		}
	}
	p.findTwins()
	p.less = func(by float64) *Problem {
		lower := *par
		lower.RewardValues = lowered(par.RewardValues, by)
		return fromPairs(&lower, observe)
	}
	return p
}

// pairLink is the step from s_(a₋,a) to s_(a,next) through one outcome:
// M[j][j'] = p(r|j,a) p(j'|j,a) p(z|a,j'), gain = r·Σ_j' M. The reward stays
// inside the sum over j': learned parameters need not sum to 1 there.
func pairLink(par *pomdp.PairParameters, pair, next, outcome int, observe Observe) *link {
	n := par.Sizes
	_, a := n.PairActions(pair)
	z, r := outcome, -1
	if observe == ObserveRZ {
		z, r = n.OutcomeAt(outcome)
	}
	gain := make([]float64, n.S)
	m := make([]float64, n.S*n.S)
	for j := range n.S {
		pr, earned := 0.0, 0.0
		for level, value := range par.RewardValues {
			if x := par.Reward[pair][level][j]; r < 0 || level == r {
				pr += x
				earned += x * value
			}
		}
		for k := range n.S {
			pz := par.Transition[pair][next][k][j] * par.Observation[n.Pair(a, next)][z][k]
			m[j*n.S+k] = pr * pz
			gain[j] += earned * pz
		}
	}
	return newLink(gain, m)
}
