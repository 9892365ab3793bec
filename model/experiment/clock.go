package experiment

import (
	"context"
	"time"
)

type clockKey struct{}

// Timed gives trials under ctx a clock to time themselves with. Without a clock every time
// is 0, so that what is shown depends on nothing but the session.
func Timed(ctx context.Context, now func() time.Time) context.Context {
	return context.WithValue(ctx, clockKey{}, now)
}

// timer starts a stopwatch: it returns a function for the time since, which is 0 without
// a clock.
func timer(ctx context.Context) func() time.Duration {
	now, ok := ctx.Value(clockKey{}).(func() time.Time)
	if !ok {
		return func() time.Duration { return 0 }
	}
	begun := now()
	return func() time.Duration { return now().Sub(begun) }
}
