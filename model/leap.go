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

// drawn fills in the counts of a leap, or the key of the job that will draw them; false
// if they cannot be drawn.
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
		Kind:  LeapJob,
		Key:   seg.key,
		Title: "drawing the counts of " + figure.Count(seg.Episodes) + " episodes",
		Run: func(context.Context, func(Progress)) Result {
			after, err := truth.Leap(seg.before, seed, seg.From, seg.Episodes)
			return Result{Key: seg.key, Counts: after, Err: err}
		},
	}
}

// awaited is the index of a segment that waits for work, or -1: of the first one if that
// is a leap, otherwise of the last one.
func (s Session) awaited() int {
	waits := func(seg Segment) bool { return s.pending(seg) }
	if i := slices.IndexFunc(s.timeline, waits); i >= 0 && s.timeline[i].Kind == Leap {
		return i
	}
	i := len(s.timeline) - 1
	for i >= 0 && !waits(s.timeline[i]) {
		i--
	}
	return i
}

// drawing says whether the counts before or at segment i wait for a leap.
func (s Session) drawing(i int) bool {
	seg := s.timeline[s.base(i)]
	return seg.Kind == Leap && s.pending(seg)
}

// filled puts the counts of a leap where it waits for them, on every branch.
func (s Session) filled(r Result) Session {
	if r.Counts == nil {
		return s
	}
	s.timeline = s.fill(s.asBranch(), r)
	for i, b := range s.parked {
		if next := s.fill(b, r); &next[0] != &b.timeline[0] {
			s.parked = slices.Clone(s.parked)
			s.parked[i].timeline = next
		}
	}
	return s
}

// fill is a branch's timeline with the counts of a leap filled in, and with those before
// every segment after it, up to the next leap. It is a copy if anything changes.
func (s Session) fill(b branch, r Result) []Segment {
	i := slices.IndexFunc(b.timeline, func(seg Segment) bool { return seg.key == r.Key && seg.after == nil })
	if i < 0 {
		return b.timeline
	}
	s.resume(b)
	s.timeline = slices.Clone(b.timeline)
	s.timeline[i].after = r.Counts
	counts := r.Counts
	for j := i + 1; j < len(s.timeline) && counts != nil; j++ {
		seg := &s.timeline[j]
		seg.before = counts
		switch {
		case seg.Kind == Leap:
			counts = nil
		case seg.Kind == Explore:
			counts, _ = s.world.leap(counts, seg.From, seg.Episodes)
		}
		s = s.thinned(j - 1)
	}
	return s.timeline
}
