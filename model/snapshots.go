package model

import (
	"sync/atomic"

	"eeporl/moments"
)

// replayLimit is how many simulated episodes may lie between two snapshots of
// the counts: to count them again takes less than a millisecond, and ten
// thousand small leaps then take some megabytes and not a hundred.
const replayLimit = 2000

// base is the index of the last segment up to i that has a snapshot of the counts before
// it. Segments after a leap that is being drawn have none, so base is then that leap.
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

// copyEvery is the number of segments after which the timeline is copied and snapshots
// that need not be kept are dropped (see thinned).
const copyEvery = 64

// appended is the session with one more segment. Sessions are values that share the array
// behind their timelines. The first session to go on from a timeline writes the segment
// into the array after it, which no other session reads; a second one makes a copy. tail
// is how far that array is written.
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

// thinned drops the snapshot of segment i if the one before is near enough to count the
// episodes between them again (replayLimit). Segment i must not be the last, and the
// timeline must be the session's own copy.
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
