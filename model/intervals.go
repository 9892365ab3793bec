package model

import (
	"context"
	"fmt"

	"eeporl/model/experiment"
	"eeporl/moments"
)

// Intervals are bootstrap confidence intervals of an estimate's parameters in
// the true order of the states, each end averaged over an entry's copies.
type Intervals struct {
	Level      float64
	Low, High  *moments.Entries
	Replicates int // that reached parameters
	Failed     int // that did not
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
	if e == nil || e.Mean == nil || !s.now.Whole || s.results.has(key) {
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
			order := e.Order()
			return Result{Key: key, Intervals: &Intervals{
				Level: found.Level, Replicates: found.Replicates, Failed: found.Failed,
				Low: experiment.Average(found.Low, order), High: experiment.Average(found.High, order),
			}}
		},
	}, true
}
