package class

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"
)

// Turns lets guests compute by turns, a few at a time, so that the presenter is not slowed down, each for
// a while, and all within an amount of memory.
type Turns struct {
	slots chan struct{}
	most  time.Duration // of one turn
	bytes uint64        // that the whole process may hold; what asks for more is ended
}

// NewTurns makes turns of which so many run at a time.
func NewTurns(atATime int, most time.Duration, bytes uint64) *Turns {
	return &Turns{slots: make(chan struct{}, atATime), most: most, bytes: bytes}
}

// Of are the turns of one guest, which end with ctx.
func (t *Turns) Of(guest context.Context) func(ctx context.Context, do func(context.Context)) error {
	return func(ctx context.Context, do func(context.Context)) error {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(guest, func() { cancel(guest.Err()) })()
		select {
		case t.slots <- struct{}{}:
			defer func() { <-t.slots }()
		case <-ctx.Done():
			do(ctx) // which says in its own way that it was given up
			return nil
		}
		late := errLate{t.most}
		defer time.AfterFunc(t.most, func() { cancel(late) }).Stop()
		defer t.watch(cancel)()
		do(ctx)
		if cause := context.Cause(ctx); errors.Is(cause, errMemory) || errors.Is(cause, late) {
			return cause
		}
		return nil
	}
}

var errMemory = errors.New("given up: the class has no more memory for it")

type errLate struct{ most time.Duration }

func (e errLate) Error() string {
	return fmt.Sprintf("given up: a guest's work may take %v", e.most)
}

// watch ends a turn where the process holds too much, until it is stopped.
func (t *Turns) watch(cancel context.CancelCauseFunc) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if Held() > t.bytes {
					cancel(errMemory)
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// Held is how many bytes the process's heap holds.
func Held() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
