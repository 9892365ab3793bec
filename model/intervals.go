package model

import (
	"context"
	"errors"
	"fmt"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/params"
	"eeporl/moments/precision"
)

// Intervals are confidence intervals of an estimate's parameters.
type Intervals struct {
	// Pairs are those of every pair in its own order.
	Pairs *precision.Intervals
	// Low and High are the ends of the intervals of Estimated.Mean; nil without a Mean.
	Low, High *params.Entries
}

// The bootstrap behind the Parameters view.
const (
	replicates    = 200
	intervalLevel = .95
)

// Intervals are those of the estimate at the cursor, nil until they are known.
func (s Session) Intervals() *Intervals {
	return s.results.byKey[s.intervalKey()].Intervals
}

func (s Session) intervalKey() string {
	i := s.last(Estimate, s.cursor.Segment)
	if i < 0 {
		return ""
	}
	return "intervals:" + s.timeline[i].key
}

// intervalJob resamples the estimate at the cursor once its parameters are on
// the screen. The exact law has no sampling error to speak of.
func (s Session) intervalJob() (Job, bool) {
	e, key := s.now.Estimate, s.intervalKey()
	if e == nil || e.Parameters == nil || estimators.By(e.Estimate).Run == nil || e.Mean == nil && s.truth.Unknown == "" || !s.now.Whole || s.results.has(key) {
		return Job{}, false
	}
	seg := s.timeline[s.last(Estimate, s.cursor.Segment)]
	counts := seg.before
	if counts.Exact() {
		return Job{}, false
	}
	return Job{
		Kind:  IntervalsJob,
		Key:   key,
		Title: "intervals",
		Run: func(ctx context.Context, report func(Progress)) Result {
			if e.Likelihood != nil {
				return normalIntervals(ctx, key, counts, e)
			}
			found := precision.Bootstrap(ctx, counts, e.Estimate, replicates, nil, func(done, total int) {
				report(Progress{Done: done, Total: total})
			})
			if found == nil || len(found.Parameters) == 0 {
				return Result{Key: key, Err: fmt.Errorf("no replicate of %d reached parameters", replicates)}
			}
			out := &Intervals{Pairs: found.Intervals(intervalLevel)}
			if e.Mean != nil {
				out.Low, out.High = found.Average(e.Order(), intervalLevel)
			}
			return Result{Key: key, Intervals: out}
		},
	}, true
}

// normalIntervals are those of an estimate that maximises a likelihood.
func normalIntervals(ctx context.Context, key string, counts *moments.Counts, e *experiment.Estimated) Result {
	found := precision.Normal(ctx, counts, e.Estimate, intervalLevel)
	if found == nil || found.Low == nil {
		return Result{Key: key, Err: errors.New("the likelihood is flat in some direction at its maximum: normal theory gives no intervals")}
	}
	out := &Intervals{Pairs: found}
	if e.Mean != nil {
		out.Low, out.High = found.Average(e.Sizes, e.Order())
	}
	return Result{Key: key, Intervals: out}
}
