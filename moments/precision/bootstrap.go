// Package precision says how sure an estimate is, by bootstrap or normal theory, and what episodes would make it surer.
package precision

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/likelihood"
	"eeporl/moments/params"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// Replicates are an estimate repeated on resampled counts, each with its states in the
// estimate's own order. Where the estimator removes negative mass they are the values
// before that: percentiles of |x| would exclude a true 0 however many episodes there
// are, since |x| is never 0.
type Replicates struct {
	Parameters []*pomdp.PairParameters // of those that reached parameters
	Failed     int                     // those that did not
	Kind       IntervalKind
}

// IntervalKind says how an interval is made.
type IntervalKind string

// The kinds of interval. All are cut off at 0 and 1.
const (
	// SignedPercentile is made of the replicates before negative entries were
	// removed. It covers an entry that is truly 0 or 1 more often than its level
	// says, since an end that was cut off at 0 or 1 still covers it.
	SignedPercentile IntervalKind = "bootstrap percentiles before normalising, which hold a true 0 or 1 more often"
	// Percentile is made of maximum likelihood's replicates.
	Percentile IntervalKind = "bootstrap percentiles"
	// NaivePercentile is SignedPercentile of naive, whose entries converge to the
	// truth only where the actions' orders happen to agree.
	NaivePercentile IntervalKind = "bootstrap percentiles around what naive converges to, which need not be the truth"
)

// Intervals are pointwise confidence intervals for the parameters of an
// estimate, in the estimate's own order of every pair's states.
type Intervals struct {
	Level      float64
	Kind       IntervalKind
	Low, High  *pomdp.PairParameters // nil where no replicate reached parameters
	Replicates int                   // that reached parameters
	Failed     int                   // that did not: they are left out
	Findings   []finding.Finding
}

// Words say what the intervals are.
func (i *Intervals) Words() string {
	if i.Kind == NormalTheory {
		return fmt.Sprintf("%.0f %% %s", 100*i.Level, i.Kind)
	}
	return fmt.Sprintf("%.0f %% %s, %s", 100*i.Level, i.Kind, figure.Counted(i.Replicates, "replicate", "replicates"))
}

// Bootstrap repeats an estimate on resampled counts (Efron 1979). Estimators that climb
// a likelihood start from the estimate. It returns nil for an estimate without
// parameters, for less than 1 replicate, and when ctx is cancelled. progress, if not
// nil, is called after every replicate. pieces shares the replicates out; it returns nil where
// one is left to another process. nil for one process.
func Bootstrap(ctx context.Context, counts *moments.Counts, est *moments.Estimate, replicates int, pieces moments.Pieces, progress func(done, total int)) *Replicates {
	if est.Parameters == nil || replicates < 1 || estimators.By(est).Run == nil {
		return nil
	}
	var from []float64
	if est.Likelihood != nil {
		from = params.NewLayout(est.Sizes).Vector(est.Model)
	}
	estimator, o := estimators.By(est).Run, est.Options.ForReplicate(from)
	out := replicated(ctx, est, replicates, pieces, progress, func(i int) *moments.Estimate {
		return estimator(ctx, moments.Data{Counts: moments.Resample(counts, o.Seed, uint64(i))}, est.Sizes.S, o)
	})
	if out != nil && estimators.By(est).Uses == moments.FromActions {
		out.Kind = NaivePercentile
	}
	return out
}

// BootstrapWhole is Bootstrap of Whole: whole episodes are drawn again, and each replicate is climbed
// to from the estimate.
func BootstrapWhole(ctx context.Context, episodes *moments.Episodes, est *moments.Estimate, replicates int, pieces moments.Pieces, progress func(done, total int)) *Replicates {
	if est.Parameters == nil || replicates < 1 || est.Estimator != moments.WholeName {
		return nil
	}
	start := *est
	start.Options = start.Options.ForReplicate(nil)
	start.Findings = nil
	return replicated(ctx, est, replicates, pieces, progress, func(i int) *moments.Estimate {
		again := episodes.Resampled(est.Options.Seed, uint64(i))
		w := whole.NewLikelihood(again, est.Sizes.S)
		w.Alone = true
		x := whole.VectorOf(est, w.Layout)
		w.Interior(x, likelihood.StartInterior)
		rep := start
		whole.FinishWhole(&rep, w, params.Extrapolate(ctx, w, w.Layout, x, w.Cycles(), replicateGain).X, moments.NewCounts(again.Sizes()))
		return &rep
	})
}

// replicateGain is the gain of a cycle below which a replicate has converged: far below its own noise.
const replicateGain = 1e-3

