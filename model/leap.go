package model

import (
	"context"
	"math"
	"slices"

	"eeporl/pomdp/figure"
)

// keyPressCells is the largest table of triples whose counts are drawn while a
// key is held down: 10⁵ cells take some 10 ms. Larger ones are drawn by a job.
const keyPressCells = 100_000

// drawn fills a leap in, at once or by the key of the job that will.
func (s Session) drawn(seg Segment) (Segment, bool) {
	if !math.IsInf(seg.Episodes, 1) && s.config.Record == nil && s.truth.Model.Sizes().Cells() > keyPressCells {
		seg.key = s.id + "leap:" + s.history() + seg.id()
		seg.after = s.results.byKey[seg.key].Counts
		return seg, true
	}
	after, err := s.world.leap(seg.before, seg.From, seg.Episodes)
	seg.after = after
	return seg, err == nil
}

func (s Session) leapJob(seg Segment) Job {
	truth, seed := s.truth, s.config.Seed
	return Job{
		Key:   seg.key,
		Title: "drawing the counts of " + figure.Count(seg.Episodes) + " episodes",
		Run: func(context.Context, func(Progress)) Result {
			after, err := truth.Leap(seg.before, seed, seg.From, seg.Episodes)
			return Result{Key: seg.key, Counts: after, Err: err}
		},
	}
}

// filled puts the counts of a leap where it waits for them, on every branch.
func (s Session) filled(r Result) Session {
	if r.Counts == nil {
		return s
	}
	s.timeline = fill(s.timeline, r)
	for i, b := range s.parked {
		if next := fill(b.timeline, r); &next[0] != &b.timeline[0] {
			s.parked = slices.Clone(s.parked)
			s.parked[i].timeline = next
		}
	}
	return s
}

// fill copies a timeline that it changes.
func fill(timeline []Segment, r Result) []Segment {
	i := slices.IndexFunc(timeline, func(seg Segment) bool { return seg.key == r.Key && seg.after == nil })
	if i < 0 {
		return timeline
	}
	timeline = slices.Clone(timeline)
	timeline[i].after = r.Counts
	return timeline
}
