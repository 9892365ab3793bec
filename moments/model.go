package moments

import (
	"math"

	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// ExplorationOf estimates Π's c from how often a₃ = a₁ and a₄ = a₂: the
// estimators that return a POMDP need it only to show the induced T.
func ExplorationOf(c *Counts) pomdp.Exploration {
	n := c.sizes
	same := 0.0
	for path, t := range c.Paths {
		if t == nil {
			continue
		}
		a := [4]int{path / (n.A * n.Pairs()), path / n.Pairs() % n.A, path / n.A % n.A, path % n.A}
		m := t.Sum()
		if a[0] == a[2] {
			same += m / 2
		}
		if a[1] == a[3] {
			same += m / 2
		}
	}
	p, actions := same/c.mass, float64(n.A)
	mix := (1 - p) / (p*actions - 1) // p = (1 + c)/(1 + c|A|)
	if !(mix > 1e-9) && p > 0.5 {
		mix = 1e-9
	}
	if !(mix > 0) || mix > 1e9 {
		mix = math.Inf(1)
	}
	e, err := pomdp.NewExploration(n.A, mix)
	if err != nil {
		e, _ = pomdp.NewExploration(n.A, 1)
	}
	return e
}

// Finish makes the parameter vector x the estimate's answer: the model, its
// induced HMM, and the same parameters pair by pair in one order.
func (e *Estimate) Finish(l *params.Layout, x []float64, counts *Counts) bool {
	m, err := l.Model(e.Estimator, x, e.Options.Horizon, e.Options.RewardsOf(l.N.R))
	if err != nil {
		e.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "The parameters are not a POMDP: "+err.Error()+".").Ends())
		return false
	}
	n := e.Sizes
	hmm := pomdp.Induce(m, ExplorationOf(counts))
	e.Model, e.O, e.T, e.W = m, hmm.O, hmm.T, hmm.W
	e.OT = nil
	e.LabelByConstruction()
	e.Take(m.Pairs(pomdp.IdentityOrder(n)), e.Signed, e.Negative)
	return true
}

// LabelByConstruction gives column pair·|S| + j the label pair, whatever its
// entries say.
func (e *Estimate) LabelByConstruction() {
	e.Labels, _, _ = LabelActions(e.O, e.Sizes, e.Threshold())
	e.LabelsGiven, e.Columns = true, make([][]int, e.Sizes.Pairs())
	for c := range e.Labels {
		pair := c / e.Sizes.S
		e.Labels[c].Pair = pair
		e.Columns[pair] = append(e.Columns[pair], c)
	}
}

// oneOrder is φ for an estimate whose pairs all share one order of the states.
func oneOrder(est *Estimate, hmm *pomdp.InducedHMM) pomdp.Order {
	n := est.Sizes
	l := params.NewLayout(n)
	best := l.BestOrder(l.Vector(est.Model), l.Vector(hmm.Model))
	states := make([]int, n.S)
	for s, own := range best {
		states[own] = s
	}
	order := make(pomdp.Order, n.Pairs())
	for pair := range order {
		order[pair] = append([]int(nil), states...)
	}
	return order
}
