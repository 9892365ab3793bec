package experiment

import (
	"context"
	"time"
)

type clockKey struct{}

// Timed lets trials be timed by a clock. Without one nothing is, so that what
// is shown depends on nothing but the session.
func Timed(ctx context.Context, now func() time.Time) context.Context {
	return context.WithValue(ctx, clockKey{}, now)
}

// timer returns what says how long ago it was made; 0 without a clock.
func timer(ctx context.Context) func() time.Duration {
	now, ok := ctx.Value(clockKey{}).(func() time.Time)
	if !ok {
		return func() time.Duration { return 0 }
	}
	begun := now()
	return func() time.Duration { return now().Sub(begun) }
}
