package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/planning"
)

const aboutWorth = "Values are exact: every branch of the policy tree is weighed by the true model, nothing is simulated."

// planned are what the newest plan came to.
func planned() []Quantity {
	level := func(of func(p *experiment.Planned, t int) float64) reading {
		return exactly(func(_ model.Session, n *model.Now) float64 {
			if n.Plan == nil || min(n.Level, len(n.Plan.Levels)) < 1 {
				return math.NaN()
			}
			return of(n.Plan, min(n.Level, len(n.Plan.Levels)))
		})
	}
	return []Quantity{
		{Name: "level", Is: "the t of the Γ_t shown last", Count: true, Read: level(func(_ *experiment.Planned, t int) float64 { return float64(t) })},
		{Name: "vectors", Is: "how many β-vectors Γ_t keeps over all pairs", Count: true, Read: level(func(p *experiment.Planned, t int) float64 {
			if kept := model.Kept(p.Levels[t-1]); kept >= 0 {
				return float64(kept)
			}
			return math.NaN()
		})},
		{Name: "value", Value: true, Symbol: "V̂, expected", Is: "what the plan expects to earn", Formula: "max b̂·β over the pairs (FindPolicy, Algorithm 3); without states, the tree's own sum of p̂·r", Matters: "By the learned parameters, not by the true ones.",
			Read: whole(func(_ model.Session, p *experiment.Planned) planning.Span { return planning.Exactly(p.Value) })},
		{Name: "value_true", Value: true, Symbol: "V of the tree", Is: "what the policy earns in truth", Formula: "V = b·α of the chosen tree", Matters: aboutWorth,
			Read: whole(func(_ model.Session, p *experiment.Planned) planning.Span { return planning.Exactly(p.ValueTrue) })},
		{Name: "optimal", Value: true, Symbol: "V*", Is: "what an optimal policy earns", Formula: "V* = max over policy trees of b·α", Matters: aboutWorth,
			Read: func(s model.Session, _ *model.Now) planning.Span { return s.Best() }},
		{Name: "regret", Is: "regret of the policy", Formula: "V* − V", Matters: aboutWorth, Upper: true,
			Read: whole(func(s model.Session, _ *experiment.Planned) planning.Span { return s.Regret() })},
		{Name: "mass", Value: true, Is: "mass at the leaves", Formula: "Σ over the leaves of their weight by the learned parameters", Matters: "1 where all pairs agree on one POMDP: how far it is from 1 says how far they do not.",
			Read: whole(func(_ model.Session, p *experiment.Planned) planning.Span { return planning.Exactly(p.Mass) })},
		{Name: "upper", Value: true, Detail: true, Is: "certified upper bound", Formula: "the planner's upper bound on V*", Matters: "No policy is worth more, on the parameters that were planned with.",
			Read: whole(func(_ model.Session, p *experiment.Planned) planning.Span { return planning.Exactly(p.Upper) })},
	}
}

// whole reads a plan once its last beat was shown.
func whole(read func(s model.Session, p *experiment.Planned) planning.Span) reading {
	return func(s model.Session, n *model.Now) planning.Span {
		if n.Plan == nil || n.Level <= n.Plan.Horizon {
			return unknown
		}
		return read(s, n.Plan)
	}
}
