package watch

import (
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
)

// plan declares a figure of the plan at the cursor.
func plan(name, does string, of func(s model.Session, n *model.Now, p *experiment.Planned) float64) figureOf {
	return number(name, does, func(s model.Session, n *model.Now) float64 {
		if n.Plan == nil {
			return math.NaN()
		}
		return of(s, n, n.Plan)
	})
}

// whole is a figure that a plan has once its last beat was shown.
func whole(of func(s model.Session, p *experiment.Planned) float64) func(model.Session, *model.Now, *experiment.Planned) float64 {
	return func(s model.Session, n *model.Now, p *experiment.Planned) float64 {
		if n.Level <= p.Horizon {
			return math.NaN()
		}
		return of(s, p)
	}
}

// level is a figure of the Γ_t shown last.
func level(of func(p *experiment.Planned, t int) float64) func(model.Session, *model.Now, *experiment.Planned) float64 {
	return func(_ model.Session, n *model.Now, p *experiment.Planned) float64 {
		if t := min(n.Level, len(p.Levels)); t >= 1 {
			return of(p, t)
		}
		return math.NaN()
	}
}

// planned are the names of what a plan came to.
func planned() []figureOf {
	return []figureOf{
		plan("level", "the t of the Γ_t shown last", level(func(_ *experiment.Planned, t int) float64 { return float64(t) })),
		plan("vectors", "how many β-vectors Γ_t keeps over all pairs", level(func(p *experiment.Planned, t int) float64 {
			if kept := model.Kept(p.Levels[t-1]); kept >= 0 {
				return float64(kept)
			}
			return math.NaN()
		})),
		{Name{Name: "enumerated", Kind: Number, Does: "how many β-vectors the paper's definition gives each pair's Γ_t"}, enumerated},
		plan("value", "b̂·β, what FindPolicy expects of its policy", whole(func(_ model.Session, p *experiment.Planned) float64 { return p.Value })),
		plan("value_true", "what that policy is worth on the true POMDP", whole(func(_ model.Session, p *experiment.Planned) float64 { return p.ValueTrue })),
		number("optimal", "V*, what an optimal policy is worth", func(s model.Session, _ *model.Now) float64 {
			if best := s.Optimum(); best != nil {
				return best.Value
			}
			return math.NaN()
		}),
		plan("regret", "V* − V of the learned policy, at most", whole(func(s model.Session, _ *experiment.Planned) float64 { return s.Regret().High })),
		plan("mass", "the mass of the learned tree's branches, 1 for parameters that agree", whole(func(_ model.Session, p *experiment.Planned) float64 { return p.Mass })),
	}
}

func enumerated(_ model.Session, n *model.Now, _ []Value) Value {
	if n.Plan == nil || n.Level < 1 {
		return Unknown(Number)
	}
	l := n.Plan.Levels[min(n.Level, len(n.Plan.Levels))-1]
	v := Of(math.Pow(10, l.Enumerated.Log10))
	v.Text = l.Enumerated.String()
	return v
}
