package experiment

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Worth is what a policy is worth by all that episodes leave open, not by the one model that fits them best.
type Worth struct {
	Mean, Deviation float64
	Low, High       float64 // Level of the draws lie between them
	Level           float64
	Draws           int
}

// Draws of a posterior: as many as a second takes, between these.
const (
	leastDraws = 60
	mostDraws  = 400
	drawWork   = 20_000_000 // nodes × states² of all sweeps
	burntIn    = 30         // sweeps from the fit before the first draw
	drawsApart = 2
)

// PolicyWorth values a tree on models drawn from the posterior of whole episodes, from the likeliest on. A prior that is
// uniform on each distribution and actions chosen by what was recorded are all that it rests on, so that a policy made
// from the very same episodes is not flattered: by one model it would be, as the best of many promises is partly luck.
func PolicyWorth(ctx context.Context, e *moments.Episodes, likeliest *pomdp.POMDP, tree *planning.Tree, level float64, o moments.Options) (*Worth, error) {
	states := likeliest.Sizes().S
	draws := min(max(drawWork/(drawsApart*e.Nodes()*states*states), leastDraws), mostDraws)
	chain := moments.NewChainFrom(likeliest, o.Seed, 1)
	chain.Sweep(e, burntIn)
	var values []float64
	for range draws {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		chain.Sweep(e, drawsApart)
		m, err := chain.Model(o)
		if err != nil {
			return nil, err
		}
		_, v, err := planning.Evaluate(m, tree)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	slices.Sort(values)
	w := &Worth{Draws: draws, Level: level}
	w.Mean, w.Deviation = stat.MeanStdDev(values, nil)
	w.Low, w.High = moments.Quantile(values, (1-level)/2), moments.Quantile(values, (1+level)/2)
	return w, nil
}

// Gain is by how much a policy's worth exceeds what was earned so far, and the interval of that: the two count as
// independent, so that it is wider than need be.
func (w *Worth) Gain(today moments.Behaviour) (gain, low, high float64) {
	gain = w.Mean - today.Value
	wide := distuv.UnitNormal.Quantile((1+w.Level)/2) * math.Hypot(w.Deviation, today.StandardError)
	return gain, gain - wide, gain + wide
}
