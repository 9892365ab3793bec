package model

import (
	"math"

	"eeporl/planning"
)

// Progress is a report from a job under way. It is for a progress line only: no session
// depends on it.
type Progress struct {
	Stage       string // of a job with several, "" otherwise
	Done, Total int    // Total is 0 where it is not known
	// Bound is the certified interval so far, nil where the work has none.
	Bound *planning.Bound
}

// Unheard takes reports that nobody listens to.
func Unheard(Progress) {}

// planProgress is what a planner's report says.
func planProgress(p planning.Progress) Progress {
	out := Progress{Stage: p.Stage, Done: p.Done, Total: p.Total}
	if !math.IsNaN(p.Lower) {
		out.Bound = &planning.Bound{Trial: p.Done, Lower: p.Lower, Upper: p.Upper}
	}
	return out
}

// Awaited is the key of the job that the cursor's own segment, or a leap before it, waits
// for; "" for none.
func (s Session) Awaited() string {
	if !s.now.Pending {
		return ""
	}
	if i := s.base(s.cursor.Segment); s.drawing(i) {
		return s.timeline[i].key
	}
	return s.timeline[s.cursor.Segment].key
}
