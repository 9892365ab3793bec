package model

import (
	"context"
	"fmt"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp"
)

// Intervals are bootstrap confidence intervals of an estimate's parameters.
type Intervals struct {
	Level float64
	// Low and High are in the order of Estimated.Mean, each end averaged over an
	// entry's copies; nil where there is no Mean.
	Low, High *moments.Entries
	// PairLow and PairHigh are those of every pair in its own order.
	PairLow, PairHigh *pomdp.PairParameters
	Replicates        int // that reached parameters
	Failed            int // that did not
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
	if e == nil || e.Parameters == nil || e.Mean == nil && s.truth.Unknown == "" || !s.now.Whole || s.results.has(key) {
		return Job{}, false
	}
	seg := s.timeline[s.last(Estimate, s.cursor.Segment)]
	counts := seg.before
	if counts.Exact() {
		return Job{}, false
	}
	by, _ := moments.Named(seg.Method)
	return Job{
		Key:        key,
		Title:      "bootstrap intervals",
		Background: true,
		Run: func(ctx context.Context, report func(Progress)) Result {
			found := moments.Bootstrap(ctx, counts, by, e.Estimate, replicates, intervalLevel, func(done, total int) {
				report(Progress{Done: done, Total: total})
			})
			if found == nil || found.Low == nil {
				return Result{Key: key, Err: fmt.Errorf("no replicate of %d reached parameters", replicates)}
			}
			out := &Intervals{
				Level: found.Level, Replicates: found.Replicates, Failed: found.Failed, PairLow: found.Low, PairHigh: found.High,
			}
			if e.Mean != nil {
				order := e.Order()
				out.Low, out.High = experiment.Average(found.Low, order), experiment.Average(found.High, order)
			}
			return Result{Key: key, Intervals: out}
		},
	}, true
}
