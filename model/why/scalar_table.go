package why

import (
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/planning"
)

const (
	aboutNoise  = "Counts of a law that has no structure have singular values too. What does not stand well above them cannot be told from noise, and nothing that is read off it can be trusted."
	aboutErrors = "Held against the truth, after the one assignment of columns to hidden states with the least squared distance in O."
	aboutMass   = "Estimates leave the simplex; normalising brings them back. The largest share of a distribution that was negative says how far they were out."
	aboutWorth  = "Values are exact: every branch of the policy tree is weighed by the true model, nothing is simulated."
	aboutN      = "The theorem promises a policy within ε of the best for this many episodes. It must hold for every model with the same constants, so it asks for far more than any one of them needs."
)

// scalarTable has a row for each figure that stands alone, by its number.
var scalarTable = [scalars]scalar{
	Episodes: {"N", "N, the episodes counted", "N = Σ #(x₁, x₂, x₃)", "Every episode of phase 1 gives one triple of symbols. Phase 2 counts none.",
		func(x *explainer) float64 { return x.now.N }, (*explainer).fromLastCount},
	Symbols: {"d", "d, the symbols of the induced HMM", "d = |A|²|Z||R|", "A symbol is an action, what was seen, what the next action earned, and that action (Lemma 1).",
		func(x *explainer) float64 { return float64(x.n.D()) }, ofModel},
	HiddenStates: {"k", "k, the hidden states of the induced HMM", "k = |A|²|S|", "A hidden state is two actions and the state between them (Lemma 1).",
		func(x *explainer) float64 { return float64(x.n.K()) }, ofModel},
	Cells: {"cells", "triples that can occur", "|A|⁴(|Z||R|)³: neighbouring symbols share an action", "All other entries of P̂₁₂₃ are 0 for good.",
		func(x *explainer) float64 { return float64(x.n.Cells()) }, ofModel},
	SigmaRatio: {"sigma-ratio", "σ_k over the next singular value", "σ_k(P̂₁₂)/σ_{k+1}(P̂₁₂)", aboutNoise,
		func(x *explainer) float64 {
			if x.now.Spectrum == nil {
				return math.NaN()
			}
			return x.now.Spectrum.SigmaK() / x.now.Spectrum.SigmaNext()
		}, (*explainer).fromLastCount},
	Noise12:      {"noise-12", "σ_k of noise alone, P̂₁₂", "the mean of σ_k over draws of noise alone", aboutNoise, noise(func(n *moments.Noise) float64 { return n.P12.Level }), at(model.BeatSpectrum)},
	Noise13:      {"noise-13", "σ_k of noise alone, P̂₁₃", "the mean of σ_k over draws of noise alone", aboutNoise, noise(func(n *moments.Noise) float64 { return n.P13.Level }), at(model.BeatSpectrum)},
	NoiseRatio12: {"over-noise-12", "σ_k(P̂₁₂) over noise", "σ_k(P̂₁₂)/noise", aboutNoise, overNoise((*moments.Spectrum).SigmaK, func(n *moments.Noise) float64 { return n.P12.Level }), at(model.BeatSpectrum)},
	NoiseRatio13: {"over-noise-13", "σ_k(P̂₁₃) over noise", "σ_k(P̂₁₃)/noise", aboutNoise, overNoise((*moments.Spectrum).SigmaK13, func(n *moments.Noise) float64 { return n.P13.Level }), at(model.BeatSpectrum)},
	Tried: {"rotations", "rotations Θ tried", "draws of Θ, uniform over the orthogonal matrices", "The setting rotations says how many.",
		shown(model.BeatEigen, func(e *experiment.Estimated) float64 { return float64(len(e.Rotations)) }), at(model.BeatEigen)},
	Real: {"real-rotations", "rotations with real eigenvalues", "Im λᵢ = 0 for all i", "Complex eigenvalues come in pairs; they say that two columns could not be told apart under this rotation.",
		shown(model.BeatEigen, realRotations), at(model.BeatEigen)},
	Gap: {"gap", "the best eigenvalue gap", "max over Θ of min |λᵢ − λⱼ| within a block", "The wider the gap, the less can noise mix two eigenvectors.",
		chosen(func(_ *experiment.Estimated, r moments.Rotation) float64 { return r.Gap }), at(model.BeatEigen)},
	GapError: {"gap-error", "standard error of the gap", "the gap's change under resampling noise of the counts", "A gap below some two standard errors could as well be none.",
		shown(model.BeatEigen, func(e *experiment.Estimated) float64 {
			if e.Eigen == nil {
				return math.NaN()
			}
			return e.Eigen.GapError
		}), at(model.BeatEigen)},
	Condition: {"condition", "cond(𝓡)", "‖𝓡‖₂‖𝓡⁻¹‖₂, columns of unit length, the worst block", "How much an error of B can grow on its way into the columns.",
		chosen(func(_ *experiment.Estimated, r moments.Rotation) float64 { return r.Cond }), at(model.BeatEigen)},
	Imaginary: {"imaginary", "the largest imaginary part", "max |Im λᵢ| of the chosen rotation", "0 unless noise made two real eigenvalues a complex pair.",
		chosen(func(_ *experiment.Estimated, r moments.Rotation) float64 { return r.MaxImaginary }), at(model.BeatEigen)},
	ErrorMax:    {"error-max", "‖Ô − O‖_max", "the largest |Ô[x, h] − O[x, h]|", aboutErrors, compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.OMax }), at(model.BeatColumns)},
	ErrorO:      {"error-O", "‖Ô − O‖₂", "the spectral norm", aboutErrors, compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.O2 }), at(model.BeatColumns)},
	ErrorT:      {"error-T", "‖T̂ − T‖₂", "the spectral norm", aboutErrors, compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.T2 }), at(model.BeatColumns)},
	ErrorW:      {"error-w", "‖ŵ − w‖₂", "the Euclidean norm", aboutErrors, compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.W2 }), at(model.BeatColumns)},
	NeededError: {"error-allowed", "the error up to which labels are right", "1/(3|R||Z|) (Lemma 3)", "A true column reaches 1/(|Z||R|) in its own pair's rows and is 0 elsewhere; two thirds of that tell them apart if no entry is off by more than one third.", func(x *explainer) float64 { return 1 / (3 * float64(x.n.Outcomes())) }, ofModel},
	Threshold: {"threshold", "the threshold of a label", "2/(3|R||Z|) (LabelActions, Algorithm 2; Lemma 3)", "A column is labelled by the pair of its largest entry, if that reaches the threshold.",
		shown(model.BeatLabels, func(e *experiment.Estimated) float64 { return e.Threshold() }), at(model.BeatLabels)},
	Labelled: {"labelled", "columns that got a label", "columns with an entry ≥ the threshold", "Every pair of actions needs |S| columns: one less and its parameters cannot be read off.",
		shown(model.BeatLabels, func(e *experiment.Estimated) float64 {
			return float64(len(e.Labels) - len(slices.DeleteFunc(slices.Clone(e.Labels), func(l moments.Label) bool { return l.Pair >= 0 })))
		}), at(model.BeatLabels)},
	LabelledRight:      {"labelled-right", "columns with the right label", "label = the pair of the hidden state that the column stands for", aboutErrors, compared(model.BeatLabels, func(c *moments.Comparison) float64 { return float64(c.LabelsRight) }), at(model.BeatLabels)},
	WorstInitial:       {"error-b", "largest error of a belief b̂", "max |b̂(s) − b(s)| over the pairs", aboutErrors, offBy(func(p *moments.ParameterErrors) float64 { return p.Initial }), at(model.BeatParameters)},
	WorstTransition:    {"error-transition", "largest error of a transition", "max |p̂(s′|s,a) − p(s′|s,a)| over the pairs", aboutErrors, offBy(func(p *moments.ParameterErrors) float64 { return p.Transition }), at(model.BeatParameters)},
	WorstObservation:   {"error-observation", "largest error of an observation", "max |p̂(z|a,s) − p(z|a,s)| over the pairs", aboutErrors, offBy(func(p *moments.ParameterErrors) float64 { return p.Observation }), at(model.BeatParameters)},
	WorstReward:        {"error-reward", "largest error of a reward", "max |p̂(r|s,a) − p(r|s,a)| over the pairs", aboutErrors, offBy(func(p *moments.ParameterErrors) float64 { return p.Reward }), at(model.BeatParameters)},
	RemovedInitial:     {"removed-b", "negative mass of b̂", "Σ max(−x, 0)/Σ|x|, the worst pair", aboutMass, removed(func(m *moments.NegativeMass) []float64 { return m.Initial }), at(model.BeatParameters)},
	RemovedTransition:  {"removed-transition", "negative mass of T̂", "Σ max(−x, 0)/Σ|x|, the worst pair", aboutMass, removed(func(m *moments.NegativeMass) []float64 { return slices.Concat(m.Transition...) }), at(model.BeatParameters)},
	RemovedObservation: {"removed-observation", "negative mass of Ẑ", "Σ max(−x, 0)/Σ|x|, the worst pair", aboutMass, removed(func(m *moments.NegativeMass) []float64 { return m.Observation }), at(model.BeatParameters)},
	RemovedReward:      {"removed-reward", "negative mass of R̂", "Σ max(−x, 0)/Σ|x|, the worst pair", aboutMass, removed(func(m *moments.NegativeMass) []float64 { return m.Reward }), at(model.BeatParameters)},
	RMSE: {"rmse", "RMSE of the parameters", "RMSE² = mean of (p̂ − p)² over all entries of b, T_a, Z_a, R_a", aboutErrors,
		offBy(func(p *moments.ParameterErrors) float64 { return p.RMSE }), at(model.BeatParameters)},
	CramerRao: {"cramer-rao", "the Cramér–Rao limit", "√(mean diag(G J⁻¹ Gᵀ)/N), J the Fisher information of one episode", "No unbiased estimate from N episodes has a smaller error.",
		(*explainer).cramerRao, (*explainer).fromLastCount},
	AgainstBound: {"times-limit", "the RMSE over the Cramér–Rao limit", "RMSE / Cramér–Rao", "1 would be all the information that the episodes hold.",
		againstBound, at(model.BeatParameters)},
	Expected: {"expected", "what the plan expects to earn", "max b̂·β over the pairs (FindPolicy, Algorithm 3)", "By the learned parameters, not by the true ones.", planned(func(_ *explainer, p *experiment.Planned) float64 { return p.Value }), (*explainer).fromPolicy},
	Worth:    {"worth", "what the policy earns in truth", "V = b·α of the chosen tree", aboutWorth, planned(func(_ *explainer, p *experiment.Planned) float64 { return p.ValueTrue }), (*explainer).fromPolicy},
	Optimum:  {"optimum", "what an optimal policy earns", "V* = max over policy trees of b·α", aboutWorth, certain(func(x *explainer) planning.Span { return x.s.Best() }), ofModel},
	Regret: {"regret", "regret of the policy", "V* − V", aboutWorth, planned(func(x *explainer, _ *experiment.Planned) float64 {
		return certain(func(x *explainer) planning.Span { return x.s.Regret() })(x)
	}), (*explainer).fromPolicy},
	LeafMass:     {"leaf-mass", "mass at the leaves", "Σ over the leaves of their weight by the learned parameters", "1 where all pairs agree on one POMDP: how far it is from 1 says how far they do not.", planned(func(_ *explainer, p *experiment.Planned) float64 { return p.Mass }), (*explainer).fromPolicy},
	Upper:        {"upper", "certified upper bound", "the planner's upper bound on V*", "No policy is worth more, on the parameters that were planned with.", planned(func(_ *explainer, p *experiment.Planned) float64 { return p.Upper }), (*explainer).fromPolicy},
	ExploreWorth: {"explore-worth", "what an episode of phase 1 earns", "E[Σ γᵗ⁻¹ r_t] under exploration", aboutWorth, func(x *explainer) float64 { return x.s.Claim().Explore }, ofModel},
	Earned1: {"earned", "earned in this episode so far", "Σ γᵗ⁻¹ r_t", "The rewards of the episode under way, up to this beat.",
		func(x *explainer) float64 {
			if !x.now.Phase2() || x.now.Episode == nil {
				return math.NaN()
			}
			return x.now.Earned
		}, func(x *explainer) { x.fromEpisode(x.now.Beat.Kind, x.now.Beat.T) }},
	PhaseCost: {"exploring-cost", "what exploring has cost", "N (V* − V of exploration)", "The regret of phase 1 grows with every episode: the price of what was learned.",
		certain(func(x *explainer) planning.Span { return x.s.Claim().Exploring(x.now.N) }), (*explainer).fromLastCount},
	TotalRegret: {"total-regret", "regret after ten times N episodes", "N (V* − V of exploration) + 9N (V* − V)", "Phase 1 and nine times as many episodes of phase 2 after it.",
		certain(func(x *explainer) planning.Span { return x.s.Claim().AfterTen(x.now.N) }), (*explainer).fromLastCount},
	PrintedN:  {"theorem-printed", "Theorem 1's N, as printed", "see the inputs", aboutN, asked(func(e bounds.Episodes) bounds.Count { return e.Printed }), ofModel},
	AppendixN: {"theorem-appendix", "Theorem 1's N, as the appendix ends", "see the inputs", aboutN, asked(func(e bounds.Episodes) bounds.Count { return e.Appendix }), ofModel},
	ChainedN:  {"theorem-chained", "Theorem 1's N, lemma by lemma", "see the inputs", aboutN, asked(func(e bounds.Episodes) bounds.Count { return e.Chained }), ofModel},
	Iterations: {"iterations", "iterations of the ascent", "until the log-likelihood gains no more", "Each step raises the likelihood of the counts.",
		likelihood(func(l *moments.Likelihood) float64 { return float64(len(l.Trace) - 1) }), at(model.BeatLikelihood)},
	Gained: {"gained", "log-likelihood gained", "log L at the end − log L at the start", "How much better the model explains the counts than where the ascent began.",
		likelihood(func(l *moments.Likelihood) float64 { return l.Last() - l.Trace[0] }), at(model.BeatLikelihood)},
	Deficit: {"deficit", "log-likelihood below the saturated model's", "log L of each cell's own frequency − log L", "A model with a parameter for every cell fits best; sampling alone makes some difference.",
		likelihood(func(l *moments.Likelihood) float64 { return -l.Last() }), at(model.BeatLikelihood)},
}

