package model

import (
	"fmt"
	"math"

	"eeporl/moments"
)

// Kind says what a segment of the timeline holds.
type Kind int

// The kinds of segment.
const (
	Explore  Kind = iota // phase 1 episodes, simulated one by one
	Leap                 // phase 1 episodes whose counts were drawn at once
	Estimate             // one estimate from the counts so far
	Plan                 // one plan from the estimate before it
	Exploit              // phase 2 episodes, following the plan before it
)

func (k Kind) String() string {
	return [...]string{"explore", "leap", "estimate", "plan", "exploit"}[k]
}

// Segment is a stretch of the timeline that one intent laid down. Segments
// never change once another follows them.
type Segment struct {
	Kind     Kind
	From     uint64  // first episode's number, from 0; phases 1 and 2 count apart
	Episodes float64 // how many; +Inf for the leap to the exact law, 0 for Estimate and Plan
	Leaped   bool    // an Explore segment laid down by a leap
	Broken   bool    // an Explore segment of one episode that a leap took over after its first beat
	Method   string  // the estimator, of an Estimate

	start   uint64          // beats of the timeline before it
	keyed   int             // segments before it that wait for work, or did
	made    [2]int          // index of the last Estimate and of the last Plan before it, from 1; 0 for none
	key     string          // work that fills the segment in; "" where there is none
	counted float64         // N before the segment
	before  *moments.Counts // phase 1 counts before the segment; nil where countsAt finds them soon enough
	after   *moments.Counts // of a Leap: the counts that it drew, those before included
}

// counts says whether the segment is of phase 1, whose episodes are counted.
func (s Segment) counts() bool { return s.Kind == Explore || s.Kind == Leap }

// next is the number of the phase's next episode after the segment.
func (s Segment) next() uint64 {
	if math.IsInf(s.Episodes, 1) || s.Broken {
		return s.From
	}
	return s.From + uint64(s.Episodes)
}

// Reached is the number of episodes counted after a phase 1 segment.
func (s Segment) Reached() float64 { return s.counted + s.Episodes }

// id names the segment inside the keys of the work that depends on it.
func (s Segment) id() string { return fmt.Sprintf("%s:%d+%g", s.Kind, s.From, s.Episodes) }

// Cursor is a place on the timeline: a beat of a segment, both from 0.
type Cursor struct {
	Segment int
	Beat    uint64
}
