package experiment

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"eeporl/planning"
)

// Carried is a β-vector taken apart (Definition 3): one branch of it, whose vector stands in the order of another pair, and the rest.
type Carried struct {
	Outcome       int
	Next, Pair    int         // the pair that follows, and the one that the plan is in
	Set, Vector   int         // of the shorter plan, in the level below
	Own, Best     int         // set and vector of this plan, in its own level
	Follow        []int       // [outcome] the pair that follows it; -1 for none
	Shorter, Over []float64   // β(j'), and its mean over the j' that follow j and show the branch's z
	Leads         [][]float64 // [j][j'] how probable j' is after j, given the branch's z
	Chance        []float64   // the branch's probability in j: p̂(r|j) Σ_j' T̂[j', j] p̂(z|j')
	Likely        []float64   // γ·Chance·Over
	Others        []float64   // likewise, of all other branches
	Sum           []float64   // the probabilities of all branches: 1 but for noise
	Reward        []float64   // what is earned at once
	Whole         []float64   // Likely, Others and Reward added: the β-vector
}

// Start are the vectors of the pair in which the plan starts, with t steps to go; nil where the planner kept none.
func (p *Planned) Start(t int) *planning.Set {
	if t < 1 || t > len(p.Levels) {
		return nil
	}
	pair := -1
	if p.First[0] >= 0 {
		pair = p.Tree.Sizes.Pair(p.First[0], p.First[1])
	}
	for i, set := range p.Levels[t-1].Sets {
		if set.Pair == pair && set.Len() > 0 {
			return &p.Levels[t-1].Sets[i]
		}
	}
	return nil
}

// Carry takes the best vector at the start, with t steps to go, apart: of its branches the most probable into another order of
// the states, as far as the truth tells, else the most probable one. False where T̂ brings none from another pair.
func (p *Planned) Carry(e *Estimated, t int) (c Carried, ok bool) {
	set := p.Start(t)
	if t < 2 || set == nil || set.Pair < 0 || e == nil || e.Parameters == nil {
		return c, false
	}
	n, belief := p.Tree.Sizes, e.Parameters.Initial[set.Pair]
	best, _ := set.Best(belief)
	v, below := set.Vector(best), &p.Levels[t-2]
	follow := slices.Repeat([]int{-1}, len(v.Next))
	all, sum := make([]float64, n.S), make([]float64, n.S) // all: γ times what the branches bring
	differs, most := false, 0.                             // most: the probability of the branch taken
	for outcome := range v.Next {
		after, i := below.Follow(n, v, outcome)
		if after == nil {
			continue
		}
		follow[outcome] = after.Pair
		beta := after.Vector(i).Values
		over, chance, leads := p.brought(e, set.Pair, after.Pair, outcome, beta)
		likely := make([]float64, len(all))
		for j := range all {
			likely[j] = p.Discount * chance[j] * over[j]
			all[j], sum[j] = all[j]+likely[j], sum[j]+chance[j]
		}
		other, p := e.Differ(after.Pair, set.Pair), floats.Dot(chance, belief)
		if ok && (differs && !other || differs == other && p <= most) {
			continue
		}
		ok, differs, most = true, other, p
		c = Carried{Outcome: outcome, Next: after.Pair, Pair: set.Pair, Set: placeOf(below, after.Pair), Vector: i, Shorter: beta, Over: over, Leads: leads, Chance: chance, Likely: likely}
	}
	if !ok {
		return c, false
	}
	c.Own, c.Best = placeOf(&p.Levels[t-1], set.Pair), best
	c.Whole, c.Follow, c.Sum, c.Others, c.Reward = v.Values, follow, sum, make([]float64, len(all)), make([]float64, len(all))
	for j := range all {
		c.Others[j], c.Reward[j] = all[j]-c.Likely[j], v.Values[j]-all[j]
	}
	return c, true
}

// placeOf is where a pair's set stands in a level.
func placeOf(l *planning.Level, pair int) int {
	return slices.IndexFunc(l.Sets, func(x planning.Set) bool { return x.Pair == pair })
}

// Differ says whether the states of two pairs came back in different orders, as far as the truth tells.
func (e *Estimated) Differ(one, other int) bool {
	c := e.Comparison
	return c != nil && !slices.Equal(c.Order[one], c.Order[other])
}

// brought is the mean of the next pair's vector over the states that follow each of a pair's and show the outcome, and the outcome's probability
// there; leads is how probable each of those states is.
func (p *Planned) brought(e *Estimated, pair, next, outcome int, beta []float64) (over, chance []float64, leads [][]float64) {
	q, n := e.Parameters, p.Tree.Sizes
	_, second := n.PairActions(next)
	z, r := outcome, -1
	if p.Tree.Observe != planning.ObserveZ {
		z, r = n.OutcomeAt(outcome)
	}
	over, chance, leads = make([]float64, n.S), make([]float64, n.S), make([][]float64, n.S)
	for j := range n.S {
		earned := 0.0
		for level, of := range q.Reward[pair] {
			if r < 0 || level == r {
				earned += of[j]
			}
		}
		shown := 0. // Σ_j' T̂[j', j] p̂(z|j')
		for k, x := range beta {
			t := q.Transition[pair][second][k][j] * q.Observation[next][z][k]
			over[j] += t * x
			shown += t
			leads[j] = append(leads[j], t)
		}
		if shown != 0 {
			over[j] /= shown
			for k := range leads[j] {
				leads[j][k] /= shown
			}
		}
		chance[j] = earned * shown
	}
	return over, chance, leads
}
