package quantity

import (
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp"
)

const (
	aboutErrors = "Held against the truth, after the one assignment of columns to hidden states with the least squared distance in O."
	aboutMass   = "Estimates leave the simplex; normalising brings them back. The largest share of a distribution that was negative says how far they were out."
)

// estimated are what the newest estimate came to, each once the cursor has reached
// the stage that shows it.
func estimated() []Quantity {
	return slices.Concat(spectra(), eigenvalues(), columns(), parameters())
}

func spectra() []Quantity {
	noise := func(name, is, formula string, detail bool, of func(*moments.Noise) float64) Quantity {
		return Quantity{Name: name, Is: is, Formula: formula, Matters: aboutNoise, Detail: detail,
			// Unknown once more episodes are counted: σ_k then belongs to other counts.
			Read: exactly(func(s model.Session, n *model.Now) float64 {
				if n.Stale {
					return math.NaN()
				}
				return Noise(n, of)
			})}
	}
	over := func(name, is, formula string, sigma func(*moments.Spectrum) float64, of func(*moments.Noise) float64) Quantity {
		return Quantity{Name: name, Detail: true, Is: is, Formula: formula, Matters: aboutNoise,
			Read: exactly(func(_ model.Session, n *model.Now) float64 {
				if n.Estimate == nil || n.Estimate.Spectrum == nil {
					return math.NaN()
				}
				return sigma(n.Estimate.Spectrum) / Noise(n, of)
			})}
	}
	const typical = "the mean of σ_k over draws of noise alone"
	const rare = "mean + t·deviation of σ_k over draws of noise alone, t Student's for 1 in 40"
	p12, p13 := func(n *moments.Noise) float64 { return n.P12.Level }, func(n *moments.Noise) float64 { return n.P13.Level }
	return []Quantity{
		noise("noise", "what σ_k(P̂₁₂) would be from noise alone", typical, false, p12),
		noise("noise13", "what σ_k(P̂₁₃) would be from noise alone", typical, false, p13),
		noise("noise_limit", "what noise alone makes of σ_k(P̂₁₂) at most, but in 1 of 40 samples", rare, true, func(n *moments.Noise) float64 { return n.P12.Limit }),
		noise("noise_limit13", "what noise alone makes of σ_k(P̂₁₃) at most, but in 1 of 40 samples", rare, true, func(n *moments.Noise) float64 { return n.P13.Limit }),
		over("over_noise", "σ_k(P̂₁₂) over noise", "σ_k(P̂₁₂)/noise", (*moments.Spectrum).SigmaK, p12),
		over("over_noise13", "σ_k(P̂₁₃) over noise", "σ_k(P̂₁₃)/noise", (*moments.Spectrum).SigmaK13, p13),
	}
}

// Noise reads the noise in the counts that the newest estimate was made from.
func Noise(n *model.Now, of func(*moments.Noise) float64) float64 {
	if n.Estimate == nil || n.Estimate.Noise == nil || n.Shown < model.BeatSpectrum {
		return math.NaN()
	}
	return of(n.Estimate.Noise)
}

func eigenvalues() []Quantity {
	rotation := func(of func(moments.Rotation) float64) reading {
		return shown(model.BeatEigen, func(_ model.Session, e *experiment.Estimated) float64 {
			if e.Eigen == nil {
				return math.NaN()
			}
			return of(e.Eigen.Used)
		})
	}
	return []Quantity{
		{Name: "rotations", Is: "rotations Θ tried", Formula: "draws of Θ, uniform over the orthogonal matrices", Matters: "The setting rotations says how many.", Count: true,
			Read: shown(model.BeatEigen, func(_ model.Session, e *experiment.Estimated) float64 {
				if e.Rotations == nil {
					return math.NaN()
				}
				return float64(len(e.Rotations))
			})},
		{Name: "real_rotations", Detail: true, Is: "rotations with real eigenvalues", Formula: "Im λᵢ = 0 for all i", Matters: "Complex eigenvalues come in pairs; they say that two columns could not be told apart under this rotation.", Count: true,
			Read: shown(model.BeatEigen, func(_ model.Session, e *experiment.Estimated) float64 {
				return float64(len(slices.DeleteFunc(slices.Clone(e.Rotations), func(r moments.Rotation) bool { return !r.Real() })))
			})},
		{Name: "gap", Is: "the best eigenvalue gap", Formula: "max over Θ of min |λᵢ − λⱼ| within a block; blocked draws Θ for each block", Matters: "The wider the gap, the less can noise mix two eigenvectors.",
			Read: rotation(func(r moments.Rotation) float64 { return r.Gap })},
		{Name: "gap_error", Detail: true, Is: "standard error of the gap", Formula: "the gap's change under resampling noise of the counts", Matters: "A gap below some two standard errors could as well be none.",
			Read: shown(model.BeatEigen, func(_ model.Session, e *experiment.Estimated) float64 {
				if e.Eigen == nil {
					return math.NaN()
				}
				return e.Eigen.GapError
			})},
		{Name: "cond", Is: "cond(R) of the eigenvectors", Formula: "‖R‖₂‖R⁻¹‖₂, columns of unit length, the worst block", Matters: "How much an error of B can grow on its way into the columns.",
			Read: rotation(func(r moments.Rotation) float64 { return r.Cond })},
		{Name: "imaginary", Is: "the largest imaginary part of an eigenvalue", Formula: "max |Im λᵢ| of the chosen rotation", Matters: "0 unless noise made two real eigenvalues a complex pair.",
			Read: rotation(func(r moments.Rotation) float64 { return r.MaxImaginary })},
	}
}

