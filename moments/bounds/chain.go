package bounds

import (
	"math"

	"eeporl/moments"
)

// Chain lists every lemma's inequalities, in order, with the bound that
// follows from the errors measured one step earlier, so that each row is
// judged alone; the last row goes from N to the regret at one stroke. est, cmp
// and policy may be nil, or the estimate may have stopped early: what is then
// unknown is NaN. delta is the probability with which the chain from N may
// fail.
//
// It is a pure function: some passes over the d × k matrices, and the product
// ÔT̂ where the estimator has no ÔT of its own.
func (b *Model) Chain(est *moments.Estimate, cmp *moments.Comparison, delta float64, policy *Policy) []Row {
	c := chain{Model: b, x: b.measure(est, cmp), delta: delta}
	c.policy = Policy{Horizon: b.Horizon, Equivalence: math.NaN(), Alpha: math.NaN(), Gap: math.NaN(), Regret: math.NaN()}
	if policy != nil {
		c.policy = *policy
		if c.policy.Horizon <= 0 {
			c.policy.Horizon = b.Horizon
		}
	}
	return c.list()
}

type chain struct {
	*Model
	x      measured
	policy Policy
	delta  float64
	rows   []Row
}

// list is the whole chain, in the paper's order.
func (c *chain) list() []Row {
	c.induced()
	c.columns()
	c.labels()
	c.parameters()
	c.vectors()
	c.theorem()
	return c.rows
}

func (c *chain) add(r Row) { c.rows = append(c.rows, r.finish()) }

// times is gain·eps, where an infinite gain stays infinite even for no error.
func times(gain, eps float64) float64 {
	if math.IsInf(gain, 1) {
		return gain
	}
	return gain * eps
}

// rightColumns are the conditions that the rows of Lemma 4 share.
func (c *chain) rightColumns() []Condition {
	return []Condition{
		{Text: "columns with a wrong label (Lemma 3)", Value: c.x.mislabelled},
		{Text: "columns that stand for another state in the parameters than in Ô", Value: c.x.misplaced},
		{Text: "normalised by projection, not as |x|/Σ|x|", Value: c.x.simplex},
	}
}

// Lemma 1: the induced HMM.
func (c *chain) induced() {
	s := float64(c.Sizes.S)
	c.add(Row{
		Lemma: "L1", Quantity: "‖T‖₂", Formula: "√|S|", Bound: math.Sqrt(s), Measured: c.NormT, sizes: true,
		Note: "The induced T is T_aᵀ ⊗ Π for every action a, so its norm is the product of theirs; Π's is 1.",
	})
	c.add(Row{
		Lemma: "L1", Quantity: "‖T⁻¹‖₂", Formula: "2(1 + c|A|)/σ_T", Bound: c.Tau(), Measured: c.InverseT,
		Note: "How much going back one step magnifies an error; ‖Π⁻¹‖₂ is 1 + c|A| exactly, so half of the bound is slack.",
	})
	c.add(Row{
		Lemma: "L1", Quantity: "σ_min(O)", Formula: "σ_Rσ_Z", Bound: c.SigmaR.Value * c.SigmaZ.Value, Measured: c.SigmaO, AtLeast: true,
		Note: "What is seen and what is earned tell the states apart together at least as well as their product says.",
	})
	c.add(Row{
		Lemma: "L1", Quantity: "‖O‖₂", Formula: "|S|", Bound: s, Measured: c.NormO, sizes: true,
		Note: "Each column of O is one distribution, so O cannot magnify much.",
	})
}

