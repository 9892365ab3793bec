package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
)

// likelihoods are what an estimator came to that climbs the likelihood.
func likelihoods() []Quantity {
	climb := func(of func(*moments.Likelihood) float64) reading {
		return shown(model.BeatLikelihood, func(_ model.Session, e *experiment.Estimated) float64 {
			if e.Likelihood == nil {
				return math.NaN()
			}
			return of(e.Likelihood)
		})
	}
	return []Quantity{
		{Name: "iterations", Detail: true, Is: "iterations of the ascent", Formula: "until the log-likelihood gains no more", Matters: "Each step raises the likelihood of the counts.", Count: true,
			Read: climb(func(l *moments.Likelihood) float64 { return float64(len(l.Trace) - 1) })},
		{Name: "gained", Detail: true, Is: "log-likelihood gained", Formula: "log L at the end − log L at the start", Matters: "How much better the model explains the counts than where the ascent began.",
			Read: climb(func(l *moments.Likelihood) float64 { return l.Last() - l.Trace[0] })},
		{Name: "deficit", Detail: true, Is: "log-likelihood below the saturated model's", Formula: "log L of each cell's own frequency − log L", Matters: "A model with a parameter for every cell fits best; sampling alone makes some difference.",
			Read: climb(func(l *moments.Likelihood) float64 { return -l.Last() })},
		{Name: "log_likelihood", Detail: true, Is: "log-likelihood of all that was learned from", Formula: "log p(what was earned and seen | the actions, θ̂)", Matters: "No other parameters make the data likelier; only differences of it between models mean something.",
			Read: climb((*moments.Likelihood).LogLikelihood)},
		{Name: "misfit", Detail: true, Is: "how far the fit misses the counts, against chance", Formula: "(G² − its mean)/its standard deviation", Matters: "Chance makes it larger than 3.1 in fewer than 1 of 100 samples; without noise it is the divergence.",
			Read: climb(func(l *moments.Likelihood) float64 { return l.Misfit })},
	}
}
