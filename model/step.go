package model

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Step is an intent that a session has carried out. Where an intent leads may depend on
// which estimates and plans are done; Waiting lets a replay carry it out in the same
// situation.
type Step struct {
	Intent  Intent
	Waiting int    // how many segments of the timeline had no result yet when it was asked for
	Cursor  Cursor // where it led, where Placed says so
	Placed  bool
}

// String is the step as readStep reads it: `forward 5 @1.6 waiting 1`.
func (x Step) String() string {
	text := x.Intent.String()
	if x.Placed {
		text += fmt.Sprintf(" @%d.%d", x.Cursor.Segment+1, x.Cursor.Beat+1)
	}
	if x.Waiting > 0 {
		text += fmt.Sprintf(" waiting %d", x.Waiting)
	}
	return text
}

// readStep reads a command as ParseCommand does, with the place it led to and the work
// that was open, where they are said. The error says what was found and expected.
func readStep(line string) (x Step, err error) {
	line = strings.TrimSpace(line)
	if i := strings.LastIndex(line, " waiting "); i >= 0 {
		if n, bad := strconv.Atoi(line[i+len(" waiting "):]); bad == nil && n > 0 {
			line, x.Waiting = line[:i], n
		}
	}
	if i := strings.LastIndex(line, " @"); i >= 0 {
		first, second, _ := strings.Cut(line[i+2:], ".")
		segment, bad := strconv.ParseUint(first, 10, 31)
		beat, worse := strconv.ParseUint(second, 10, 64)
		if bad == nil && worse == nil && segment > 0 && beat > 0 {
			line, x.Placed = line[:i], true
			x.Cursor = Cursor{Segment: int(segment) - 1, Beat: beat - 1}
		}
	}
	x.Intent, err = ParseCommand(line)
	return x, err
}

// take carries out a step, once no more work is open than there was the first time, and
// checks that it leads to the same place. known are results that are not computed again.
func (s Session) take(ctx context.Context, x Step, known results) (Session, error) {
	s, err := s.await(ctx, x.Waiting, known)
	if err != nil {
		return s, err
	}
	if why := s.Refusal(x.Intent); why != "" {
		if x.Intent.Verb == LeapBy && x.Placed && s.cursor == x.Cursor {
			return s, nil // older versions noted leaps of no episodes
		}
		return s, fmt.Errorf("found %s, which can do nothing here: %s", x.Intent, why)
	}
	if s = Update(s, x.Intent); x.Placed && s.cursor != x.Cursor {
		return s, fmt.Errorf("found %s leading to beat %d of segment %d, expected beat %d of segment %d: it was written by a version that computes otherwise",
			x.Intent.Verb, s.cursor.Beat+1, s.cursor.Segment+1, x.Cursor.Beat+1, x.Cursor.Segment+1)
	}
	return s, nil
}

// await does the work of the timeline, in its order, until no more than n segments
// wait for theirs.
func (s Session) await(ctx context.Context, n int, known results) (Session, error) {
	var err error
	for s.waiting() > n && err == nil {
		s, _, err = s.work(ctx, All, Unheard, known)
	}
	return s, err
}
