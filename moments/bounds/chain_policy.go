package bounds

import "math"

// Lemmas 5 to 7: β-vectors, α-vectors, FindPolicy.
func (c *chain) vectors() {
	p, t := c.policy, c.policy.Horizon
	limit := float64(t) * c.Spread
	c.add(Row{
		Lemma: "L5", Quantity: "|β − α|, exact parameters in the learned orders", Formula: "0",
		Bound: 0, Measured: p.Equivalence, Unit: c.unit(), Limit: limit, sizes: true,
		Note: "A β-vector is the α-vector of the same tree with its entries in another order: the unknown permutations do no harm.",
	})
	step, rho := c.step()
	c.add(Row{
		Lemma: "L6", Quantity: "|α − α̂|, learned tree", Formula: "t² R_max (|R|ε_R + |S|ε_T + |Z|ε_Z)",
		Bound: c.alphaError(t, step), Measured: p.Alpha, Unit: c.unit(), Limit: limit,
		Conditions: []Condition{grown(t, rho)},
		Note:       "The errors of single steps add up, each worth the rewards still to come.",
	})
	c.add(Row{
		Lemma: "L6, repaired", Quantity: "|α − α̂|, learned tree", Formula: "R_max (|R|ε_R + |S|ε_T + |Z|ε_Z) Σ_{i≤t} i ρ^{t−i}",
		Bound: c.pairAlphaError(t, step, rho), Measured: p.Alpha, Unit: c.unit(), Limit: limit,
		Note: "ρ = 1 + |S|ε_T + |Z|ε_Z where every action pair has its own estimate: a step's weights then need not sum to 1, and the surplus compounds; otherwise ρ = 1.",
	})
	best := Row{
		Lemma: "L7", Quantity: "V̂* − V̂^π̂, learned parameters", Formula: "0",
		Bound: 0, Measured: p.Gap, Unit: c.unit(), Limit: limit, learned: true,
		Note: "FindPolicy's tree is the best for the parameters it was given: pruning drops only what is best nowhere. So it is 0 by construction, and nothing was measured.",
	}
	if c.planning() > 0 {
		best.Lemma, best.Formula = "L7, ε_planning", "the plan's certified gap"
		best.Bound, best.Measured = p.Gap, math.NaN()
		best.Note = "The planner ended before its tree was known to be the best one. What it certifies stands in for Lemma 7's 0 and adds to the regret."
	}
	c.add(best)
}

// planning is ε_planning: 0 where the tree is the best one for the learned
// parameters, as Lemma 7 has it, or where nobody knows.
func (c *chain) planning() float64 {
	if c.policy.Gap > rounding*c.unit() {
		return c.policy.Gap
	}
	return 0
}

// unit is V_max: what rounding in values is relative to.
func (c *chain) unit() float64 { return math.Max(float64(c.policy.Horizon)*c.RMax, 1) }

// step is the measured |R|ε_R + |S|ε_T + |Z|ε_Z, and the ρ that goes with it.
func (c *chain) step() (step, rho float64) {
	x := c.x
	step, rho = c.stepError(x.reward, x.transition, x.observation), 1
	if x.surplus {
		rho += c.stepError(0, x.transition, x.observation)
	}
	return step, rho
}

func grown(t int, rho float64) Condition {
	return Condition{Text: "Σ_{i≤t} i ρ^{t−i} ≤ t², ρ the weight of one step's branches", Value: growth(t, rho), Limit: float64(t * t)}
}

// Theorem 1: the regret.
func (c *chain) theorem() {
	x, p, t := c.x, c.policy, c.policy.Horizon
	step, rho := c.step()
	regret := Row{Lemma: "Theorem 1", Quantity: "V* − V^π̂", Measured: p.Regret, Unit: c.unit(), Limit: float64(t) * c.Spread}
	optimal, planned := []Condition{{Text: "V̂* − V̂^π̂ = 0 (Lemma 7)", Value: p.Gap, Limit: rounding * c.unit()}}, ""
	if c.planning() > 0 {
		optimal, planned = nil, " + ε_planning"
	}
	beliefs := Condition{
		Text:  "|S|(max r − min r)/2 ≤ R_max, without which ε_b V_max need not bound |(b̂ − b)·α|",
		Value: float64(c.Sizes.S) * c.Spread / 2, Limit: c.RMax,
	}

	r := regret
	r.Formula = "2ε_b V_max + 2ε_α" + planned + ", ε_b = max |b̂ − b|, ε_α by L6"
	r.Bound = c.regret(t, x.initial, c.alphaError(t, step)) + c.planning()
	r.Conditions = append([]Condition{grown(t, rho), beliefs}, optimal...)
	r.Note = "A policy that looks best under wrong values loses at most twice the error of a value: once for itself, once for the optimum."
	c.add(r)

	r = regret
	r.Lemma, r.Formula = "Theorem 1, repaired", "|S|ε_b H(max r − min r) + 2ε_α"+planned+", ε_α by L6, repaired"
	r.Bound = c.pairRegret(t, x.initial, c.pairAlphaError(t, step, rho)) + c.planning()
	r.Conditions = optimal
	r.Note = "Hölder's inequality sets the spread of α against ‖b̂ − b‖₁, not against its largest entry; so it holds for any number of states and any rewards."
	c.add(r)

	eps1 := c.ColumnError(x.episodes, c.delta)
	outcome, transition := times(c.outcomeError(), eps1), times(c.transitionError(c.transitionGain()), eps1)
	r = regret
	r.Lemma = "Theorem 1, from N"
	r.Formula = "K ε₁" + planned + " with ε₁ from N alone: L2, L4 and L6 chained"
	r.Bound = times(c.gain(t), eps1) + c.planning()
	r.Conditions = []Condition{{Text: "an estimator other than the paper's", Value: x.foreign}}
	for _, l := range c.limits() {
		r.Conditions = append(r.Conditions, Condition{Text: "ε₁ for " + l.Name, Value: eps1, Limit: l.Epsilon1})
	}
	r.Conditions = append(append(r.Conditions, grown(t, 1+c.stepError(0, transition, outcome)), beliefs), optimal...)
	r.Note = "What N episodes promise, with probability 1 − δ, before any of them is seen; above H(max r − min r) the promise is empty."
	c.add(r)
}
