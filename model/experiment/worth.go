package experiment

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/posterior"
	"eeporl/moments/precision"
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
	Rival           *Rival // what the policy is held against; nil for nothing

	withLog  float64 // covariance with what the log earned
	episodes float64 // of the log that earned it
}

// Rival is another policy on the same draws, so that what both owe to chance is not counted.
type Rival struct {
	Mean, Low, High           float64
	Gain, GainDeviation       float64 // of the policy over it
	GainLow, GainHigh, Better float64 // Better is the share of the draws on which the policy is worth more
}

// Draws of a posterior: as many as a second takes, between these.
const (
	leastDraws = 60
	mostDraws  = 400
	drawWork   = 20_000_000 // nodes × states² of all sweeps
	burntIn    = 30         // sweeps from the fit before the first draw
	drawsApart = 2
)

// leastVariance bounds how much of the variance of a gain may cancel, by draws that are few.
const leastVariance = .05

// PolicyWorth values a tree on models drawn from the posterior of whole episodes, from the likeliest on. A prior that
// counts every entry as a tenth of an episode and actions chosen by what was recorded are all that it rests on, so that a policy made
// from the very same episodes is not flattered: by one model it would be, as the best of many promises is partly luck.
// rival is another tree on the same draws, nil for none. What the log earned comes from the same episodes as the draws do: an episode
// weighs in a mean over the posterior by the covariance, over the draws, with its log-likelihood (Giordano and Broderick
// 2023), and in the mean of the log by what it earned, so that the two means' covariance is that with the episodes'
// log-likelihood as Pull weighs them.
func PolicyWorth(ctx context.Context, e *moments.Episodes, likeliest *pomdp.POMDP, tree, rival *planning.Tree, level float64, o moments.Options) (*Worth, error) {
	states := likeliest.Sizes().S
	draws := min(max(drawWork/(drawsApart*e.Nodes()*states*states), leastDraws), mostDraws)
	chain := posterior.NewChainFrom(likeliest, o.Seed, 1)
	chain.Sweep(e, burntIn)
	var values, theirs, gains, told []float64
	earned := e.Behaviour(o.RewardValues, tree.Nodes[0].T, tree.Discount)
	var pull [][]float64
	if earned.Episodes > 1 && !e.Gaps() {
		pull = e.Pull(o.RewardValues, tree.Nodes[0].T, tree.Discount)
	}
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
		if pull != nil {
			told = append(told, chain.LogLikelihood(e, pull))
		}
		if rival == nil {
			continue
		}
		_, r, err := planning.Evaluate(m, rival)
		if err != nil {
			return nil, err
		}
		theirs, gains = append(theirs, r), append(gains, v-r)
	}
	w := &Worth{Draws: draws, Level: level}
	between := func(values []float64) (low, high float64) {
		slices.Sort(values)
		return precision.Quantile(values, (1-level)/2), precision.Quantile(values, (1+level)/2)
	}
	if pull != nil {
		w.withLog, w.episodes = stat.Covariance(values, told, nil), earned.Episodes
	}
	w.Mean, w.Deviation = stat.MeanStdDev(values, nil)
	w.Low, w.High = between(values)
	if rival != nil {
		r := &Rival{Mean: stat.Mean(theirs, nil)}
		r.Gain, r.GainDeviation = stat.MeanStdDev(gains, nil)
		r.Low, r.High = between(theirs)
		r.GainLow, r.GainHigh = between(gains)
		for _, g := range gains {
			if g > 0 {
				r.Better += 1 / float64(len(gains))
			}
		}
		w.Rival = r
	}
	return w, nil
}

// Gain is by how much a policy's worth exceeds what was earned so far, and the interval of that.
func (w *Worth) Gain(today moments.Behaviour) (gain, low, high float64) {
	gain = w.Mean - today.Value
	both := w.Deviation*w.Deviation + today.StandardError*today.StandardError
	shared := w.withLog * min(1, w.episodes/today.Episodes) // today may count episodes that the draws know nothing of
	wide := distuv.UnitNormal.Quantile((1+w.Level)/2) * math.Sqrt(max(both-2*shared, leastVariance*both))
	return gain, gain - wide, gain + wide
}

// EpisodesWithin is about how many episodes in all, recorded as these n were, tell the policy's worth to
// within ± half at the Worth's level: its deviation falls with the square root of their number.
func (w *Worth) EpisodesWithin(n, half float64) float64 {
	return n * num.Square((w.High-w.Low)/2/half)
}

// EpisodesSure is about how many episodes in all tell with a probability that a gain of which n episodes
// leave so wide a deviation is one; +Inf where these see none.
func EpisodesSure(n, gain, deviation, sure float64) float64 {
	if gain <= 0 {
		return math.Inf(1)
	}
	return n * num.Square(distuv.UnitNormal.Quantile(sure)*deviation/gain)
}