func columns() []Quantity {
	return []Quantity{
		{Name: "O_max", Symbol: "‖Ô−O‖_max", Is: "‖Ô − O‖_max", Formula: "the largest |Ô[x, h] − O[x, h]|", Matters: aboutErrors,
			Read: compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.OMax })},
		{Name: "error_O", Detail: true, Is: "‖Ô − O‖₂", Formula: "the spectral norm", Matters: aboutErrors, Read: compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.O2 })},
		{Name: "error_T", Detail: true, Is: "‖T̂ − T‖₂", Formula: "the spectral norm", Matters: aboutErrors, Read: compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.T2 })},
		{Name: "error_w", Detail: true, Is: "‖ŵ − w‖₂", Formula: "the Euclidean norm", Matters: aboutErrors, Read: compared(model.BeatColumns, func(c *moments.Comparison) float64 { return c.W2 })},
		{Name: "error_allowed", Detail: true, Is: "the error up to which labels are right", Formula: "1/(3|R||Z|) (Lemma 3)",
			Matters: "A true column reaches 1/(|Z||R|) in its own pair's rows and is 0 elsewhere; two thirds of that tell them apart if no entry is off by more than one third.",
			Read:    constant(func(s model.Session) float64 { return 1 / (3 * float64(s.Config().Model.Sizes().Outcomes())) })},
		{Name: "threshold", Is: "the threshold of a label", Formula: "the setting threshold/(|R||Z|); by the paper 2/(3|R||Z|) (LabelActions, Algorithm 2; Lemma 3)", Matters: "A column is labelled by the pair of its largest entry, if that reaches the threshold.",
			Read: exactly(func(s model.Session, n *model.Now) float64 {
				if e := n.Estimate; e != nil && n.Shown >= model.BeatLabels {
					return e.Threshold()
				}
				return s.Config().Estimator.Threshold / float64(s.Config().Model.Sizes().Outcomes())
			})},
		{Name: "labels", Is: "columns that got a label", Formula: "columns with an entry ≥ the threshold", Matters: "Every pair of actions needs |S| columns: one less and its parameters cannot be read off.", Count: true,
			Read: shown(model.BeatLabels, func(_ model.Session, e *experiment.Estimated) float64 {
				return float64(e.Labelling(e.Comparison).Labelled)
			})},
		{Name: "labels_right", Symbol: "labels right", Is: "columns with the right label", Formula: "label = the pair of the hidden state that the column stands for", Matters: aboutErrors, Count: true,
			Read: compared(model.BeatLabels, func(c *moments.Comparison) float64 { return float64(c.LabelsRight) })},
		{Name: "orders", Is: "in how many different orders the pairs' states came back", Matters: "Plans may mix states of different pairs; β-vectors are what puts their orders right.", Count: true,
			Read: shown(model.BeatLabels, func(_ model.Session, e *experiment.Estimated) float64 {
				switch {
				case e.Orders != nil:
					return float64(pomdp.Order(e.Orders).Different())
				case e.Comparison != nil:
					return float64(e.Comparison.Order.Different())
				}
				return math.NaN()
			})},
	}
}