// Lemma 2: from ε₁ to T̂, Ô, ŵ.
func (c *chain) columns() {
	x := c.x
	small := Condition{Text: "ε₁ ≤ 1/(6|A||S|^1.5 (σ_Rσ_Z)⁻⁴)", Value: x.eps1, Limit: c.inversionLimit()}
	c.add(Row{
		Lemma: "L2", Quantity: "ε₁ = max_h ‖Ô_h − O_h‖₂, ‖ÔT_h − OT_h‖₂", Formula: "|A|√(|Z||R|) (1 + √ln(3/δ)) √ln(3/δ) / (C_ddd(δ/3) √N)",
		Bound: c.ColumnError(x.episodes, c.delta), Measured: x.eps1, Limit: math.Sqrt2,
		Unit:       c.columnUnit(),
		Factors:    c.columnFactors(x.episodes, c.delta),
		Conditions: []Condition{{Text: "an estimator other than the paper's", Value: x.foreign}},
		Note:       "All that N enters by: what so many episodes promise for the worst column, against the worst column; two distributions are never more than √2 apart.",
	})
	c.add(Row{
		Lemma: "L2", Quantity: "‖T̂ − T‖₂", Formula: "18|A||S|⁴ (σ_Rσ_Z)⁻⁴ ε₁", Bound: times(c.transitionGain(), x.eps1), Measured: x.t2,
		Conditions: []Condition{small},
		Note:       "T̂ = Ô⁺·ÔT divides by Ô, so a small σ_min(O) magnifies every error.",
	})
	c.add(Row{
		Lemma: "L2", Quantity: "‖Ô − O‖₂", Formula: "|A||S|^½ ε₁", Bound: times(c.observationGain(), x.eps1), Measured: x.o2,
		Note: "k = |A|²|S| columns, each wrong by at most ε₁, make a matrix wrong by at most √k ε₁.",
	})
	c.add(Row{
		Lemma: "L2", Quantity: "‖Ô − O‖_max", Formula: "ε₁", Bound: x.eps1, Measured: x.oMax,
		Note: "No entry of a column is further off than the column.",
	})
	// The proof takes ‖p̂(x₂) − p(x₂)‖₂ ≤ ε₁ too. As ŵ = Ô⁺p̂ depends on p̂
	// only through Ôŵ, the proof goes through with that in its place.
	eps := math.Max(x.eps1, x.epsP)
	small.Value, small.Text = eps, "max(ε₁, ‖Ôŵ − Ow‖₂) ≤ 1/(6|A||S|^1.5 (σ_Rσ_Z)⁻⁴)"
	c.add(Row{
		Lemma: "L2", Quantity: "‖ŵ − w‖₂", Formula: "14|A|²|S|^2.5 (σ_Rσ_Z)⁻⁴ ε₁", Bound: times(c.middleGain(), eps), Measured: x.w2,
		Conditions: []Condition{small},
		Note:       "ŵ = Ô⁺p̂(x₂): its ε₁ covers the error of p̂(x₂), as far as ŵ sees it, too.",
	})
}

// columnUnit is what rounding in ε₁ is relative to. With the exact law rounding
// is all the error that there is, and it is magnified like any other error of
// the moments; beside a sampling error it does not count.
func (c *chain) columnUnit() float64 {
	if !math.IsInf(c.x.episodes, 1) {
		return 1
	}
	return math.Max(1, math.Min(0x1p-52/(rounding*c.Cddd(c.delta/3)), math.MaxFloat64))
}

// Lemma 3: the labels.
func (c *chain) labels() {
	c.add(Row{
		Lemma: "L3", Quantity: "columns with a wrong label", Formula: "0", Bound: 0, Measured: c.x.mislabelled,
		Conditions: []Condition{{Text: "‖Ô − O‖_max ≤ 1/(3|Z||R|)", Value: c.x.oMax, Limit: c.labelLimit()}},
		Note:       "A column's largest true entry is at least 1/(|Z||R|) and lies in its own pair's rows; an error of a third of that cannot hide it.",
	})
}

// Lemma 4: the POMDP's parameters.
func (c *chain) parameters() {
	x := c.x
	labelled := c.rightColumns()
	c.add(Row{
		Lemma: "L4", Quantity: "|p̂(s′|s,a) − p(s′|s,a)|", Formula: "4|S|ε_T/ε_a², ε_T = ‖T̂ − T‖_max",
		Bound: times(c.transitionError(1), x.tMax), Measured: x.transition, Limit: 1, Conditions: labelled,
		Note: "T's blocks carry the factor Π[a'', a]; dividing by it magnifies errors, the more the rarer a change of action.",
	})
	for _, kind := range []struct {
		quantity string
		measured float64
	}{{"|p̂(z|a,s) − p(z|a,s)|", x.observation}, {"|p̂(r|s,a) − p(r|s,a)|", x.reward}} {
		c.add(Row{
			Lemma: "L4", Quantity: kind.quantity, Formula: "4|Z||R|ε_O, ε_O = ‖Ô − O‖_max",
			Bound: times(c.outcomeError(), x.oMax), Measured: kind.measured, Limit: 1, Conditions: labelled,
			Note: "A row sum of Ô's block, normalised; it does not pass through T̂ and so comes out far better.",
		})
	}
	start := startError(c.InverseT, x.w2, x.t2)
	if math.IsInf(c.InverseT, 1) {
		start = math.Inf(1)
	}
	c.add(Row{
		Lemma: "L4", Quantity: "|b̂(s) − b(s)|", Formula: "4|A|⁴|S| (‖T⁻¹‖₂² ε_w + 6‖T⁻¹‖₂³ ε_T), ε_T = ‖T̂ − T‖₂, ε_w = ‖ŵ − w‖₂",
		Bound: c.beliefError(start), Measured: x.initial, Limit: 1,
		Conditions: append([]Condition{
			{Text: "‖T̂ − T‖₂ ≤ 1/(2‖T⁻¹‖₂)", Value: x.t2, Limit: 1 / (2 * c.InverseT)},
			{Text: "‖T⁻¹‖₂² ε_w + 6‖T⁻¹‖₂³ ε_T ≤ 1/(2|A|²|S|)", Value: start, Limit: c.startLimit()},
		}, labelled...),
		Note: "b̂ = T̂⁻²ŵ goes back two steps, and each one magnifies by ‖T⁻¹‖₂: the weakest link of the chain.",
	})
}
