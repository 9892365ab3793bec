package model

import (
	"math"
	"slices"
)

// destination is the beat to which the cursor returns after a setting was changed, once
// its segment has been computed again: a user who was watching one stage of the
// estimate wants to see that stage under the new setting.
type destination struct {
	branch int
	from   Cursor // the waiting segment, where the cursor stands meanwhile
	beat   uint64 // 0 for none
	stage  BeatKind
}

// lastBeat is the beat of a destination that is wherever its segment ends.
const lastBeat = math.MaxUint64

// toLast moves the cursor to the last beat there is. If that waits for work, arrived
// goes on to the last beat of what the work brings.
func (s Session) toLast() Session {
	s = s.goTo(s.Beats() - 1)
	return s.headFor(lastBeat)
}

// headFor moves the cursor to a beat of its segment, or to the last beat that there is
// so far. If the segment waits for work, arrived goes the rest of the way afterwards.
func (s Session) headFor(beat uint64) Session {
	s.cursor.Beat = min(beat, s.length(s.current())-1)
	s.destination = destination{}
	if s.pending(s.current()) {
		s.destination = destination{s.branch, s.cursor, beat, s.now.Beat.Kind}
	}
	return s
}

// stays says whether an intent keeps the cursor's destination, or sets its own. Any other intent gives
// it up, even if the work happens to be done by then: a replay, in which work may take
// longer or less, must come to the same place.
func stays(v Verb) bool {
	return v == Last || v == Set || v == Choose || v == SetBookmark || v == HoldTheory || v == CompareAll
}

// arrived goes on to the destination once its work is done.
func (s Session) arrived() Session {
	h := s.destination
	if h.beat == 0 || s.branch != h.branch || s.cursor != h.from || s.pending(s.current()) {
		return s
	}
	s.destination = destination{}
	s.cursor.Beat = min(h.beat, s.length(s.current())-1)
	if s.current().Kind == Estimate && h.beat != lastBeat { // another estimator has other stages
		same := func(b Beat) bool { return b.Kind == h.stage }
		if i := slices.IndexFunc(s.beats(s.current()), same); i >= 0 {
			s.cursor.Beat = uint64(i)
		}
	}
	return s
}
