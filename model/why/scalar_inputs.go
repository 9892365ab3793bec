package why

import (
	"fmt"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp/figure"
)

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

// tests adds what says how many directions were taken.
func (x *explainer) tests() {
	if t := x.now.Estimate.Tests; t != nil {
		x.input("directions taken", fmt.Sprint(t.Taken))
		x.precise("what chance makes of one at most", t.Noise.Limit)
	}
}

// ahead adds the horizon and the discount that a value is for.
func (x *explainer) ahead() {
	x.input("H", fmt.Sprint(x.m.Horizon()))
	x.number("γ", x.m.Discount())
}

// exploring adds what the cost of phase 1 is computed from.
func (x *explainer) exploring() {
	c := x.s.Claim()
	x.input("N", figure.Count(x.now.N))
	x.input("V*, the optimum", c.Best.Text(figure.Value))
	x.earns("V of exploration", c.Explore)
}

// dearest adds the decisions that cost most, each with its share of the regret.
func (x *explainer) dearest() {
	const few = 3
	r := x.s.RegretByStep()
	if r == nil {
		return
	}
	for _, d := range r.Decisions[:min(len(r.Decisions), few)] {
		x.number(fmt.Sprintf("step %d, %s where %s is best", d.Step+1, x.m.ActionName(d.Action), x.m.ActionName(d.Best)), d.Cost*d.Probability)
	}
}

// learnedFrom adds N and the estimator of the newest estimate, if there is one.
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
