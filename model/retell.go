package model

import (
	"context"
	"fmt"
)

// Retell takes the steps of s again, from its first beat. visit gets the session before
// and after each step, after with the step's work done. Results that s has are not
// computed again. An error of visit ends it.
func Retell(ctx context.Context, s Session, visit func(before Session, i Intent, after Session) error) error {
	now, err := New(s.First())
	if err != nil {
		return err
	}
	for n, step := range s.Steps() {
		if now, err = now.await(ctx, step.Waiting, s.results); err != nil {
			return err
		}
		before := now
		if now, err = now.take(ctx, step, s.results); err != nil {
			return fmt.Errorf("step %d, %s: %w", n+1, step, err)
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
