package posterior

import (
	"math"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"
)

// Chain draws parameters from their posterior given whole episodes, however their actions were chosen: a policy that
// looks at nothing but what is recorded cancels from the likelihood. It is Gibbs sampling as Bayes does it on triples,
// by a forward pass over the tree of episodes and draws of the states backward, so that a sweep costs what different
// beginnings there are and not what there are episodes. It keeps its parameters while episodes are added.
type Chain struct {
	g *Gibbs
}

// NewChain begins at parameters drawn at random.
func NewChain(n pomdp.Sizes, seed, number uint64) *Chain {
	l := params.NewLayout(n)
	g := &Gibbs{Layout: l, rng: num.NewRand(seed, pomdp.StreamEstimator, chainStream+number), prior: moments.DefaultPrior, x: make([]float64, l.Size), uses: make([]float64, l.Size)}
	g.drawParameters()
	return &Chain{g}
}

// weakPrior is that of a chain that says how far off a model's promises may be: a uniform one counts every reward level as
// earned once more, and one of −100 among a hundred takes a whole unit off the promise.
const weakPrior = .1

// NewChainFrom begins at a model's parameters, with a prior that hardly weighs: near a maximum of the likelihood there is nothing
// to look for.
func NewChainFrom(m *pomdp.POMDP, seed, number uint64) *Chain {
	c := NewChain(m.Sizes(), seed, number)
	copy(c.g.x, c.g.Vector(m))
	c.g.prior = weakPrior
	return c
}

// chainStream separates chains from other random starts in the same stream.
const chainStream = 1 << 38

// Sweep draws the states of all episodes, up to their first gap, and then parameters, so many times.
func (c *Chain) Sweep(e *moments.Episodes, times int) {
	if e != nil {
		e = e.Beginnings() // what goes on after a gap has a distribution of its own
	}
	for range times {
		clear(c.g.uses)
		if e != nil {
			c.allocate(e, c.g.drawn)
		}
		c.g.drawParameters()
	}
}

// allocate shares out the episodes among the states that they may have gone through, and fills uses.
func (c *Chain) allocate(e *moments.Episodes, split sharing) {
	g, s := c.g, c.g.N.S
	if len(e.Levels) < 2 { // no episode has a step before its first gap
		return
	}
	x := g.x
	forward := g.forward(e, func(_, _ int, _ float64) {})
	part, share := make([]float64, s), make([]float64, s)
	var below []float64 // episodes that were drawn to be in each state at each node of the level in work
	for t := len(e.Levels) - 1; t >= 1; t-- {
		l := &e.Levels[t]
		if below == nil {
			below = make([]float64, len(l.Act)*s)
		}
		above := make([]float64, len(e.Levels[t-1].Through)*s)
		for i, code := range l.Act {
			act, here := moments.ActOf(e.Sizes(), int(code)), below[i*s:(i+1)*s]
			if l.Ended[i] > 0 {
				split(l.Ended[i], forward[t][i*s:(i+1)*s], share)
				for to, k := range share {
					here[to] += k
				}
			}
			past := forward[t-1][int(l.Parent[i])*s:][:s]
			for to, k := range here {
				if k == 0 {
					continue
				}
				if act.Observation >= 0 {
					g.uses[g.Obs(act.Action, to, act.Observation)] += k
				}
				for from, p := range past {
					part[from] = p * g.earned(act, from) * x[g.Trans(act.Action, from, to)]
				}
				split(k, part, share)
				for from, k := range share {
					g.uses[g.Trans(act.Action, from, to)] += k
					if act.Reward >= 0 {
						g.uses[g.Rew(act.Action, from, act.Reward)] += k
					}
					above[int(l.Parent[i])*s+from] += k
				}
			}
		}
		below = above
	}
	for state := range s {
		g.uses[state] += below[state]
	}
}

// forward are the beliefs at all nodes; told hears how probable each node's step was after the steps before.
func (g *Gibbs) forward(e *moments.Episodes, told func(t, node int, p float64)) [][]float64 {
	s, x := g.N.S, g.x
	forward := make([][]float64, len(e.Levels))
	forward[0] = x[:s]
	for t := 1; t < len(e.Levels); t++ {
		l := &e.Levels[t]
		forward[t] = make([]float64, len(l.Act)*s)
		for i, code := range l.Act {
			here, past := forward[t][i*s:(i+1)*s], forward[t-1][int(l.Parent[i])*s:][:s]
			act := moments.ActOf(e.Sizes(), int(code))
			for from, p := range past {
				p *= g.earned(act, from)
				for to := range here {
					here[to] += p * x[g.Trans(act.Action, from, to)]
				}
			}
			for to := range here {
				here[to] *= g.seen(act, to)
			}
			told(t, i, num.Sum(here))
			num.DivideBySum(here)
		}
	}
	return forward
}

// LogLikelihood is that of episodes without gaps, each counted as often as weights say of all that go through a node.
func (c *Chain) LogLikelihood(e *moments.Episodes, weights [][]float64) (sum float64) {
	c.g.forward(e, func(t, node int, p float64) {
		if w := weights[t][node]; w != 0 {
			sum += w * math.Log(p)
		}
	})
	return sum
}

// earned and seen are how probable what a step shows is, 1 for what it does not show.
func (g *Gibbs) earned(act pomdp.Act, from int) float64 {
	if act.Reward < 0 {
		return 1
	}
	return g.x[g.Rew(act.Action, from, act.Reward)]
}

func (g *Gibbs) seen(act pomdp.Act, to int) float64 {
	if act.Observation < 0 {
		return 1
	}
	return g.x[g.Obs(act.Action, to, act.Observation)]
}

// Model is what the chain has drawn last.
func (c *Chain) Model(o moments.Options) (*pomdp.POMDP, error) {
	return c.g.Model("draw", c.g.x, o.Horizon, o.RewardsOf(c.g.N.R))
}

// Mix is the law of the parameters that several chains or draws came to, each as likely.
func Mix(n pomdp.Sizes, rewards []float64, models ...*pomdp.POMDP) *Mixture {
	l := params.NewLayout(n)
	var draws [][]float64
	for _, m := range models {
		draws = append(draws, l.Vector(m))
	}
	return newMixture(l, rewards, draws)
}
