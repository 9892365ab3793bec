package why

import (
	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
)

// scalarTable has a row for each figure that stands alone, indexed by its constant
// (Episodes and those after it).
var scalarTable = [scalars]scalar{
	Episodes:     {name: "N", origin: (*explainer).fromLastCount},
	Symbols:      {name: "d", origin: ofModel, inputs: func(x *explainer) { x.sizes("|A|", "|Z|", "|R|") }},
	HiddenStates: {name: "k", origin: ofModel, inputs: func(x *explainer) { x.sizes("|A|", "|S|") }},
	Cells:        {name: "cells", origin: ofModel, inputs: func(x *explainer) { x.sizes("|A|", "|Z|", "|R|") }},
	SigmaRatio: {name: "sigma_ratio", origin: (*explainer).fromLastCount, inputs: func(x *explainer) {
		x.precise("σ_k(P̂₁₂)", x.now.Spectrum().SigmaK())
		x.precise("σ_{k+1}(P̂₁₂)", x.now.Spectrum().SigmaNext())
	}},
	Noise12:      {name: "noise", origin: at(model.BeatSpectrum), value: noise(func(n *moments.Noise) float64 { return n.P12.Level })},
	Noise13:      {name: "noise13", origin: at(model.BeatSpectrum), value: noise(func(n *moments.Noise) float64 { return n.P13.Level })},
	NoiseLimit12: {name: "noise_limit", origin: at(model.BeatSpectrum), value: noise(func(n *moments.Noise) float64 { return n.P12.Limit })},
	NoiseLimit13: {name: "noise_limit13", origin: at(model.BeatSpectrum), value: noise(func(n *moments.Noise) float64 { return n.P13.Limit })},
	TestsSigma:   {name: "tests_sigma", origin: at(model.BeatOperators), inputs: (*explainer).tests},
	TestsLimit:   {name: "tests_limit", origin: at(model.BeatOperators)},
	Closure:      {name: "closure", origin: at(model.BeatOperators), inputs: (*explainer).tests},
	NoiseRatio12: {name: "over_noise", origin: at(model.BeatSpectrum), inputs: func(x *explainer) {
		x.overNoise("P̂₁₂", (*moments.Spectrum).SigmaK, x.now.Estimate.Noise.P12.Level)
	}},
	NoiseRatio13: {name: "over_noise13", origin: at(model.BeatSpectrum), inputs: func(x *explainer) {
		x.overNoise("P̂₁₃", (*moments.Spectrum).SigmaK13, x.now.Estimate.Noise.P13.Level)
	}},
	Tried:              {name: "rotations", origin: at(model.BeatEigen)},
	Real:               {name: "real_rotations", origin: at(model.BeatEigen)},
	Gap:                {name: "gap", origin: at(model.BeatEigen)},
	GapError:           {name: "gap_error", origin: at(model.BeatEigen)},
	Condition:          {name: "cond", origin: at(model.BeatEigen)},
	Imaginary:          {name: "imaginary", origin: at(model.BeatEigen)},
	ErrorMax:           {name: "O_max", origin: at(model.BeatColumns), inputs: (*explainer).worstEntry},
	ErrorO:             {name: "error_O", origin: at(model.BeatColumns)},
	ErrorT:             {name: "error_T", origin: at(model.BeatColumns)},
	ErrorW:             {name: "error_w", origin: at(model.BeatColumns)},
	NeededError:        {name: "error_allowed", origin: ofModel, inputs: func(x *explainer) { x.sizes("|R|", "|Z|") }},
	Threshold:          {name: "threshold", origin: at(model.BeatLabels), inputs: func(x *explainer) { x.sizes("|R|", "|Z|") }},
	Labelled:           {name: "labels", origin: at(model.BeatLabels)},
	LabelledRight:      {name: "labels_right", origin: at(model.BeatLabels)},
	WorstInitial:       {name: "error_b", origin: at(model.BeatParameters)},
	WorstTransition:    {name: "error_transition", origin: at(model.BeatParameters)},
	WorstObservation:   {name: "error_observation", origin: at(model.BeatParameters)},
	WorstReward:        {name: "error_reward", origin: at(model.BeatParameters)},
	RemovedInitial:     {name: "removed_b", origin: at(model.BeatParameters)},
	RemovedTransition:  {name: "removed_transition", origin: at(model.BeatParameters)},
	RemovedObservation: {name: "removed_observation", origin: at(model.BeatParameters)},
	RemovedReward:      {name: "removed_reward", origin: at(model.BeatParameters)},
	RMSE:               {name: "rmse", origin: at(model.BeatParameters)},
	CramerRao:          {name: "cramer_rao", origin: (*explainer).fromLastCount},
	CramerRaoNow:       {name: "cramer_rao_now", origin: (*explainer).fromLastCount},
	AgainstBound: {name: "times_bound", origin: at(model.BeatParameters), inputs: func(x *explainer) {
		x.precise("RMSE", x.now.Estimate.Comparison.Parameters.RMSE)
		x.precise("Cramér–Rao limit", x.s.Information().RMSE(x.now.Estimate.Episodes))
	}},
	Expected: {name: "value", origin: (*explainer).fromPolicy, inputs: func(x *explainer) {
		root := x.now.Plan.Tree.Nodes[0]
		if root.Pair >= 0 && x.now.Estimate != nil && x.now.Estimate.Parameters != nil {
			x.input("b̂ of the pair "+x.pair(root.Pair), vector(x.now.Estimate.Parameters.Initial[root.Pair]))
			x.input("β of the tree's root", vector(root.Beta))
			for pair, value := range x.now.Plan.Starts {
				if pair != root.Pair {
					x.input("best b̂·β of the pair "+x.pair(pair), figure.Value(value))
				}
			}
		}
		x.ahead()
	}},
	Worth: {name: "value_true", origin: (*explainer).fromPolicy, inputs: func(x *explainer) {
		x.input("b", vector(x.m.InitialBelief()))
		x.input("α of the tree's root", vector(x.now.Plan.Alpha[0]))
		x.ahead()
	}},
	Optimum: {name: "optimal", origin: ofModel, inputs: func(x *explainer) {
		if o := x.s.Optimum(); len(o.Alpha) > 0 {
			x.input("b", vector(x.m.InitialBelief()))
			x.input("α of the best tree's root", vector(o.Alpha[0]))
		}
		x.ahead()
	}},
	Regret: {name: "regret", origin: (*explainer).fromPolicy, inputs: func(x *explainer) {
		x.input("V*, the optimum", x.s.Best().Text(figure.Value))
		x.earns("V, the learned policy in truth", x.now.Plan.ValueTrue)
		x.earns("what the plan expected of it", x.now.Plan.Value)
		x.dearest()
		x.learnedFrom()
		x.lemmaBound("Theorem 1, repaired", "V*", "Theorem 1, repaired, from the errors of this estimate")
	}},
	LeafMass: {name: "mass", origin: (*explainer).fromPolicy, inputs: (*explainer).ahead},
	Upper: {name: "upper", origin: (*explainer).fromPolicy, inputs: func(x *explainer) {
		x.earns("value of the plan", x.now.Plan.Value)
		x.ahead()
	}},
	ExploreWorth: {name: "explore_value", origin: ofModel, inputs: func(x *explainer) {
		x.number("c of Π", x.s.Config().C)
		x.ahead()
	}},
	Steady: {name: "steady", origin: ofModel, inputs: func(x *explainer) {
		x.input("V*, the optimum", x.s.Best().Text(figure.Value))
		x.ahead()
	}},
	WithoutMemory: {name: "no_memory", origin: ofModel, inputs: func(x *explainer) {
		x.input("V*, the optimum", x.s.Best().Text(figure.Value))
		x.ahead()
	}},
	Earned1:   {name: "earned", origin: func(x *explainer) { x.fromEpisode(x.now.Beat.Kind, x.now.Beat.T) }},
	PhaseCost: {name: "exploring_cost", origin: (*explainer).fromLastCount, inputs: (*explainer).exploring},
	TotalRegret: {name: "total_regret", origin: (*explainer).fromLastCount, inputs: func(x *explainer) {
		x.exploring()
		x.earns("V, the learned policy in truth", x.s.Claim().Exploit)
		x.learnedFrom()
	}},
	PrintedN:      {name: "printed_N", origin: ofModel, value: asked(func(e bounds.Episodes) bounds.Count { return e.Printed })},
	AppendixN:     {name: "appendix_N", origin: ofModel, value: asked(func(e bounds.Episodes) bounds.Count { return e.Appendix })},
	ChainedN:      {name: "theorem_N", origin: ofModel, value: asked(func(e bounds.Episodes) bounds.Count { return e.Chained })},
	Iterations:    {name: "iterations", origin: at(model.BeatLikelihood)},
	Gained:        {name: "gained", origin: at(model.BeatLikelihood)},
	Deficit:       {name: "deficit", origin: at(model.BeatLikelihood)},
	LogLikelihood: {name: "log_likelihood", origin: at(model.BeatLikelihood)},
	Misfit:        {name: "misfit", origin: at(model.BeatLikelihood)},
}

// noise reads the noise in the counts that the newest estimate was made from. Its stages
// show that noise even when more has been counted since.
func noise(read func(*moments.Noise) float64) func(*explainer) float64 {
	return func(x *explainer) float64 { return quantity.Noise(x.now, read) }
}

// scalarNames are the names of the quantities that stand alone, for their paths.
func scalarNames() []string {
	names := make([]string, scalars)
	for i, f := range scalarTable {
		names[i] = f.name
	}
	return names
}

// formerNames are what some quantities were called in paths of older sessions,
// which wrote a hyphen for each underscore besides.
var formerNames = map[string]string{
	"noise-12": "noise", "noise-13": "noise13", "over-noise-12": "over_noise", "over-noise-13": "over_noise13", "condition": "cond",
	"error-max": "O_max", "labelled": "labels", "labelled-right": "labels_right", "times-limit": "times_bound", "expected": "value",
	"worth": "value_true", "optimum": "optimal", "leaf-mass": "mass", "explore-worth": "explore_value",
	"theorem-printed": "printed_N", "theorem-appendix": "appendix_N", "theorem-chained": "theorem_N",
}