func parameters() []Quantity {
	off := func(name, is, formula string, of func(*moments.ParameterErrors) float64) Quantity {
		return Quantity{Name: name, Detail: true, Is: is, Formula: formula, Matters: aboutErrors, Read: parameterErrors(of)}
	}
	removed := func(name, is string, of func(*moments.NegativeMass) []float64) Quantity {
		return Quantity{Name: name, Detail: name != "negative", Is: is, Formula: "Σ max(−x, 0)/Σ|x|, the worst pair", Matters: aboutMass,
			Read: shown(model.BeatParameters, func(_ model.Session, e *experiment.Estimated) float64 {
				if e.Negative == nil {
					return 0 // a likelihood estimator never leaves the simplex
				}
				return slices.Max(append(of(e.Negative), 0))
			})}
	}
	initial := func(m *moments.NegativeMass) []float64 { return slices.Clone(m.Initial) }
	transition := func(m *moments.NegativeMass) []float64 { return slices.Concat(m.Transition...) }
	observation := func(m *moments.NegativeMass) []float64 { return slices.Clone(m.Observation) }
	reward := func(m *moments.NegativeMass) []float64 { return slices.Clone(m.Reward) }
	return []Quantity{
		off("error_b", "largest error of a belief b̂", "max |b̂(s) − b(s)| over the pairs", func(p *moments.ParameterErrors) float64 { return p.Initial }),
		off("error_transition", "largest error of a transition", "max |p̂(s′|s,a) − p(s′|s,a)| over the pairs", func(p *moments.ParameterErrors) float64 { return p.Transition }),
		off("error_observation", "largest error of an observation", "max |p̂(z|a,s) − p(z|a,s)| over the pairs", func(p *moments.ParameterErrors) float64 { return p.Observation }),
		off("error_reward", "largest error of a reward", "max |p̂(r|s,a) − p(r|s,a)| over the pairs", func(p *moments.ParameterErrors) float64 { return p.Reward }),
		removed("removed_b", "negative mass of b̂", initial),
		removed("removed_transition", "negative mass of T̂", transition),
		removed("removed_observation", "negative mass of Ẑ", observation),
		removed("removed_reward", "negative mass of R̂", reward),
		removed("negative", "the largest negative mass that normalising met", func(m *moments.NegativeMass) []float64 {
			return slices.Concat(initial(m), transition(m), observation(m), reward(m))
		}),
		{Name: "rmse", Symbol: "RMSE", Is: "RMSE of the parameters", Formula: "RMSE² = mean of (p̂ − p)² over all entries of b, T_a, Z_a, R_a", Matters: aboutErrors,
			Read: parameterErrors(func(p *moments.ParameterErrors) float64 { return p.RMSE })},
		{Name: "cramer_rao", Is: "the Cramér–Rao limit", Formula: "√(mean diag(G J⁻¹ Gᵀ)/N), J the Fisher information of one episode", Matters: "No unbiased estimate from N episodes has a smaller error.",
			Read: exactly(func(s model.Session, n *model.Now) float64 {
				if e := n.Estimate; e != nil {
					return limit(s, e.Episodes)
				}
				return limit(s, n.N)
			})},
		{Name: "cramer_rao_now", Is: "the Cramér–Rao limit of the comparison", Formula: "as cramer_rao, with the N counted so far", Matters: "No unbiased estimate from what is counted now has a smaller error; the newest estimate may be of fewer episodes.",
			Read: exactly(func(s model.Session, n *model.Now) float64 { return limit(s, n.N) })},
		{Name: "times_bound", Symbol: "RMSE / Cramér–Rao", Is: "the RMSE over the Cramér–Rao limit", Formula: "RMSE / Cramér–Rao", Matters: "1 would be all the information that the episodes hold.",
			Read: exactly(func(s model.Session, n *model.Now) float64 {
				rmse := parameterErrors(func(p *moments.ParameterErrors) float64 { return p.RMSE })(s, n).Low
				if math.IsNaN(rmse) || math.IsInf(n.Estimate.Episodes, 1) {
					return math.NaN()
				}
				return rmse / limit(s, n.Estimate.Episodes)
			})},
	}
}

// limit is the Cramér–Rao bound after so many episodes.
func limit(s model.Session, episodes float64) float64 {
	info := s.Information()
	if info == nil {
		return math.NaN()
	}
	return info.RMSE(episodes)
}

// shown reads the newest estimate once a stage of it was shown.
func shown(stage model.BeatKind, read func(model.Session, *experiment.Estimated) float64) reading {
	return exactly(func(s model.Session, n *model.Now) float64 {
		if n.Estimate == nil || n.Shown < stage {
			return math.NaN()
		}
		return read(s, n.Estimate)
	})
}

// compared reads what holds the newest estimate against the truth.
func compared(stage model.BeatKind, read func(*moments.Comparison) float64) reading {
	return shown(stage, func(_ model.Session, e *experiment.Estimated) float64 {
		if e.Comparison == nil {
			return math.NaN()
		}
		return read(e.Comparison)
	})
}

func parameterErrors(read func(*moments.ParameterErrors) float64) reading {
	return compared(model.BeatParameters, func(c *moments.Comparison) float64 {
		if c.Parameters == nil {
			return math.NaN()
		}
		return read(c.Parameters)
	})
}
