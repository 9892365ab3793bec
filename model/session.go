// Package model is the explorer's state: a session as a plain value. A session
// is its configuration and the intents it was given; everything a screen can
// show is a pure function of them and of the results of the work that they
// asked for. It draws nothing and knows no terminal.
package model

import (
	"slices"
	"sync/atomic"

	"eeporl/model/experiment"
)

// Session is a configuration, a timeline of segments and a cursor on it. It is
// a value: Update returns a new one and leaves the old one as it was.
type Session struct {
	*world
	timeline    []Segment
	tail        *atomic.Int64 // of the memory behind the timeline; see appended
	cursor      Cursor
	destination destination
	parked      []branch
	branch      int     // number of the active timeline, from 0
	parent      int     // the branch that a setting started this one from; -1 for none
	branches    int     // how many have been started beside the first
	method      string  // the estimator that the next estimate uses
	compare     bool    // the estimators are being compared
	theory      bool    // the lemmas are being held against what was measured
	answers     answers // of the user's own estimator
	results     results
	held        int // bytes; see mostHeld
	bound       int // bytes; 0 for mostHeld
	now         Now
	log         *entry // steps so far, newest first
	notes       []bookmark
}

// branch is one timeline with its settings and its cursor, as the session keeps it while
// another one is active.
type branch struct {
	*world
	number   int
	parent   int
	timeline []Segment
	cursor   Cursor
	method   string
}

// New starts a session before the first beat of its first episode.
func New(config Config) (Session, error) {
	w, err := newWorld(config)
	if err != nil {
		return Session{}, err
	}
	s := Session{
		world: w, parent: -1, method: w.config.Method, answers: config.Answers,
	}
	s.timeline = []Segment{s.opening()}
	return s.settled(), nil
}

// opening is the segment that a session starts with: the first episode, or all
// of a log that has no order.
func (s Session) opening() Segment {
	if r := s.config.Record; r != nil && !r.ordered(0) {
		return Segment{Kind: Leap, Episodes: r.total(), before: s.noCounts(), after: r.Counts}
	}
	return Segment{Kind: Explore, Episodes: 1, before: s.noCounts()}
}

// Config returns the settings of the active branch, with defaults filled in. First
// returns those that the session started from.
func (s Session) Config() Config { return s.config }

// Truth is the model and everything exact about it.
func (s Session) Truth() *experiment.Truth { return s.truth }

// Now is the state at the cursor.
func (s Session) Now() *Now { return &s.now }

// Method is the estimator that the next estimate will use.
func (s Session) Method() string { return s.method }

// Methods are the estimator behind the estimate at the cursor and the one that
// the next estimate will use; without an estimate both are the latter.
func (s Session) Methods() (made, next string) {
	if i := s.last(Estimate, s.cursor.Segment); i >= 0 {
		return s.timeline[i].Method, s.method
	}
	return s.method, s.method
}

// Cursor is where the session stands.
func (s Session) Cursor() Cursor { return s.cursor }

// Timeline is the active timeline; the caller must not change it.
func (s Session) Timeline() []Segment { return s.timeline }

// Branches is the number of timelines, the active one included.
func (s Session) Branches() int { return len(s.parked) + 1 }

// Branch is the number of the active timeline, from 1.
func (s Session) Branch() int { return s.branch + 1 }

// park keeps the active timeline and starts another under a new number.
func (s Session) park() Session {
	s.parked = append(slices.Clone(s.parked), s.asBranch())
	s.branches++
	s.branch, s.parent = s.branches, -1
	return s
}

func (s Session) asBranch() branch {
	return branch{s.world, s.branch, s.parent, s.timeline, s.cursor, s.method}
}

// resume makes a parked branch the active one.
func (s *Session) resume(b branch) {
	s.world, s.branch, s.parent, s.timeline, s.cursor, s.method = b.world, b.number, b.parent, b.timeline, b.cursor, b.method
	s.tail = nil // another session may hold the same timeline
	s.placed()
}

