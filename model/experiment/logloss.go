package experiment

import (
	"context"
	"math"

	"eeporl/moments"
	"eeporl/pomdp"
)

// heldShare is the share of triples that are kept back to judge predictions by, and leastTold the least
// probability that an outcome counts with.
const (
	heldShare = .2
	leastTold = 1e-6
)

// LogLoss is how badly an estimator predicts triples that it has not seen, where no truth is known: it learns from
// four fifths of them, and what it held improbable in the others costs −ln p̂, on average over the three outcomes
// of a triple. NaN where that cannot be: too few triples, the exact law, nothing learned, or whole episodes that
// counts cannot be taken out of.
func LogLoss(ctx context.Context, by moments.Estimator, data moments.Data, states int, o moments.Options) float64 {
	n := math.Floor(data.Counts.Total() * heldShare)
	if by.Uses != moments.FromMoments && by.Uses != moments.FromActions && by.Uses != moments.FromTriples || data.Counts.Exact() || n < 1 || n > MaxHeld {
		return math.NaN()
	}
	train := data.Counts.Clone()
	train.Thin(int(n), pomdp.Source(o.Seed, pomdp.StreamLeap, math.MaxUint64))
	e := by.Run(ctx, moments.Data{Counts: train}, states, o)
	if !e.OK() {
		return math.NaN()
	}
	sum, held := 0.0, 0.0
	for cell, k := range data.Counts.Cells {
		if k -= train.At(cell); k > 0 {
			sum, held = sum-k*math.Log(max(tripleProbability(e.Learned, e.Sizes.CellAt(cell)), leastTold)), held+k
		}
	}
	return sum / held / 3
}

// MaxHeld bounds the triples that are kept back.
const MaxHeld = 2_000_000

// tripleProbability is what was learned says of a triple's outcomes, given its actions. The first reward is in no
// triple, and the last observation is of no triple.
func tripleProbability(l pomdp.Learned, c pomdp.Cell) float64 {
	n, _ := l.Alphabet()
	p, at, seen := 1.0, l.Start(), -1
	for t, action := range c.Actions {
		reward := -1
		if t > 0 {
			_, reward = n.OutcomeAt(c.Outcomes[t-1])
		}
		seen = -1
		if t < len(c.Outcomes) {
			seen, _ = n.OutcomeAt(c.Outcomes[t])
		}
		told, all := 0.0, 0.0
		for o, w := range l.Outcomes(at, action) {
			z, r := n.OutcomeAt(o)
			w = max(w, 0)
			all += w
			if (reward < 0 || r == reward) && (seen < 0 || z == seen) {
				told += w
			}
		}
		if !(told > 0) {
			return 0
		}
		if p *= told / all; t == len(c.Outcomes) {
			break
		}
		if at = l.Next(at, action, reward, seen); at == nil {
			return 0
		}
	}
	return p
}