func againstBound(x *explainer) float64 {
	return offBy(func(p *moments.ParameterErrors) float64 { return p.RMSE })(x) / x.cramerRao()
}

func noise(read func(*moments.Noise) float64) func(*explainer) float64 {
	return shown(model.BeatSpectrum, func(e *experiment.Estimated) float64 {
		if e.Noise == nil {
			return math.NaN()
		}
		return read(e.Noise)
	})
}

func overNoise(sigma func(*moments.Spectrum) float64, floor func(*moments.Noise) float64) func(*explainer) float64 {
	return shown(model.BeatSpectrum, func(e *experiment.Estimated) float64 {
		if e.Noise == nil || e.Spectrum == nil {
			return math.NaN()
		}
		return sigma(e.Spectrum) / floor(e.Noise)
	})
}

func realRotations(e *experiment.Estimated) float64 {
	real := 0
	for _, r := range e.Rotations {
		if r.Real() {
			real++
		}
	}
	return float64(real)
}

func likelihood(read func(*moments.Likelihood) float64) func(*explainer) float64 {
	return shown(model.BeatLikelihood, func(e *experiment.Estimated) float64 {
		if e.Likelihood == nil {
			return math.NaN()
		}
		return read(e.Likelihood)
	})
}

// scalarNames are the names of the figures that stand alone, for their paths.
func scalarNames() []string {
	names := make([]string, scalars)
	for i, f := range scalarTable {
		names[i] = f.name
	}
	return names
}
