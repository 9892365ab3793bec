package model

import (
	"sync/atomic"

	"eeporl/moments"
)

// replayLimit is how many simulated episodes may lie between two snapshots of
// the counts: to count them again takes less than a millisecond, and ten
// thousand small leaps then take some megabytes and not a hundred.
const replayLimit = 2000

// base is the last segment up to i that has a snapshot of its counts. Behind a
// leap that is being drawn none has, up to that leap itself.
func (s Session) base(i int) int {
	for s.timeline[i].before == nil {
		i--
	}
	return i
}

// countsAt are the phase 1 counts before segment i, as far as they are known
// while a leap is being drawn.
func (s Session) countsAt(i int) *moments.Counts {
	j := s.base(i)
	counts := s.timeline[j].before
	if j == i {
		return counts
	}
	counts = counts.Clone()
	for sim := s.episodes(); j < i && s.timeline[j].Kind == Explore; j++ {
		count(counts, sim, s.timeline[j].From, uint64(s.timeline[j].Episodes))
	}
	return counts
}

// count adds n episodes, number from … from+n-1.
func count(counts *moments.Counts, sim Episodes, from, n uint64) {
	for e := range n {
		if cell, ok := sim.Triple(from + e); ok {
			counts.AddTriple(cell)
		}
	}
}

// copyEvery is after how many segments the timeline is copied, and what need not be
// kept of them is dropped.
const copyEvery = 64

// appended is the session with a segment more. Sessions are values that share their
// past: the first one to go on from a timeline writes the segment behind it, where no
// other looks, and whoever comes second takes a copy. tail is how far the memory
// behind the timeline is written.
func (s Session) appended(seg Segment) Session {
	n := len(s.timeline)
	if n%copyEvery != 0 && n < cap(s.timeline) && s.tail != nil && s.tail.CompareAndSwap(int64(n), int64(n+1)) {
		s.timeline = append(s.timeline, seg)
		return s
	}
	own := make([]Segment, n, n+copyEvery)
	copy(own, s.timeline)
	s.timeline, s.tail = append(own, seg), new(atomic.Int64)
	s.tail.Store(int64(n + 1))
	for i := max(n-copyEvery, 1); i < n; i++ {
		s = s.thinned(i)
	}
	return s
}

// thinned drops the snapshot of segment i, which others follow, where the one
// before it is near. The timeline must be the session's own copy.
func (s Session) thinned(i int) Session {
	if i < 1 || s.timeline[i].before == nil || s.timeline[i].Kind != Explore || s.timeline[i].Broken {
		return s
	}
	j := s.base(i - 1)
	for _, seg := range s.timeline[j:i] {
		if seg.Kind != Explore || seg.Broken {
			return s
		}
	}
	if s.timeline[i].counted-s.timeline[j].counted <= replayLimit {
		s.timeline[i].before = nil
	}
	return s
}
