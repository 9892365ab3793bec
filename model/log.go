package model

// entry is one step of a session. The list grows at its head, so sessions share
// what they have in common.
type entry struct {
	before *entry
	step   Step
	waits  bool // the step led to a beat whose work was not done: a repetition is then logged by itself
	place  uint64
	beats  uint64 // on the timeline after the step
	branch int
}

// merges are the verbs whose repetitions are one intent with a larger count.
func merges(v Verb) bool {
	return v == Forward || v == Back || v == NextUnit || v == PreviousUnit
}

// logged notes a step that was taken.
func (s Session) logged(x Step) Session {
	before := s.log
	if last := before; last != nil && !last.waits && last.step.Waiting == x.Waiting && last.step.Intent.Verb == x.Intent.Verb && merges(x.Intent.Verb) {
		x.Intent.N = float64(last.step.Intent.count() + x.Intent.count())
		before = last.before
	}
	s.log = &entry{before, x, s.now.Pending, s.Place(), s.Beats(), s.branch}
	return s
}

// Steps are what led here, oldest first. (A beat's number on the whole timeline
// would not do for their cursors: it depends on how many stages the estimates
// before it turn out to have.)
func (s Session) Steps() []Step {
	n := 0
	for e := s.log; e != nil; e = e.before {
		n++
	}
	steps := make([]Step, n)
	for e := s.log; e != nil; e = e.before {
		n--
		steps[n] = e.step
	}
	return steps
}

// Follows says whether no step was taken between other and this session, and both have
// the same scenario and seed.
func (s Session) Follows(other Session) bool {
	return s.log == other.log && len(s.answers) == len(other.answers) && s.First().Scenario == other.First().Scenario && s.First().Seed == other.First().Seed
}

// waiting counts the segments of the active timeline that wait for work.
func (s Session) waiting() int {
	n := 0
	if end := s.end(); end.keyed == 0 && end.key == "" {
		return 0
	}
	for _, seg := range s.timeline {
		if s.pending(seg) {
			n++
		}
	}
	return n
}
