package why

import (
	"fmt"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp/figure"
)

// scalarInputs has what was put into a figure that stands alone, where its
// value has not told it already.
var scalarInputs = map[int]func(*explainer){
	Symbols:      func(x *explainer) { x.sizes("|A|", "|Z|", "|R|") },
	HiddenStates: func(x *explainer) { x.sizes("|A|", "|S|") },
	Cells:        func(x *explainer) { x.sizes("|A|", "|Z|", "|R|") },
	NeededError:  func(x *explainer) { x.sizes("|R|", "|Z|") },
	Threshold:    func(x *explainer) { x.sizes("|R|", "|Z|") },
	SigmaRatio: func(x *explainer) {
		x.precise("σ_k(P̂₁₂)", x.now.Spectrum.SigmaK())
		x.precise("σ_{k+1}(P̂₁₂)", x.now.Spectrum.SigmaNext())
	},
	NoiseRatio12: func(x *explainer) {
		x.overNoise("P̂₁₂", (*moments.Spectrum).SigmaK, x.now.Estimate.Noise.P12.Level)
	},
	NoiseRatio13: func(x *explainer) {
		x.overNoise("P̂₁₃", (*moments.Spectrum).SigmaK13, x.now.Estimate.Noise.P13.Level)
	},
	AgainstBound: func(x *explainer) {
		x.precise("RMSE", x.now.Estimate.Comparison.Parameters.RMSE)
		x.precise("Cramér–Rao limit", x.cramerRao())
	},
	Expected: func(x *explainer) {
		root := x.now.Plan.Tree.Nodes[0]
		if root.Pair >= 0 && x.now.Estimate != nil && x.now.Estimate.Parameters != nil {
			x.input("b̂ of the pair "+x.pair(root.Pair), vector(x.now.Estimate.Parameters.Initial[root.Pair]))
			x.input("β of the tree's root", vector(root.Beta))
		}
		x.ahead()
	},
	Worth: func(x *explainer) {
		x.input("b", vector(x.m.InitialBelief()))
		x.input("α of the tree's root", vector(x.now.Plan.Alpha[0]))
		x.ahead()
	},
	Optimum: func(x *explainer) {
		if o := x.s.Optimum(); len(o.Alpha) > 0 {
			x.input("b", vector(x.m.InitialBelief()))
			x.input("α of the best tree's root", vector(o.Alpha[0]))
		}
		x.ahead()
	},
	Regret: func(x *explainer) {
		x.input("V*, the optimum", x.s.Best().Text(figure.Value))
		x.earns("V, the learned policy in truth", x.now.Plan.ValueTrue)
		x.earns("what the plan expected of it", x.now.Plan.Value)
		x.learnedFrom()
		x.lemmaBound("Theorem 1, repaired", "V*", "Theorem 1, repaired, from the errors of this estimate")
	},
	LeafMass: (*explainer).ahead,
	Upper: func(x *explainer) {
		x.earns("value of the plan", x.now.Plan.Value)
		x.ahead()
	},
	ExploreWorth: func(x *explainer) {
		x.number("c of Π", x.s.Config().C)
		x.ahead()
	},
	PhaseCost: (*explainer).exploring,
	TotalRegret: func(x *explainer) {
		x.exploring()
		x.earns("V, the learned policy in truth", x.s.Claim().Exploit)
		x.learnedFrom()
	},
}

// sizes are the sizes of the model by their symbols.
func (x *explainer) sizes(symbols ...string) {
	of := map[string]int{"|A|": x.n.A, "|S|": x.n.S, "|Z|": x.n.Z, "|R|": x.n.R}
	for _, s := range symbols {
		x.input(s, fmt.Sprint(of[s]))
	}
}

func (x *explainer) precise(name string, v float64) { x.input(name, figure.Precise(v)) }
func (x *explainer) earns(name string, v float64)   { x.input(name, figure.Value(v)) }

func (x *explainer) overNoise(moment string, sigma func(*moments.Spectrum) float64, noise float64) {
	x.precise("σ_k("+moment+")", sigma(x.now.Estimate.Spectrum))
	x.precise("σ_k of noise alone", noise)
}

// ahead is how far a value looks.
func (x *explainer) ahead() {
	x.input("H", fmt.Sprint(x.m.Horizon()))
	x.number("γ", x.m.Discount())
}

// exploring is what phase 1 costs.
func (x *explainer) exploring() {
	c := x.s.Claim()
	x.input("N", figure.Count(x.now.N))
	x.input("V*, the optimum", c.Best.Text(figure.Value))
	x.earns("V of exploration", c.Explore)
}

// learnedFrom is what the plan was learned from, where it was learned.
func (x *explainer) learnedFrom() {
	if e := x.now.Estimate; e != nil {
		x.input("N that it was learned from", figure.Count(e.Episodes))
		x.input("estimator", e.Estimator)
	}
}

// vector writes a short vector in full and tells the length of a long one.
func vector(v []float64) string {
	const shown = 6
	var out []string
	for i, e := range v {
		if i == shown {
			out = append(out, fmt.Sprintf("… of %d", len(v)))
			break
		}
		out = append(out, figure.Precise(e))
	}
	return "(" + strings.Join(out, ", ") + ")"
}
