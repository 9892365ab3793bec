package model

import (
	"context"
	"fmt"
)

// Retell takes a session's steps again from its first beat. visit gets the
// session before and after each, with the work done that it waits for; what s
// has worked out already is not done again.
func Retell(ctx context.Context, s Session, visit func(before Session, i Intent, after Session) error) error {
	now, err := New(s.First())
	if err != nil {
		return err
	}
	for n, step := range s.Steps() {
		for now.waiting() > step.Waiting {
			if now, _, err = now.work(ctx, All, Unheard, s.results); err != nil {
				return err
			}
		}
		before := now
		if now = Update(now, step.Intent); now.cursor != step.Cursor {
			return fmt.Errorf("step %d, %s: found it leading to beat %d of segment %d", n+1, step, now.cursor.Beat+1, now.cursor.Segment+1)
		}
		after := now
		for did := true; did; {
			if after, did, err = after.work(ctx, JobKind.Awaited, Unheard, s.results); err != nil {
				return err
			}
		}
		if err := visit(before, step.Intent, after); err != nil {
			return err
		}
	}
	return nil
}
