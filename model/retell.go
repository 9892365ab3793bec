package model

import (
	"context"
	"fmt"
	"slices"
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
			if now, err = now.learn(ctx, now.Jobs()[0], s.results); err != nil {
				return err
			}
		}
		before := now
		if now = Update(now, step.Intent); now.cursor != step.Cursor {
			return fmt.Errorf("step %d, %s: found it leading to beat %d of segment %d", n+1, step, now.cursor.Beat+1, now.cursor.Segment+1)
		}
		after := now
		for {
			jobs := slices.DeleteFunc(after.Jobs(), func(j Job) bool { return j.Background })
			if len(jobs) == 0 {
				break
			}
			if after, err = after.learn(ctx, jobs[0], s.results); err != nil {
				return err
			}
		}
		if err := visit(before, step.Intent, after); err != nil {
			return err
		}
	}
	return nil
}

// learn delivers a job's result: a known one, or else what it comes to now.
func (s Session) learn(ctx context.Context, job Job, known results) (Session, error) {
	result, ok := known.byKey[job.Key]
	if !ok {
		result = job.Run(ctx, func(Progress) {})
	}
	return s.Deliver(result), ctx.Err()
}
