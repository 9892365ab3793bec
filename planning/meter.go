package planning

import (
	"context"
	"sync/atomic"
)

// meter counts elementary steps, about a multiplication and an addition each,
// and ends a context when they exceed a limit. What is counted depends on the
// problem alone, so that the same input ends in the same stage on every machine
// and at any GOMAXPROCS, as the sum over a stage's parallel parts does not
// depend on their order. Every stage therefore asks for ctx.Err() at its end.
type meter struct {
	left atomic.Int64
	end  context.CancelCauseFunc
	over error
}

type meterKey struct{}

// What a number costs where it is sorted or hashed instead of multiplied.
const sortSteps, hashSteps = 50, 10

// withSteps bounds the work done under a context; over is then its cause.
func withSteps(ctx context.Context, steps int64, over error) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	m := &meter{end: end, over: over}
	m.left.Store(steps)
	return context.WithValue(ctx, meterKey{}, m), func() { end(nil) }
}

// charge says that steps were taken.
func charge(ctx context.Context, steps int) {
	if m, metered := ctx.Value(meterKey{}).(*meter); metered && m.left.Add(-int64(steps)) < 0 {
		m.end(m.over)
	}
}