// beats lists the beats of one unit of a segment (an episode, an estimate, a
// plan, a leap).
func (s Session) beats(seg Segment) []Beat {
	switch seg.Kind {
	case Explore:
		return s.explore
	case Exploit:
		return s.exploit
	case Estimate:
		return estimateBeats(s.results.estimate(seg.key))
	case Plan:
		return planBeats(s.results.plan(seg.key))
	}
	return []Beat{{Kind: BeatLeap}}
}

// ExploreBeats are the beats of one episode of phase 1, ExploitBeats of phase 2.
// The caller must not change them.
func (s Session) ExploreBeats() []Beat { return s.explore }
func (s Session) ExploitBeats() []Beat { return s.exploit }

// Episodes are those of phase 1, by their numbers from 0.
func (s Session) Episodes() Episodes { return s.episodes() }

// length is the number of beats of a segment.
func (s Session) length(seg Segment) uint64 {
	if seg.Broken {
		return 1
	}
	n := uint64(len(s.beats(seg)))
	if seg.Kind == Explore || seg.Kind == Exploit {
		n *= uint64(seg.Episodes)
	}
	return n
}

// Beats is the number of beats of the whole timeline, and Place the cursor's
// number among them, from 0.
func (s Session) Beats() uint64 { return s.start(len(s.timeline)) }
func (s Session) Place() uint64 { return s.start(s.cursor.Segment) + s.cursor.Beat }

// start is the number of beats before segment i.
func (s Session) start(i int) uint64 {
	if i < len(s.timeline) {
		return s.timeline[i].start
	}
	return s.after(s.timeline)
}

// after is the number of beats of a timeline whose segments know where they start.
func (s Session) after(timeline []Segment) uint64 {
	if len(timeline) == 0 {
		return 0
	}
	last := timeline[len(timeline)-1]
	return last.start + s.length(last)
}

// following fills in what a segment that is to end the timeline has to know of the
// segments before it: start, keyed and made.
func (s Session) following(seg Segment) Segment {
	seg.start, seg.keyed, seg.made = s.after(s.timeline), 0, [2]int{}
	if n := len(s.timeline); n > 0 {
		last := s.timeline[n-1]
		seg.keyed, seg.made = last.keyed, last.made
		if last.key != "" {
			seg.keyed++
		}
		switch last.Kind {
		case Estimate:
			seg.made[0] = n
		case Plan:
			seg.made[1] = n
		}
	}
	return seg
}

// placed brings every segment's start up to date: the number of beats of an estimate or
// a plan changes when its work is done.
func (s *Session) placed() {
	start, own := uint64(0), false
	for i, seg := range s.timeline {
		if seg.start != start {
			if !own {
				s.timeline, own = slices.Clone(s.timeline), true
			}
			s.timeline[i].start = start
		}
		start += s.length(seg)
	}
}

// Starts are the places at which the segments begin.
func (s Session) Starts() []uint64 {
	starts := make([]uint64, len(s.timeline))
	at := uint64(0)
	for i, seg := range s.timeline {
		starts[i] = at
		at += s.length(seg)
	}
	return starts
}

func (s Session) current() Segment { return s.timeline[s.cursor.Segment] }
func (s Session) end() Segment     { return s.timeline[len(s.timeline)-1] }

// pending says whether a segment waits for work.
func (s Session) pending(seg Segment) bool { return seg.key != "" && !s.results.has(seg.key) }

// last finds the newest segment of a kind at or before index i, or -1.
func (s Session) last(kind Kind, i int) int {
	for ; i >= 0; i-- {
		switch seg := s.timeline[i]; {
		case seg.Kind == kind:
			return i
		case kind == Estimate:
			return seg.made[0] - 1
		case kind == Plan:
			return seg.made[1] - 1
		}
	}
	return -1
}

// settled recomputes what is shown at the cursor.
func (s Session) settled() Session {
	s.now = s.look()
	return s
}
