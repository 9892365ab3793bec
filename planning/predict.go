package planning

import (
	"errors"
	"math"
)

// Prediction is how well learned parameters tell what is seen next, the one measure that every way of
// learning has: on average over the steps of an episode, its histories as likely as they truly are under
// uniform actions. At the last step only the reward counts, as nothing depends on what is seen after it.
type Prediction struct {
	TV float64 // total variation: ½ Σ |p̂ − p|
	KL float64 // Σ p ln(p/p̂), p̂ no less than leastPredicted
}

// leastPredicted bounds what one impossible outcome costs.
const leastPredicted = 1e-6

// mostHistories bounds the histories that PredictionOf looks at.
const mostHistories = 200_000

// PredictionOf compares the next-outcome laws of two problems with the same symbols that branch on rewards
// and observations, over horizon steps, or fewer where there are too many histories.
func PredictionOf(learned, truth *Problem, horizon int) (Prediction, error) {
	if learned.observe != ObserveRZ || truth.observe != ObserveRZ || learned.outcomes != truth.outcomes || learned.actions != truth.actions {
		return Prediction{}, errors.New("found problems with other symbols, expected the same rewards, observations and actions")
	}
	histories, steps := 1.0, 0
	for steps < horizon && histories <= mostHistories {
		histories *= float64(truth.actions * truth.outcomes)
		steps++
	}
	var out Prediction
	told, truly := learned.sequence(), truth.sequence()
	var visit func(t int, weight float64, guess, is []float64)
	visit = func(t int, weight float64, guess, is []float64) {
		for a := range truth.actions {
			w := weight / float64(truth.actions)
			known, guessed := follow(truly, is, a, t == steps), follow(told, guess, a, t == steps)
			out.add(w, truth.sizes.R, t == horizon, known, guessed)
			if t == steps {
				continue
			}
			for o, b := range known {
				if !b.possible() {
					continue
				}
				next := guessed[o].state
				if !guessed[o].possible() { // it holds impossible what happened: nothing is known from here on
					next = told.start()
				}
				visit(t+1, w*b.share, next, b.state)
			}
		}
	}
	visit(1, 1/float64(steps), told.start(), truly.start())
	out.KL = math.Max(out.KL, 0) // which only rounding is below
	return out, nil
}

// add takes one node's difference, of its outcomes or of their rewards alone.
func (p *Prediction) add(weight float64, rewards int, last bool, known, told []branch) {
	n := len(known)
	if last {
		n = rewards
	}
	is, guess := make([]float64, n), make([]float64, n)
	sum := 0.0
	for o := range known {
		is[o%n] += known[o].share
		guess[o%n] += told[o].share
		sum += told[o].share
	}
	for o, x := range is {
		q := guess[o]
		if sum == 0 { // every outcome is held impossible
			q = 1 / float64(n)
		}
		p.TV += weight * math.Abs(x-q) / 2
		if x > 0 {
			p.KL += weight * x * math.Log(x/max(q, leastPredicted))
		}
	}
}
