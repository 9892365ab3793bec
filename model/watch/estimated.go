package watch

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
)

// estimate declares a figure of the estimate at the cursor, which is unknown
// before the cursor has reached the stage that shows it.
func estimate(name, does string, from model.BeatKind, of func(s model.Session, e *experiment.Estimated) float64) figureOf {
	return number(name, does, func(s model.Session, n *model.Now) float64 {
		if n.Estimate == nil || n.Shown < from {
			return math.NaN()
		}
		return of(s, n.Estimate)
	})
}

// estimated are the names of what an estimate came to.
func estimated() []figureOf {
	return []figureOf{
		word("estimator", "the estimator of the estimate at the cursor", moments.EstimatorNames(), func(_ model.Session, n *model.Now) string {
			if n.Estimate == nil {
				return ""
			}
			return n.Estimate.Estimator
		}),
		noise("noise", "what σ_k(P̂₁₂) would be from noise alone", func(x *moments.Noise) float64 { return x.P12.Level }),
		noise("noise13", "what σ_k(P̂₁₃) would be from noise alone", func(x *moments.Noise) float64 { return x.P13.Level }),
		estimate("gap", "the smallest distance of two eigenvalues under the best rotation", model.BeatEigen, rotation(func(r moments.Rotation) float64 {
			if !r.Real() {
				return math.NaN()
			}
			return r.Gap
		})),
		estimate("cond", "cond(R) of its eigenvectors", model.BeatEigen, rotation(func(r moments.Rotation) float64 { return r.Cond })),
		estimate("imaginary", "the largest |Im λ| under it", model.BeatEigen, rotation(func(r moments.Rotation) float64 { return r.MaxImaginary })),
		estimate("rotations", "how many rotations were tried", model.BeatEigen, func(_ model.Session, e *experiment.Estimated) float64 { return float64(len(e.Rotations)) }),
		estimate("labels", "how many columns of Ô are labelled", model.BeatLabels, func(_ model.Session, e *experiment.Estimated) float64 {
			found := 0
			for _, l := range e.Labels {
				if l.Pair >= 0 {
					found++
				}
			}
			return float64(found)
		}),
		estimate("labels_right", "how many of them rightly", model.BeatLabels, compared(func(c *moments.Comparison) float64 { return float64(c.LabelsRight) })),
		number("threshold", "the entry that labels a column, 2/(3|R||Z|) if nothing else is set", func(s model.Session, _ *model.Now) float64 {
			return s.Config().Estimator.Threshold / float64(s.Config().Model.Sizes().Outcomes())
		}),
		estimate("orders", "in how many different orders the pairs' states came back", model.BeatLabels, func(s model.Session, e *experiment.Estimated) float64 {
			if e.Orders != nil {
				return different(e.Orders)
			}
			return compared(func(c *moments.Comparison) float64 { return different(c.Order) })(s, e)
		}),
		estimate("O_max", "‖Ô−O‖_max", model.BeatColumns, compared(func(c *moments.Comparison) float64 { return c.OMax })),
		estimate("negative", "the largest share of a row's mass that normalising removed", model.BeatParameters, func(_ model.Session, e *experiment.Estimated) float64 {
			return removed(e.Negative)
		}),
		estimate("rmse", "the root mean square error over all entries of b, T, Z and R", model.BeatParameters, compared(func(c *moments.Comparison) float64 {
			if c.Parameters == nil {
				return math.NaN()
			}
			return c.Parameters.RMSE
		})),
		estimate("cramer_rao", "the least that an unbiased estimate's error can be", model.BeatParameters, limit),
		estimate("times_bound", "rmse over cramer_rao: 1 is the best", model.BeatParameters, func(s model.Session, e *experiment.Estimated) float64 {
			if e.Comparison == nil || e.Comparison.Parameters == nil {
				return math.NaN()
			}
			return e.Comparison.Parameters.RMSE / limit(s, e)
		}),
		number("theorem_N", "the N that the theorem asks for, by its chain of lemmas (Theory computes it)", func(s model.Session, _ *model.Now) float64 {
			if th := s.Theory(); th != nil && th.Plugged == nil {
				return th.Episodes.Chained.N
			}
			return math.NaN()
		}),
		number("epsilon", "the regret ε that the theorem is asked to guarantee", func(model.Session, *model.Now) float64 { return model.TheoryEpsilon }),
		number("delta", "the probability δ with which it may fail", func(model.Session, *model.Now) float64 { return model.TheoryDelta }),
	}
}

// noise declares a figure of the noise in the counts that the estimate was made
// from. It is unknown once more are counted: the σ_k to hold against it moves on
// with them.
func noise(name, does string, of func(*moments.Noise) float64) figureOf {
	return number(name, does, func(_ model.Session, n *model.Now) float64 {
		if n.Estimate == nil || n.Estimate.Noise == nil || n.Stale || n.Shown < model.BeatSpectrum {
			return math.NaN()
		}
		return of(n.Estimate.Noise)
	})
}

func rotation(of func(moments.Rotation) float64) func(model.Session, *experiment.Estimated) float64 {
	return func(_ model.Session, e *experiment.Estimated) float64 {
		if e.Chosen < 0 || e.Chosen >= len(e.Rotations) {
			return math.NaN()
		}
		return of(e.Rotations[e.Chosen])
	}
}

// compared reads a figure that only the truth can tell.
func compared(of func(*moments.Comparison) float64) func(model.Session, *experiment.Estimated) float64 {
	return func(_ model.Session, e *experiment.Estimated) float64 {
		if e.Comparison == nil {
			return math.NaN()
		}
		return of(e.Comparison)
	}
}

func different(orders [][]int) float64 {
	different := map[string]bool{}
	for _, order := range orders {
		if order != nil {
			different[fmt.Sprint(order)] = true
		}
	}
	return float64(len(different))
}

func removed(m *moments.NegativeMass) float64 {
	if m == nil {
		return math.NaN()
	}
	most := 0.0
	for _, list := range append([][]float64{m.Initial, m.Observation, m.Reward}, m.Transition...) {
		for _, x := range list {
			most = max(most, x)
		}
	}
	return most
}

// limit is the Cramér–Rao bound at the estimate's N.
func limit(s model.Session, e *experiment.Estimated) float64 {
	info := s.Information()
	if info == nil {
		return math.NaN()
	}
	return info.RMSE(e.Episodes)
}