// replicated repeats an estimate by draw, on all processors.
func replicated(ctx context.Context, est *moments.Estimate, replicates int, pieces moments.Pieces, progress func(done, total int), draw func(i int) *moments.Estimate) *Replicates {
	type replicate struct{ Parameters *pomdp.PairParameters } // nil where none were reached
	samples := make([]replicate, replicates)
	var missing atomic.Bool
	done := moments.Options{Progress: progress}.Counting(replicates)
	workers.Each(replicates, func() func(int) {
		return func(i int) {
			defer done()
			if ctx.Err() != nil {
				return
			}
			var ok bool
			samples[i], ok = moments.Piece(pieces, "replicate", i, func() (r replicate, ok bool) {
				if rep := draw(i); rep.OK() {
					r.Parameters = moments.AlignedParameters(rep, est)
				}
				return r, ctx.Err() == nil
			})
			if !ok {
				missing.Store(true)
			}
		}
	})
	if ctx.Err() != nil || missing.Load() {
		return nil
	}
	out := &Replicates{Kind: SignedPercentile}
	if est.Signed == nil {
		out.Kind = Percentile
	}
	for _, s := range samples {
		if s.Parameters != nil {
			out.Parameters = append(out.Parameters, s.Parameters)
		}
	}
	out.Failed = replicates - len(out.Parameters)
	return out
}

// Intervals are confidence intervals of every pair's parameters at a level in (0, 1).
// They are nil for nil Replicates; Low and High are nil where no replicate reached
// parameters.
func (r *Replicates) Intervals(level float64) *Intervals {
	if r == nil {
		return nil
	}
	out := &Intervals{Level: level, Kind: r.Kind, Replicates: len(r.Parameters), Failed: r.Failed}
	if r.Failed > 0 {
		out.Findings = append(out.Findings, finding.New(finding.TooFewEpisodes, float64(r.Failed), 0, fmt.Sprintf(
			"%d of %s did not reach parameters: the intervals are too narrow.", r.Failed, figure.Counted(out.Replicates+r.Failed, "resampled estimate", "resampled estimates"))))
	}
	if out.Replicates == 0 {
		return out
	}
	if least := int(math.Ceil(2/(1-level) - 1 - 1e-9)); out.Replicates < least {
		out.Findings = append(out.Findings, finding.New(finding.TooFewEpisodes, float64(out.Replicates), float64(least), fmt.Sprintf(
			"%s cannot give intervals that hold %.0f %%: that takes %d at least.", figure.Counted(out.Replicates, "replicate", "replicates"), 100*level, least)))
	}
	low, high := r.percentiles(level, flattenPairs)
	out.Low, out.High = unflattenPairs(r.Parameters[0], low), unflattenPairs(r.Parameters[0], high)
	return out
}

// Average gives the intervals of what the function Average makes of an estimate: each
// replicate is averaged before percentiles are taken. nil where no replicate reached
// parameters.
func (r *Replicates) Average(order pomdp.Order, level float64) (low, high *params.Entries) {
	if len(r.Parameters) == 0 {
		return nil, nil
	}
	l := params.NewLayout(r.Parameters[0].Sizes)
	lo, hi := r.percentiles(level, func(p *pomdp.PairParameters) []float64 { return l.Averaged(p, order) })
	return l.Entries(lo), l.Entries(hi)
}

// percentiles are those of every entry of a statistic, cut off at 0 and 1.
func (r *Replicates) percentiles(level float64, statistic func(*pomdp.PairParameters) []float64) (low, high []float64) {
	drawn := make([][]float64, len(r.Parameters))
	for i, p := range r.Parameters {
		drawn[i] = statistic(p)
	}
	low, high = make([]float64, len(drawn[0])), make([]float64, len(drawn[0]))
	column := make([]float64, len(drawn))
	within := func(x float64) float64 { return math.Max(0, math.Min(x, 1)) }
	for i := range low {
		for j := range drawn {
			column[j] = drawn[j][i]
		}
		slices.Sort(column)
		low[i], high[i] = within(Quantile(column, (1-level)/2)), within(Quantile(column, (1+level)/2))
	}
	return low, high
}

// Quantile interpolates between order statistics, the i-th of n at i/(n+1): one
// more draw is below it with probability p (Weibull 1939).
func Quantile(sorted []float64, p float64) float64 {
	at := p*float64(len(sorted)+1) - 1
	i := int(math.Max(at, 0))
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + math.Max(at-float64(i), 0)*(sorted[i+1]-sorted[i])
}

func flattenPairs(p *pomdp.PairParameters) []float64 {
	var out []float64
	for _, row := range moments.RowsOf(p) {
		out = append(out, row...)
	}
	return out
}

func unflattenPairs(like *pomdp.PairParameters, x []float64) *pomdp.PairParameters {
	p := pomdp.NewPairParameters(like.Sizes, like.RewardValues)
	for _, row := range moments.RowsOf(p) {
		x = x[copy(row, x):]
	}
	return p
}
