package planning

// Segment is one vector's stretch of a two-state upper envelope: it is the best
// of its set where the probability of the second state lies in [From, To].
type Segment struct {
	Vector   int // index into the set
	From, To float64
}

// Segments cuts the belief interval of a two-state set into the stretches in
// which one vector is best, from probability 0 of the second state to 1. It is
// nil for another number of states and for an empty set.
func (s *Set) Segments() []Segment {
	if s.states != 2 || s.Len() == 0 {
		return nil
	}
	pieces := envelope2(s.values, exactly)
	out := make([]Segment, len(pieces))
	for i, p := range pieces {
		out[i] = Segment{Vector: int(p.vector), From: p.left, To: 1}
		if i > 0 {
			out[i-1].To = p.left
		}
	}
	return out
}
