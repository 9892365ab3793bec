package model

import "slices"

// destination is the beat that the cursor stood on before a setting, where the
// segment has yet to be worked out again: who watched a stage of the estimate
// wants to see that stage under the setting.
type destination struct {
	branch int
	from   Cursor // the waiting segment, where the cursor stands meanwhile
	beat   uint64 // 0 for none
	stage  BeatKind
}

// headFor puts the cursor as near to a beat of its segment as there are beats
// yet, and the rest of the way when the work is done that the segment waits for.
func (s Session) headFor(beat uint64) Session {
	s.cursor.Beat = min(beat, s.length(s.current())-1)
	s.destination = destination{}
	if s.pending(s.current()) {
		s.destination = destination{s.branch, s.cursor, beat, s.now.Beat.Kind}
	}
	return s
}

// stays says whether an intent leaves the cursor on its way there. What
// does not gives the destination up, whether the work is done by then or not, so
// that a replay comes to the same place.
func stays(v Verb) bool {
	return v == Set || v == Choose || v == SetBookmark || v == HoldTheory || v == CompareAll
}

// arrived goes on to the destination once its work is done.
func (s Session) arrived() Session {
	h := s.destination
	if h.beat == 0 || s.branch != h.branch || s.cursor != h.from || s.pending(s.current()) {
		return s
	}
	s.destination = destination{}
	s.cursor.Beat = min(h.beat, s.length(s.current())-1)
	if s.current().Kind == Estimate { // another estimator has other stages
		same := func(b Beat) bool { return b.Kind == h.stage }
		if i := slices.IndexFunc(s.beats(s.current()), same); i >= 0 {
			s.cursor.Beat = uint64(i)
		}
	}
	return s
}
